# SPDX-License-Identifier: Apache-2.0
"""The examples of a manual page, in the macros of mdoc(7) or of man(7)."""

import re

from example import Wrong, example, reason

# The macros that begin an example of several lines, and those that end it.
ENDS = {".nf": ".fi", ".EX": ".EE", ".Bd": ".Ed"}
ESCAPES = {"-": "-", "e": "\\", "&": ""}


def examples(path, text):
    section, reasons = "", []
    rest = iter(enumerate(text.split("\n"), 1))
    for number, line in rest:
        macro, _, arguments = line.partition(" ")
        if macro in (".SH", ".Sh"):
            section = arguments
        comment = re.match(r'\.\\" (.*)', line)
        if comment and (found := reason(number, comment[1])):
            reasons.append(found)
            continue
        if macro in (".Dl", ".D1"):
            yield one(path, number, [arguments], reasons)
        elif macro in ENDS and not (macro == ".Bd" and "-literal" not in arguments):
            inside = list(until(rest, number, ENDS[macro]))
            # A synopsis has the form of files or commands, not an example of them.
            if section != "SYNOPSIS":
                yield one(path, number + 1, inside, reasons)
        elif reasons:
            raise Wrong(reasons[0].line, "a reason without an example right below it")
        reasons = []
    if reasons:
        raise Wrong(reasons[0].line, "a reason without an example right below it")


def one(path, number, lines, reasons):
    lines = [plain(number + index, line) for index, line in enumerate(lines)]
    return example(path, number, kind(lines), lines, reasons)


def kind(lines):
    """A page of the manual does not name it, so the first line shows it."""
    if lines[0].startswith("["):
        return "settings"
    return "program" if lines[0].startswith("#!") else "commands"


def plain(number, line):
    """A line without roff's escapes."""
    def replaced(found):
        if found[1] in ESCAPES:
            return ESCAPES[found[1]]
        if found[1][0] == "f":
            return ""
        raise Wrong(number, f"the escape \\{found[1]} is none of those that Tests/Documentation/manual.py knows")

    return re.sub(r"\\(f.|.)", replaced, line)


def until(rest, number, end):
    for _, line in rest:
        if line.split(" ")[0] == end:
            return
        yield line
    raise Wrong(number, f"an example without {end}")
