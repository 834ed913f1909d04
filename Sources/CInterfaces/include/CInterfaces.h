// SPDX-License-Identifier: Apache-2.0
// The descriptions of the interfaces, compiled in. By C, because Swift's compiler reads an array of so many bytes for a long
// time.
#pragma once
#include <stddef.h>

/// NULL if there is no interface of this name; otherwise the .varlink file, whose size this sets.
const unsigned char *interface_description(const char *name, size_t *size);
