# SPDX-License-Identifier: Apache-2.0
"""A page of the manual, by mandoc."""

import html
import re
import subprocess

import places


def page(path):
    place = places.of(path)
    done = subprocess.run(
        ["mandoc", "-T", "html", "-O", "fragment,man=%N.%S", places.ROOT / path], stdout=subprocess.PIPE, text=True,
        check=True)
    pages = {page.rpartition("/")[2]: page for page in places.tracked(places.MANUAL)}
    links = []

    def linked(name, section, text):
        target = pages.get(f"{name}.{section}")
        if target is None or target == path:
            return text
        links.append(target)
        return f'<a href="{html.escape(places.link(place, places.of(target)))}">{text}</a>'

    # mandoc makes links of mdoc(7); man(7) has only bold names.
    body = re.sub(
        r'<a class="Xr" href="[^"]*">([^<(]+)\((\d)\)</a>',
        lambda found: linked(found[1], found[2], f"{found[1]}({found[2]})"), done.stdout)
    body = re.sub(
        r"<b>([\w.-]+)</b>\s*\((\d)\)", lambda found: linked(found[1], found[2], f"<b>{found[1]}</b>({found[2]})"), body)
    # The page's name is the first heading.
    body = re.sub(r"(</?h)([1-5])\b", lambda found: f"{found[1]}{int(found[2]) + 1}", body)
    name, _, section = path.rpartition("/")[2].rpartition(".")
    return f"{name}({section})", f'<div class="page">\n<h1 id="top">{name}({section})</h1>\n{body}</div>', links


def summary(path):
    """What the page is about, from its NAME."""
    text = places.ROOT.joinpath(path).read_text()
    found = re.search(r"^\.Nd (.*)", text, re.MULTILINE) or re.search(r"^\.SH NAME\n.* \\- (.*)", text, re.MULTILINE)
    return found[1].replace("\\-", "-")
