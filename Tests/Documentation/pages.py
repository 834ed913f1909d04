# SPDX-License-Identifier: Apache-2.0
"""The pages of the documentation, and their examples."""

import manual
import markdown
from sandbox import ROOT

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
    """Raises Wrong."""
    if path.endswith(".swift"):
        reader = markdown.documentation
    else:
        reader = markdown.examples if path.endswith(".md") else manual.examples
    return list(reader(path, ROOT.joinpath(path).read_text()))
