# SPDX-License-Identifier: Apache-2.0
"""One example of a page, and the reasons why it, or a part of it, is not run."""

import dataclasses
import re
import textwrap


class Wrong(Exception):
    """A page that is wrong at a line."""

    def __init__(self, line, text):
        super().__init__(text)
        self.line = line


@dataclasses.dataclass
class Reason:
    line: int
    text: str
    # The beginning of the only command that it is about, or None: then it is about the whole example.
    command: str | None = None


@dataclasses.dataclass
class Example:
    path: str
    # The line of its first line of text, counted from 1.
    line: int
    # How it is run: a key of KINDS.
    kind: str
    lines: list
    reasons: list

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    @property
    def reason(self):
        """Why nothing of it is run; None if something is."""
        return next((reason for reason in self.reasons if reason.command is None), None)


# From the word behind a fence. Of another kind, nobody knows how to run an example, so it must have its reason.
KINDS = {
    "sh": "commands", "console": "transcript", "ini": "settings", "swift": "swift", "mermaid": "diagram",
}


def reason(line, text):
    """From the text of a comment without its marks; None if it is another comment."""
    found = re.fullmatch(r"not run: (?:`([^`]+)`: )?(\S.*)", " ".join(text.split()))
    return found and Reason(line, found[2], found[1])


def example(path, line, kind, lines, reasons):
    return Example(path, line, kind, textwrap.dedent("\n".join(lines)).split("\n"), reasons)
