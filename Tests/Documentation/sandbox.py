# SPDX-License-Identifier: Apache-2.0
"""A machine for a page, or for a recording. Its root is temporary, and its user may do all. It only reads this machine."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
HERE = ROOT / "Tests/Documentation"
# Of this machine's root, these are new and empty, and so are the folders above them apart from what else they have.
EMPTY = [
    "/etc/accessoryd/apps.d", "/etc/accessoryd/provision.d", "/etc/systemd/system", "/home/reader", "/run", "/tmp",
    "/usr/local/bin", "/usr/local/libexec", "/var/lib/accessoryd", "/var/log",
    "/var/tmp",
]
OWN = {
    *EMPTY, "/dev", "/etc/accessoryd", "/etc/credstore.encrypted", "/etc/systemd", "/home", "/proc", "/sys",
    "/var/lib/systemd",
}
# The sandbox writes this one folder.
LASTING = ROOT / ".build/documentation/systemd"


def command(binaries, program, *arguments):
    """Runs a program in Python. The agent only trusts folders of its user, so the tree's own folder is new, too."""
    places = ["--proc", "/proc", "--dev", "/dev"]
    for folder in EMPTY:
        places += ["--dir", folder]
    for name in sorted(os.listdir(ROOT)):
        if name != "conf":
            places += ["--ro-bind", str(ROOT / name), str(ROOT / name)]
    return [
        "bwrap", "--unshare-all", "--uid", "0", "--gid", "0", "--cap-add", "ALL",
        "--die-with-parent", "--new-session",
        *binds("/"), *places,
        # systemd-creds makes its key only where it would last.
        "--bind", str(LASTING), "/var/lib/systemd",
        "--ro-bind", str(ROOT / "conf"), "/run/tree/conf",
        "--ro-bind", binaries, "/run/programs", "--ro-bind", binaries, os.path.realpath(ROOT / ".build/release"),
        "--chdir", str(ROOT), sys.executable, "-B", str(program), *arguments]


def binds(folder):
    """Everything else is this machine's, and read only."""
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if path in OWN or path == str(ROOT):
            continue
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        elif any(each.startswith(path + "/") for each in (*OWN, str(ROOT))):
            yield from binds(path)
        else:
            yield from ("--ro-bind", path, path)


def play(binaries, program, *arguments):
    LASTING.mkdir(parents=True, exist_ok=True)
    return subprocess.run(
        command(binaries, program, *arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False)
