// SPDX-License-Identifier: Apache-2.0
#include "CPage.h"

#include <string.h>

// Of C23; clang has it for C11, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

struct file {
    const char *folder;
    const char *name;
    const unsigned char *bytes;
    size_t size;
};
#include "Files.h"

static const size_t count = sizeof files / sizeof *files;

const char *page_file_name(const char *folder, size_t number) {
    for (size_t index = 0; index < count; index++) {
        if (strcmp(files[index].folder, folder) == 0 && number-- == 0) return files[index].name;
    }
    return NULL;
}

const unsigned char *page_file(const char *name, size_t *size) {
    for (size_t index = 0; index < count; index++) {
        if (strcmp(files[index].name, name) != 0) continue;
        *size = files[index].size;
        return files[index].bytes;
    }
    return NULL;
}
