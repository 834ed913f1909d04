# SPDX-License-Identifier: Apache-2.0
"""In a fresh root: a hub maker types what README has. The test also plays the plug."""

import pathlib
import sys

import fresh_root
import roles
from person import Person

import accessory

ROLE = "hub maker"
HOME = pathlib.Path("/root/hub")
# The radio's name, because the plug listens on this machine.
RADIO = ("[Radio wlan0]", "[Radio lo]")


def main():
    person = Person(ROLE, fresh_root.enter(HOME), fresh_root.BUILT)
    with accessory.listening() as received, fresh_root.Agent() as agent:
        for step in roles.steps(ROLE):
            output = person.take(step)
            if agent.is_due:
                agent.start(air())
        if received != [accessory.EXPECTED]:
            sys.exit(f"the plug received {received}, not {accessory.EXPECTED}")
        for words in ("hall-plug", "done"):
            if words not in output:
                sys.exit(f"the plan is not done:\n{output}")
        person.finish()


def air():
    """The demonstration's, with the manual's plug."""
    plug = roles.ROOT / "Tests/Documentation/machine/air.conf"
    return fresh_root.EXAMPLES.joinpath("demo-air.conf").read_text().replace(*RADIO) + plug.read_text()


if __name__ == "__main__":
    main()
