# SPDX-License-Identifier: Apache-2.0
"""The commands of an example: each with its line, and in a transcript with the output that the page shows."""

import dataclasses
import re
import subprocess

from example import Wrong

OTHER_TERMINAL = "in a second terminal"
# It builds, and has an agent of its own: it runs in the tree itself, and not in a page's sandbox.
IN_TREE = "packaging/demo"


@dataclasses.dataclass
class Command:
    line: int
    text: str
    # What the page shows; None if it shows no output.
    output: list | None = None
    # Why it is not run.
    reason: str | None = None
    # The command above it runs meanwhile, because this one is for a second terminal.
    beside: bool = False

    @property
    def is_in_tree(self):
        return self.text.split(" ")[0] == IN_TREE


def of(example):
    """All commands. Raises Wrong if a reason is about none of them, or about several."""
    found = list(shown(example) if example.kind == "transcript" else listed(example))
    for reason in example.reasons:
        if reason.command is None:
            about = found
        else:
            about = [command for command in found if command.text.startswith(reason.command)]
            if len(about) != 1:
                raise Wrong(
                    reason.line, f"a reason about {len(about)} commands that begin with '{reason.command}', not one")
        for command in about:
            if command.reason:
                raise Wrong(reason.line, f"a second reason about '{command.text}'")
            command.reason = reason.text
    if example.reason is None and all(command.reason for command in found):
        raise Wrong(example.line, "no command is run, so one reason for the whole example is enough")
    return found


def listed(example):
    """Of lines with nothing but commands and comments."""
    for line, text in joined(enumerate(example.lines, example.line)):
        if text.strip() and not text.lstrip().startswith("#"):
            yield Command(line, text, beside=text.endswith(f"# {OTHER_TERMINAL}"))


def shown(example):
    """Of lines with a prompt before each command and its output below."""
    lines = list(enumerate(example.lines, example.line))
    while lines:
        line, text = lines[0]
        if not text.startswith("$ "):
            raise Wrong(line, "no prompt '$ ' before the first command")
        count = 1
        while not is_whole(text[2:]):
            if count == len(lines):
                raise Wrong(line, "a command without an end")
            text += "\n" + lines[count][1]
            count += 1
        end = next((index for index in range(count, len(lines)) if lines[index][1].startswith("$ ")), len(lines))
        yield Command(line, text[2:], trimmed([each for _, each in lines[count:end]]))
        lines = lines[end:]


def trimmed(lines):
    """Without empty lines at the end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def joined(lines):
    """Commands that continue on further lines are one."""
    begun = None
    for line, text in lines:
        begun = (begun[0], begun[1] + "\n" + text) if begun else (line, text)
        if is_whole(begun[1]):
            yield begun
            begun = None
    if begun:
        raise Wrong(begun[0], "a command without an end")


def is_whole(text):
    if re.search(r"(^|[^\\])(\\\\)*\\$", text):
        return False
    # bash takes a here-document without its end, and only warns.
    read = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False)
    return read.returncode == 0 and not read.stderr
