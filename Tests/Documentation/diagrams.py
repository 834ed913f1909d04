# SPDX-License-Identifier: Apache-2.0
"""A graph's arrows are those of Package.swift, apart from arrows that follow from others. Pictures of states are drawn by
packaging/generate-states, which tells a stale one."""

import functools
import json
import subprocess

import sandbox
from example import Wrong


def check(example):
    if example.lines[0] == "stateDiagram-v2":
        check_states(example)
    else:
        check_dependencies(example)


def check_states(example):
    above = (sandbox.ROOT / example.path).read_text().split("\n")[example.line - 3]
    if not above.startswith("<!-- states of "):
        raise Wrong(example.line, "no comment 'states of FILE' right above it, so that nothing can tell when it is stale")
    if (stale := stale_states()) is not None:
        raise Wrong(example.line, stale)


def check_dependencies(example):
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
def stale_states():
    """What packaging/generate-states says of pictures that it would draw otherwise; None if there is none."""
    drawn = subprocess.run(
        ["packaging/generate-states", "-"], cwd=sandbox.ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return drawn.stdout if drawn.returncode else None


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
