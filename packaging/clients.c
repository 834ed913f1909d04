// SPDX-License-Identifier: Apache-2.0
// The package has accessoryctl, accessory-link, accessory-picker and accessory-provision in one file with four names, so that it has
// once what all of them have: the Swift runtime alone is 11 MB. Each does what it is called. SwiftPM gives every program's main a name
// of its own.
#include <string.h>

int accessoryctl_main(int, char **);
int accessory_link_main(int, char **);
int accessory_picker_main(int, char **);
int accessory_provision_main(int, char **);

int main(int argc, char **argv) {
    const char *path = argc > 0 ? argv[0] : "";
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (!strcmp(name, "accessory-link")) return accessory_link_main(argc, argv);
    if (!strcmp(name, "accessory-picker")) return accessory_picker_main(argc, argv);
    if (!strcmp(name, "accessory-provision")) return accessory_provision_main(argc, argv);
    return accessoryctl_main(argc, argv);
}
