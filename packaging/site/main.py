# SPDX-License-Identifier: Apache-2.0
"""The site: main.py FOLDER writes it, except for the library's reference; links.py checks all of it. See packaging/docs."""

import pathlib
import shutil
import sys

import front
import interfaces
import layout
import manual
import markdown
import places
import sources

HERE = pathlib.Path(__file__).parent


def main(folder):
    written = set()
    waiting = [places.GUIDE, *places.tracked("*.md"), places.MANUAL, *places.tracked("*.varlink")]
    while waiting:
        path = waiting.pop()
        if path in written or ".docc/" in path:
            continue
        written.add(path)
        target = folder / places.of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if places.is_picture(path):
            shutil.copy(places.ROOT / path, target)
            continue
        title, body, links = page(path)
        for link in links:
            if not places.tracked(link):
                sys.exit(f"{path} links to {link}, which is not in this tree")
        target.write_text(layout.page(places.of(path), title, body))
        waiting += links
        if path.endswith(".varlink"):
            shutil.copy(places.ROOT / path, folder / places.raw(path))
    folder.joinpath("index.html").write_text(layout.page("index.html", front.TITLE, front.body()))
    shutil.copy(HERE / "style.css", folder)


def page(path):
    """Title, HTML, and the paths of this tree to which it links."""
    if path.endswith(".md"):
        return markdown.page(path)
    if path.endswith(".varlink"):
        return interfaces.page(path)
    if path.startswith("packaging/man/"):
        return manual.page(path)
    return sources.page(path)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
