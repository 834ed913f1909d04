# SPDX-License-Identifier: Apache-2.0
"""The fences of a page of Markdown, and of the documentation in a Swift file."""

import re

from example import KINDS, Wrong, example, reason


def examples(path, text):
    yield from fences(path, list(enumerate(text.split("\n"), 1)))


def documentation(path, text):
    """The fences in comments that begin with ///."""
    comments = [
        (number, found[1]) for number, line in enumerate(text.split("\n"), 1)
        if (found := re.match(r" */// ?(.*)", line))]
    yield from fences(path, comments)


def fences(path, lines):
    """From numbered lines. The comments with the reasons stand right before the fence."""
    rest, reasons = iter(lines), []
    for number, line in rest:
        if line.lstrip().startswith("<!--"):
            text = comment(number, line, rest)
            if found := reason(number, text):
                reasons.append(found)
        elif opening := re.match(r" *(```+|~~~+) *(\S*)", line):
            inside = list(until(rest, number, opening[1]))
            yield example(path, number + 1, KINDS.get(opening[2], opening[2]), inside, reasons)
            reasons = []
        elif reasons:
            raise Wrong(reasons[0].line, "a reason without an example right below it")
    if reasons:
        raise Wrong(reasons[0].line, "a reason without an example right below it")


def comment(number, line, rest):
    """Of one line or of several, without its marks."""
    text = line.strip().removeprefix("<!--")
    while "-->" not in text:
        _, following = next(rest, (None, None))
        if following is None:
            raise Wrong(number, "a comment without an end")
        text += "\n" + following
    return text.partition("-->")[0]


def until(rest, number, mark):
    for _, line in rest:
        if line.strip() == mark:
            return
        yield line
    raise Wrong(number, "a fence without an end")
