// SPDX-License-Identifier: Apache-2.0
// The package has accessoryctl and accessory-picker in one file with two names, so that it has what is in both once: the
// Swift runtime alone is 11 MB. Each does what it is called. SwiftPM gives every program's main a name of its own.
#include <string.h>

int accessoryctl_main(int, char **);
int accessory_picker_main(int, char **);

int main(int argc, char **argv) {
    const char *path = argc > 0 ? argv[0] : "";
    const char *slash = strrchr(path, '/');
    int is_picker = !strcmp(slash ? slash + 1 : path, "accessory-picker");
    return is_picker ? accessory_picker_main(argc, argv) : accessoryctl_main(argc, argv);
}
