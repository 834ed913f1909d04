# SPDX-License-Identifier: Apache-2.0
"""Commands that are not run: their programs exist, and so do the steps and the groups that they name."""

import functools
import os
import re
import shlex
import shutil
import subprocess

from example import Wrong
from sandbox import HERE, ROOT


def check(command):
    words = [word for word in shlex.split(command.text, comments=True) if not re.match(r"sudo$|[A-Z_]+=", word)]
    program, arguments = words[0], words[1:]
    if program.startswith("~/"):
        # The reader's own, made by an earlier command.
        return
    if "/" in program:
        if not os.access(ROOT / program, os.X_OK):
            raise Wrong(command.line, f"the tree has no program {program}")
    elif not shutil.which(program, path=f"{HERE}/machine/programs:{os.environ['PATH']}") and program not in products():
        raise Wrong(command.line, f"this machine has no program {program}")
    if program == "packaging/test" and arguments:
        step, *arguments = arguments
        if step not in steps():
            raise Wrong(command.line, f"packaging/test has no step {step}")
        if step == "lab":
            check_groups(command, arguments)
        # Behind a release.
        if step == "systems":
            check_groups(command, arguments[1:])
    if program == "Tests/RadioLab/run":
        if arguments[:1] == ["--root"]:
            arguments = arguments[2:]
        check_groups(command, arguments[1:])


@functools.cache
def products():
    """The programs that the tree builds."""
    return set(re.findall(r'executable(?:Target)?\(\s*name: "([a-z-]+)"', (ROOT / "Package.swift").read_text()))


@functools.cache
def steps():
    usage = subprocess.run([ROOT / "packaging/test", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(re.findall(r"^  ([a-z-]+) ", usage, re.MULTILINE))


def check_groups(command, words):
    """GROUP, or GROUP:WORD for the scenarios with this word in their names."""
    for group, _, word in (each.partition(":") for each in words):
        files = list(ROOT.glob(f"Tests/RadioLab/**/{group}.sh"))
        if not files:
            raise Wrong(command.line, f"the radio lab has no group {group}")
        if not re.search(rf"^\w*{re.escape(word)}\w*\(\)", files[0].read_text(), re.MULTILINE):
            raise Wrong(command.line, f"the group {group} has no scenario with the word {word}")
