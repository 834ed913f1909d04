# SPDX-License-Identifier: Apache-2.0
"""A page of Markdown."""

import html
import posixpath
import re
import subprocess

import places


def page(path):
    done = subprocess.run(
        ["cmark-gfm", "--extension", "table", "--extension", "autolink", places.ROOT / path], stdout=subprocess.PIPE,
        text=True, check=True)
    links = []
    place = places.of(path)

    def linked(found):
        name, target = found[1], html.unescape(found[2])
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        file, mark, heading = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
        links.append(file)
        return f'{name}="{html.escape(places.link(place, places.of(file)) + mark + heading)}"'

    def titled(found):
        return f'<h{found[1]} id="{identifier(plain(found[2]))}">{found[2]}</h{found[1]}>'

    body = re.sub(r'\b(href|src)="([^"]*)"', linked, done.stdout)
    body = re.sub(r"<h([1-6])>(.*?)</h\1>", titled, body)
    # A wide table scrolls by itself, also by the keyboard.
    body = re.sub(r"<table>.*?</table>", r'<div class="wide" tabindex="0">\g<0></div>', body, flags=re.DOTALL)
    body = re.sub("<!-- raw HTML omitted -->\n?", "", body)
    title = plain(re.search(r"<h1[^>]*>(.*?)</h1>", body)[1])
    return ("Guide" if path == places.GUIDE else title), body, links


def plain(text):
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def identifier(text):
    """As GitHub makes it of a heading."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
