# SPDX-License-Identifier: Apache-2.0
"""The place on the site of each file of this tree."""

import functools
import pathlib
import posixpath
import subprocess

ROOT = pathlib.Path(__file__).parents[2]
GUIDE = "README.md"
MANUAL = "packaging/man"


@functools.cache
def tracked(*patterns):
    """The files of this tree that git knows, or would add."""
    found = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns], cwd=ROOT,
        stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
    return sorted({path for path in found if path and ROOT.joinpath(path).is_file()})


def is_folder(path):
    return ROOT.joinpath(path).is_dir()


def is_picture(path):
    return path.endswith((".png", ".svg"))


def of(path):
    if path == GUIDE:
        return "guide.html"
    if path == MANUAL:
        return "manual/index.html"
    if path.startswith(f"{MANUAL}/"):
        return f"manual/{posixpath.basename(path)}.html"
    if path.endswith(".varlink"):
        return f"interfaces/{posixpath.basename(path).removesuffix('.varlink')}.html"
    # Publishers of sites leave out folders with a dot before their name.
    path = "/".join(part.lstrip(".") for part in path.split("/"))
    if is_picture(path):
        return path
    if is_folder(path):
        return f"{path}/index.html"
    folder, name = posixpath.split(path)
    if name == "README.md":
        return f"{folder}/index.html"
    return f"{path.removesuffix('.md')}.html"


def raw(path):
    return f"interfaces/{posixpath.basename(path)}"


def link(page, path):
    """From one page of the site to another, or to a file of this tree."""
    return posixpath.relpath(path, posixpath.dirname(page) or ".")
