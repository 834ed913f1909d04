// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <NetworkManager.h>
#include <gio/gio.h>
