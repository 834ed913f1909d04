// SPDX-License-Identifier: Apache-2.0
#include "CInterfaces.h"

#include <string.h>

// Of C23; clang has it for C11, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char setup[] = {
#embed "../AgentInterface/Interfaces/org.accessoryd.Setup.varlink"
};
static const unsigned char bluetooth[] = {
#embed "../AgentInterface/Interfaces/org.accessoryd.Bluetooth.varlink"
};
static const unsigned char picker[] = {
#embed "../AgentInterface/Interfaces/org.accessoryd.Picker.varlink"
};
static const unsigned char control[] = {
#embed "../AgentInterface/Interfaces/org.accessoryd.Control.varlink"
};
static const unsigned char link[] = {
#embed "../LinkCalls/org.accessoryd.Link.varlink"
};

#define INTERFACE(name, text) {"org.accessoryd." name, text, sizeof text}
static const struct {
    const char *name;
    const unsigned char *text;
    size_t size;
} interfaces[] = {
    INTERFACE("Setup", setup),
    INTERFACE("Bluetooth", bluetooth),
    INTERFACE("Picker", picker),
    INTERFACE("Control", control),
    INTERFACE("Link", link),
};

const unsigned char *interface_description(const char *name, size_t *size) {
    for (size_t number = 0; number < sizeof interfaces / sizeof *interfaces; number++) {
        if (strcmp(interfaces[number].name, name) != 0) continue;
        *size = interfaces[number].size;
        return interfaces[number].text;
    }
    return NULL;
}
