# SPDX-License-Identifier: Apache-2.0
"""What a fresh root lacks, in whose /scratch the package is. Its user is root already. The test takes the part of the service
manager: it starts the agent, on a simulated air, as its own user."""

import os
import pathlib
import shutil
import subprocess
import sys

import roles
from person import listens

RUNTIME = pathlib.Path("/run/accessoryd")
EXAMPLES = pathlib.Path("/usr/share/doc/accessoryd/examples")
# As the unit has them: the agent looks at the process that connects.
CAPABILITIES = "+sys_ptrace,+dac_read_search"
BUILT = (("packaging/build-deb", "the step package has made it, and a fresh root has no Swift"),)


def enter(home):
    """Makes the newcomer's folder, with the package. Returns the environment of what is typed there."""
    home.mkdir()
    os.chdir(home)
    for package in roles.ROOT.glob("accessoryd_*.deb"):
        shutil.copy(package, home)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    stand_in("Tests/Documentation/machine/programs/sudo")
    os.environ["HOME"] = str(home)
    return os.environ | {"TERM": "xterm", "PATH": f"/usr/local/bin:{os.environ['PATH']}"}


def stand_in(program):
    """From now on, what is typed runs this program in the place of the one with its name."""
    shutil.copy(roles.ROOT / program, "/usr/local/bin")


class Agent:
    """The process is missing until `start`."""

    process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    @property
    def is_due(self):
        """The package is installed, whose units would have started it."""
        return self.process is None and pathlib.Path("/usr/sbin/accessoryd").exists()

    def start(self, air):
        place, log = pathlib.Path("/run/air.conf"), pathlib.Path("/run/agent.log")
        place.write_text(air)
        subprocess.run(["install", "-d", "-o", "accessoryd", "-g", "accessoryd", RUNTIME], check=True)
        subprocess.run(
            ["install", "-d", "-o", "accessoryd", "-g", "accessoryd", "-m", "700", "/var/lib/accessoryd"], check=True)
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                ["setpriv", "--reuid", "accessoryd", "--regid", "accessoryd", "--init-groups", "--no-new-privs",
                 "--inh-caps", CAPABILITIES, "--ambient-caps", CAPABILITIES, "/usr/sbin/accessoryd", "--simulate", place],
                stdin=subprocess.DEVNULL, stderr=errors)
        control = RUNTIME / "control.socket"
        while not listens(control):
            try:
                self.process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
            sys.exit("accessoryd has ended:\n" + log.read_text())
        # As accessoryd-control.socket has it.
        shutil.chown(control, "root", "accessoryd")
        control.chmod(0o660)

    def end(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None
