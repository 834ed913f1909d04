// SPDX-License-Identifier: Apache-2.0
// What Swift's Glibc module leaves out.
#pragma once
#include <sys/epoll.h>
