# SPDX-License-Identifier: Apache-2.0
"""A Varlink interface: each of its definitions with the comment above it, and links between them."""

import html
import re

import places

WORDS = r"^(interface|method|type|error) ([\w.]+)"


def page(path):
    text = places.ROOT.joinpath(path).read_text()
    blocks = [block for block in re.split(r"\n\n+(?=#|method|type|error|interface)", text.strip())]
    # A blank line within a comment has its #, so each block is a comment, a definition, or both.
    parts = [divided(block) for block in blocks if "SPDX-License-Identifier" not in block]
    names = {re.match(WORDS, code)[2] for _, code in parts if code}
    title = next(re.match(WORDS, code)[2] for _, code in parts if code.startswith("interface"))
    place = places.of(path)
    body = [f'<h1 id="top">{title}</h1>']
    for other in places.tracked("*.varlink"):
        if other != path:
            target = places.of(other)
            body.append(f'<a class="beside" href="{places.link(place, target)}">{html.escape(interface(other))}</a>')
    body.append(f'<a class="beside" href="{places.link(place, places.raw(path))}">The description as a file</a>')
    contents = {"method": [], "type": [], "error": []}
    sections = []
    for comment, code in parts:
        found = re.match(WORDS, code)
        if found is None or found[1] == "interface":
            body.append(paragraphs(comment))
            continue
        contents[found[1]].append(found[2])
        sections.append(
            f'<section><h2 id="{found[2]}">{found[2]} <small>{found[1]}</small></h2>\n{paragraphs(comment)}'
            f"<pre><code>{linked(code, names)}</code></pre></section>")
    for kind, listed in contents.items():
        if listed:
            links = ", ".join(f'<a href="#{name}">{name}</a>' for name in listed)
            body.append(f"<p><strong>{kind.title()}s:</strong> {links}</p>")
    return title, "\n".join(body + sections), places.tracked("*.varlink")


def interface(path):
    return path.rpartition("/")[2].removesuffix(".varlink")


def divided(block):
    lines = block.split("\n")
    count = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return [line[1:].removeprefix(" ") for line in lines[:count]], "\n".join(lines[count:])


def paragraphs(lines):
    """A line `name: text` begins an entry, which continues on lines with a blank before them."""
    found, entries = [], []

    def end():
        if entries:
            found.append(f"<dl>{''.join(entries)}</dl>")
            entries.clear()

    for paragraph in re.split(r"\n(?=\n|[a-z]\w*(?:, \w+)*: |[A-Z][a-z]+: )", "\n".join(lines)):
        entry = re.match(r"\s*([\w, ]+): (.*)", paragraph, re.DOTALL)
        if entry and not paragraph.lstrip().startswith("The "):
            entries.append(f"<dt>{html.escape(entry[1])}</dt><dd>{html.escape(entry[2])}</dd>")
        elif paragraph.strip():
            end()
            found.append(f"<p>{html.escape(paragraph.strip())}</p>")
    end()
    return "\n".join(found) + "\n"


def linked(code, names):
    return re.sub(
        r"(?<=[:\[\]?] )[\[\]?\w]*[A-Z]\w+|(?<=[\]?])[A-Z]\w+",
        lambda found: re.sub(
            r"[A-Z]\w+", lambda name: f'<a href="#{name[0]}">{name[0]}</a>' if name[0] in names else name[0], found[0]),
        html.escape(code, quote=False))
