// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
