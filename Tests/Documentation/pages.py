# SPDX-License-Identifier: Apache-2.0
"""The pages of the documentation, and their examples."""

import sys

import manual
import markdown
from example import Reason
from sandbox import ROOT

sys.path.append(str(ROOT / "Tests/Newcomers"))

import roles

# Patterns of paths. The documentation in the libraries' sources is a part of the reference.
PAGES = [
    "README.md", ".github/*.md", "Sources/**/*.md", "Tests/**/*.md", "packaging/*.md", "packaging/man/*",
    "Sources/AccessorySetupKit/**/*.swift", "Sources/CoreBluetooth/**/*.swift", "Sources/NetworkExtension/**/*.swift",
    "Sources/AccessoryBridge/**/*.swift", "Sources/AccessoryModel/**/*.swift",
]


def all_paths():
    for pattern in PAGES:
        found = sorted(ROOT.glob(pattern))
        if not found:
            raise FileNotFoundError(f"no page is {pattern}")
        yield from (str(path.relative_to(ROOT)) for path in found)


def examples(path):
    """Raises Wrong. What newcomers type is not run here as well, and needs no comment."""
    if path.endswith(".swift"):
        reader = markdown.documentation
    else:
        reader = markdown.examples if path.endswith(".md") else manual.examples
    found = list(reader(path, ROOT.joinpath(path).read_text()))
    for example in found:
        if role := roles.reader(path, example.line):
            example.reasons.insert(0, Reason(example.line, f"the {role} of Tests/Newcomers types it"))
    return found
