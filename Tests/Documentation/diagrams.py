# SPDX-License-Identifier: Apache-2.0
"""A diagram's arrows are those of Package.swift, apart from arrows that follow from others."""

import functools
import json
import subprocess

import sandbox
from example import Wrong


def check(example):
    arrows = set()
    for line, text in enumerate(example.lines[1:], example.line + 1):
        groups = [text_of(part) for part in text.split("-->")]
        if len(groups) < 2:
            raise Wrong(line, "no arrow -->")
        for left, right in zip(groups, groups[1:]):
            for arrow in ((one, other) for one in left for other in right):
                if arrow not in reachable(dependencies()):
                    raise Wrong(line, f"in Package.swift, {arrow[0]} does not depend on {arrow[1]}")
                arrows.add(arrow)
    nodes = {node for arrow in arrows for node in arrow}
    drawn = reachable(frozenset(arrows))
    for one, other in sorted(dependencies()):
        if {one, other} <= nodes and (one, other) not in drawn:
            raise Wrong(example.line, f"in Package.swift, {one} depends on {other}, and no arrow leads there")


def text_of(part):
    return [name.strip() for name in part.split("&")]


@functools.cache
def dependencies():
    """Pairs of targets of this package."""
    described = json.loads(subprocess.run(
        ["swift", "package", "--ignore-lock", "dump-package"], cwd=sandbox.ROOT, stdout=subprocess.PIPE,
        check=True).stdout)
    names = {target["name"] for target in described["targets"]}
    return frozenset(
        (target["name"], each["byName"][0]) for target in described["targets"] for each in target["dependencies"]
        if each.get("byName", [None])[0] in names)


@functools.cache
def reachable(pairs):
    found = set(pairs)
    while True:
        more = {(one, last) for one, other in found for first, last in pairs if first == other} - found
        if not more:
            return found
        found |= more
