# SPDX-License-Identifier: Apache-2.0
"""links.py FOLDER BASE: checks the whole site. Every link within it leads to a file, and to a heading that is there; nothing
is loaded from elsewhere. BASE is the path below which the site is published."""

import html.parser
import pathlib
import posixpath
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.identifiers, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or tag == "a" and name == "name":
                self.identifiers.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("src", "href", "srcset", "poster", "data"):
                self.loaded.append(value)


def main(folder, base):
    pages = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html"))}
    faults = [
        f"{path.relative_to(folder)}: {fault}" for path, page in pages.items()
        for fault in faults_of(page, path, pages, folder, base)]
    for style in folder.rglob("*.css"):
        faults += [
            f"{style.relative_to(folder)}: loads {found}"
            for found in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", style.read_text())]
    if not pages:
        faults.append("no pages")
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, {len(faults)} faults")
    return bool(faults)


def faults_of(page, path, pages, folder, base):
    for link in page.loaded + page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            if link in page.loaded and parts.scheme != "data":
                yield f"loads {link}"
            continue
        file = target(parts.path, path, folder, base)
        if file is None or not file.is_file():
            yield f"a dead link: {link}"
        # The reference makes its headings when it is shown.
        elif parts.fragment and file in pages and "reference" not in file.parts:
            if urllib.parse.unquote(parts.fragment) not in pages[file].identifiers:
                yield f"no such heading: {link}"


def target(link, path, folder, base):
    link = urllib.parse.unquote(link)
    if not link:
        return path
    if link.startswith("/"):
        if not f"{link}/".startswith(f"{base}/"):
            return None
        file = folder / link.removeprefix(base).lstrip("/")
    else:
        file = pathlib.Path(posixpath.normpath(path.parent / link))
    return file / "index.html" if file.is_dir() else file


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).absolute(), sys.argv[2].rstrip("/")))
