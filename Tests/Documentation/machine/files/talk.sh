#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The reader's own program, which an example runs while the accessory's network is joined.
set -eu
echo "$ACCESSORYD_SSID at $ACCESSORYD_GATEWAY by $ACCESSORYD_INTERFACE with $ACCESSORYD_ADDRESS"
