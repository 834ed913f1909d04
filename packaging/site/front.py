# SPDX-License-Identifier: Apache-2.0
"""The first page. Its words are those of the other pages."""

import html
import re

import interfaces
import manual
import markdown
import places

TITLE = "accessoryd"
REFERENCE = "reference/documentation/accessorysetupkit/index.html"


def body():
    _, guide, _ = markdown.page(places.GUIDE)
    # All that stands before the first section, and the first picture.
    summary = re.search(r"</h1>\n(.*?)<h2", guide, re.DOTALL)[1]
    picture = re.search(r'<img[^>]*terminal\.svg"[^>]*>', guide)[0]
    pages = [(places.of(path), manual.page(path)[0], manual.summary(path)) for path in places.tracked(places.MANUAL)]
    described = [(places.of(path), interfaces.interface(path), about(path)) for path in places.tracked("*.varlink")]
    return f"""<h1 id="top">{TITLE}</h1>
{summary}
<p><a class="main" href="guide.html">Read the guide</a></p>
{picture}
<h2 id="manual">The manual</h2>
{listed(pages)}
<h2 id="library">The library for apps</h2>
<p><a href="{REFERENCE}">AccessorySetupKit</a> is the library for apps in Swift, with the names that phones have. Beside
it are <a href="{REFERENCE.replace("accessorysetupkit", "corebluetooth")}">CoreBluetooth</a> and
<a href="{REFERENCE.replace("accessorysetupkit", "networkextension")}">NetworkExtension</a>. The reference needs
JavaScript. Apps in other languages use the interfaces.</p>
<h2 id="interfaces">The interfaces</h2>
{listed(described)}
"""


def about(path):
    """The first sentence of the description."""
    text = places.ROOT.joinpath(path).read_text()
    comment = re.search(r"\n\n((?:#.*\n)+)", text)[1].replace("\n#", "").lstrip("# ")
    return comment.partition(". ")[0].strip().removesuffix(".")


def listed(rows):
    items = "\n".join(
        f'<li><a href="{target}">{html.escape(name)}</a>: {html.escape(text)}</li>' for target, name, text in rows)
    return f"<ul>\n{items}\n</ul>"
