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
SUCCESS = r"^Camera is at 192\.168\.4\.1 by wlan0$"


def main(role):
    with tempfile.TemporaryDirectory(prefix="newcomer-") as home:
        pathlib.Path(home, "accessoryd").symlink_to(roles.ROOT)
        os.chdir(roles.ROOT)
        person = Person(role, {
            "HOME": home, "USER": os.environ.get("USER", "root"), "PATH": os.environ["PATH"], "TERM": "xterm",
            "LC_ALL": "C.UTF-8"}, BUILT)
        # The programs of the further terminals are ready when they listen, or print this.
        ready = {"second": pathlib.Path(home, "lab/run/control.socket"), "third": "Waiting for an app"}
        try:
            for step in roles.steps(role):
                output = person.take(step)
                if step.terminal:
                    person.wait_for(ready[step.terminal])
            if not re.search(SUCCESS, output, re.MULTILINE):
                sys.exit(f"{role}: the app does not print where the camera is:\n{output}")
            person.finish()
        finally:
            person.leave()


if __name__ == "__main__":
    main(sys.argv[1])
