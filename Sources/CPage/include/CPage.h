// SPDX-License-Identifier: Apache-2.0
// What the picker serves, compiled in: the files of its page, its texts, and the description of its interface. By C, for the
// reason in CInterfaces.h.
#pragma once
#include <stddef.h>

/// NULL if there is no file of this name; otherwise its bytes, whose number this sets.
const unsigned char *page_file(const char *name, size_t *size);

/// The name of a file of a folder, `Page` or `Languages`, by its number from 0; NULL after the last one.
const char *page_file_name(const char *folder, size_t number);
