# SPDX-License-Identifier: Apache-2.0
"""A command whose output the page shows."""

import difflib
import functools
import re

import agent
import terminal

DOTS = r"(?:…|\.\.\.)"


def run(command):
    """Returns the status, the output, and the fault, if any. A command whose shown output is an error must fail."""
    begun = terminal.Terminal(command.text, agent.environment())
    status = begun.run()
    if not is_shown(tuple(begun.lines), tuple(command.output)):
        lines = [line for line, _ in begun.lines]
        different = difflib.unified_diff(command.output, lines, "the page", "the program", lineterm="")
        return status, "\n".join(different), "the page shows another output"
    fails = any(line.startswith("Error: ") for line in command.output)
    if fails and status == 0:
        return 0, begun.text, "it succeeds"
    return (0 if fails else status), begun.text, None


@functools.cache
def is_shown(lines, shown):
    """Whether the page shows these lines. It may leave out lines that do not stay. Three dots stand for the rest of a
    line, or for whole lines."""
    if shown and re.fullmatch(rf"\s*{DOTS}\s*", shown[0]):
        return is_shown(lines, shown[1:]) or bool(lines) and is_shown(lines[1:], shown)
    if not lines:
        return not shown
    line, stays = lines[0]
    return bool(shown) and is_like(line, shown[0]) and is_shown(lines[1:], shown[1:]) or (
        not stays and is_shown(lines[1:], shown))


def is_like(line, shown):
    return re.fullmatch(".*".join(re.escape(part) for part in re.split(DOTS, shown.rstrip())), line) is not None
