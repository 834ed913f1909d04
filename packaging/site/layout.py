# SPDX-License-Identifier: Apache-2.0
"""The frame of every page."""

import html

import places

PARTS = [
    ("index.html", "accessoryd"), ("guide.html", "Guide"), ("manual/index.html", "Manual"),
    ("interfaces/org.accessoryd.Setup.html", "Interfaces"), ("reference/documentation/accessorysetupkit/index.html", "Library"),
    ("Sources/index.html", "Sources"), ("packaging/CHANGELOG.html", "Changes"),
]
FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{style}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><nav aria-label="Parts of this site">
{parts}
</nav></header>
<main id="content">
{body}
</main>
</body>
</html>
"""


def page(place, title, body):
    return FRAME.format(
        title=html.escape(title if title == "accessoryd" else f"{title} - accessoryd"),
        style=places.link(place, "style.css"), parts="\n".join(part(place, *each) for each in PARTS), body=body)


def part(place, target, name):
    here = ' aria-current="page"' if place == target else ""
    return f'<a href="{places.link(place, target)}"{here}>{name}</a>'
