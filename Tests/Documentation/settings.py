# SPDX-License-Identifier: Apache-2.0
"""Key files, which the programs that read them check. A group of a manifest is added to the manifest above it."""

import pathlib
import re
import subprocess

import accessory
import agent
import sandbox
from example import Wrong

COMMAND = r"^Command=(\S+)"
UNITS = pathlib.Path("/etc/systemd/system")
# Beside the reader's other files, so that further examples find them.
MANIFEST, PLAN = "org.example.camera.conf", "documented.conf"


class Files:
    def __init__(self):
        self.manifest = self.plan = None

    def check(self, example):
        group = re.match(r"\[(\w+)", example.text)
        match group and group[1]:
            case "App":
                self.manifest = example.text
                self.tool(example, MANIFEST, self.manifest, "app", "check")
            case "Bridge":
                if not self.manifest:
                    raise Wrong(example.line, "no manifest stands above this group of one")
                self.tool(example, MANIFEST, f"{self.manifest}\n{example.text}", "app", "check")
            case "Plan":
                self.plan = example.text
                if command := re.search(COMMAND, self.plan, re.MULTILINE):
                    install(pathlib.Path(command[1]), "#!/bin/sh\n")
                self.tool(example, PLAN, self.plan, "provision", "check")
            case "Service":
                self.unit(example, "accessoryd.service", f"accessoryd.service.d/{PLAN}", example.text)
            case "Unit":
                unit = "documented.service"
                self.unit(example, unit, unit, f"{example.text}[Service]\nExecStart=/bin/true\n")
            case _:
                raise Wrong(example.line, "nothing here checks a file that begins with this line")

    def tool(self, example, name, text, *words):
        """The tool fails at a fault; here a warning is one, too."""
        path = pathlib.Path(name)
        path.write_text(text)
        done = run(["accessoryctl", *words, str(path)])
        if done.returncode != 0 or "Warning: " in done.stdout:
            raise Wrong(example.line, f"accessoryctl {' '.join(words)}:\n{done.stdout}")

    def unit(self, example, unit, name, text):
        """systemd only warns of an unknown key."""
        UNITS.mkdir(parents=True, exist_ok=True)
        for path in pathlib.Path("packaging/systemd").iterdir():
            programs = f"{sandbox.HERE}/machine/programs"
            UNITS.joinpath(path.name).write_text(re.sub(r"/usr/s?bin(?=/accessory)", programs, path.read_text()))
        path = UNITS / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        done = run(["systemd-analyze", "verify", "--man=no", str(UNITS / unit)])
        if done.returncode != 0 or done.stdout:
            raise Wrong(example.line, f"systemd-analyze verify:\n{done.stdout}")

    def run(self, example):
        """A program of the plan above it: at the plan's path, while the plan is carried out."""
        command = self.plan and re.search(COMMAND, self.plan, re.MULTILINE)
        if not command:
            raise Wrong(example.line, "no plan with a program stands above this program")
        install(pathlib.Path(command[1]), example.text)
        # Only one user exists in the sandbox.
        plan = re.sub("^User=.*\n", "", self.plan, flags=re.MULTILINE)
        pathlib.Path(agent.ADMINISTRATOR, "provision.d", PLAN).write_text(plan)
        with accessory.listening() as received:
            run(["accessoryctl", "general", "reload"])
            done = run(["accessoryctl", "provision", "run", PLAN.removesuffix(".conf")])
        if done.returncode != 0:
            raise Wrong(example.line, f"accessoryctl provision run:\n{done.stdout}")
        if received != [accessory.EXPECTED]:
            raise Wrong(example.line, f"the accessory received {received}, not {accessory.EXPECTED}:\n{done.stdout}")


def install(path, text):
    path.write_text(text)
    path.chmod(0o755)


def run(words):
    return subprocess.run(
        words, env=agent.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=agent.PATIENCE, check=False)
