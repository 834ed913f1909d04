# SPDX-License-Identifier: Apache-2.0
"""developer.py ROLE: an app developer with a new home and a clone, whose programs are built, types what README has."""

import os
import pathlib
import re
import sys
import tempfile

import roles
from person import Person

BUILT = (("packaging/build", "the step release has built it"),)
# What the app prints at its end.
SUCCESS = {
    "app developer, Swift": r"^Camera is at 192\.168\.4\.1 by wlan0$",
    "app developer, Python": r"^Camera is at 192\.168\.4\.1 by wlan0$",
    "app developer, Bluetooth": r"^The lamp was 00\nThe lamp is 01$",
}
# A fresh root has no network; what a developer installs from the package index is there.
WHEELS = roles.ROOT / "wheels"


def main(role):
    with tempfile.TemporaryDirectory(prefix="newcomer-") as home:
        pathlib.Path(home, "accessoryd").symlink_to(roles.ROOT)
        os.chdir(roles.ROOT)
        index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(WHEELS)} if WHEELS.exists() else {}
        person = Person(role, index | {
            "HOME": home, "USER": os.environ.get("USER", "root"), "PATH": os.environ["PATH"], "TERM": "xterm",
            "LC_ALL": "C.UTF-8"}, BUILT)
        # The programs of the further terminals are ready when they listen, or print this.
        ready = {"second": pathlib.Path(home, "lab/run/control.socket"), "third": "Waiting for an app"}
        output = ""
        try:
            for step in roles.steps(role):
                output = person.take(step) or output
                if step.terminal:
                    person.wait_for(ready[step.terminal])
            if not re.search(SUCCESS[role], output, re.MULTILINE):
                sys.exit(f"{role}: the app prints no success:\n{output}")
            person.finish()
        finally:
            person.leave()


if __name__ == "__main__":
    main(sys.argv[1])
