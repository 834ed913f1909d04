# SPDX-License-Identifier: Apache-2.0
"""In a fresh root, in whose /scratch the package is: a hub maker types what README has. The test takes the part of the service
manager, which this root lacks: it starts the agent, on a simulated air, as its own user. It also plays the plug."""

import os
import pathlib
import shutil
import subprocess
import sys

import roles
from person import Person, listens

import accessory

ROLE = "hub maker"
HOME = pathlib.Path("/root/hub")
RUNTIME = pathlib.Path("/run/accessoryd")
# The radio's name, because the plug listens on this machine; and the demonstration's air with the manual's plug.
RADIO = ("[Radio wlan0]", "[Radio lo]")
# As the unit has them: the agent looks at the process that connects.
CAPABILITIES = "+sys_ptrace,+dac_read_search"
BUILT = (("packaging/build-deb", "the step package has made it, and a fresh root has no Swift"),)


def main():
    HOME.mkdir()
    os.chdir(HOME)
    for package in roles.ROOT.glob("accessoryd_*.deb"):
        shutil.copy(package, HOME)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    # The hub maker is root already.
    shutil.copy(roles.ROOT / "Tests/Documentation/machine/programs/sudo", "/usr/local/bin")
    person = Person(
        ROLE, os.environ | {"HOME": str(HOME), "TERM": "xterm", "PATH": f"/usr/local/bin:{os.environ['PATH']}"}, BUILT)
    agent = None
    with accessory.listening() as received:
        try:
            for step in roles.steps(ROLE):
                output = person.take(step)
                if agent is None and pathlib.Path("/usr/sbin/accessoryd").exists():
                    agent = start_agent()
            if received != [accessory.EXPECTED]:
                sys.exit(f"the plug received {received}, not {accessory.EXPECTED}")
            for words in ("hall-plug", "done"):
                if words not in output:
                    sys.exit(f"the plan is not done:\n{output}")
            person.finish()
        finally:
            if agent:
                agent.terminate()
                agent.wait()


def start_agent():
    examples = pathlib.Path("/usr/share/doc/accessoryd/examples")
    plug = roles.ROOT / "Tests/Documentation/machine/air.conf"
    air = pathlib.Path("/run/air.conf")
    air.write_text(examples.joinpath("demo-air.conf").read_text().replace(*RADIO) + plug.read_text())
    subprocess.run(["install", "-d", "-o", "accessoryd", "-g", "accessoryd", RUNTIME], check=True)
    subprocess.run(["install", "-d", "-o", "accessoryd", "-g", "accessoryd", "-m", "700", "/var/lib/accessoryd"], check=True)
    with open("/run/agent.log", "wb") as log:
        agent = subprocess.Popen(
            ["setpriv", "--reuid", "accessoryd", "--regid", "accessoryd", "--init-groups", "--no-new-privs",
             "--inh-caps", CAPABILITIES, "--ambient-caps", CAPABILITIES, "/usr/sbin/accessoryd", "--simulate", str(air)], stdin=subprocess.DEVNULL, stderr=log)
    while not listens(RUNTIME / "control.socket"):
        try:
            agent.wait(0.02)
        except subprocess.TimeoutExpired:
            continue
        sys.exit("accessoryd has ended:\n" + pathlib.Path("/run/agent.log").read_text())
    return agent


if __name__ == "__main__":
    main()
