# SPDX-License-Identifier: Apache-2.0
"""A file or a folder of this tree to which a page links."""

import html
import posixpath

import manual
import places


def page(path):
    if places.is_folder(path):
        return folder(path)
    text = places.ROOT.joinpath(path).read_text()
    return path, f'<h1 id="top">{html.escape(path)}</h1>\n<pre><code>{html.escape(text)}</code></pre>', []


def folder(path):
    files = places.tracked(path)
    place = places.of(path)
    rows = "\n".join(
        f'<li><a href="{places.link(place, places.of(file))}">{html.escape(posixpath.relpath(file, path))}</a>'
        f"{about(file)}</li>" for file in files)
    title = "Manual" if path == places.MANUAL else path
    return title, f'<h1 id="top">{html.escape(title)}</h1>\n<ul>\n{rows}\n</ul>', files


def about(file):
    return f": {html.escape(manual.summary(file))}" if file.startswith(f"{places.MANUAL}/") else ""
