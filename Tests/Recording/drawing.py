# SPDX-License-Identifier: Apache-2.0
"""An asciicast as an animated picture. Each look of a row is text of its own, which CSS shows at its times. A reader who
wants no motion gets the last screen, and so does a program that does not know animations."""

import html
import re

import cast

# Of a cell, in pixels. Every run has its place and width, so the reader's monospaced font need not have this width.
WIDTH, HEIGHT, MARGIN = 8.4, 19, 14
# Then the last screen stays.
TIMES = 3
STYLE = """
svg{{--paper:#f6f8fa;--ink:#1f2328;--edge:#d1d9e0;--red:#c2181f;--green:#0f7b34;--brown:#8a5a00;--blue:#0550ae;\
--magenta:#8250df;--cyan:#0b6b77}}
@media(prefers-color-scheme:dark){{svg{{--paper:#0d1117;--ink:#e6edf3;--edge:#3d444d;--red:#ff8b83;--green:#5cd679;\
--brown:#e0b341;--blue:#79c0ff;--magenta:#d2a8ff;--cyan:#6fd6e0}}}}
text{{font:14px monospace;white-space:pre;fill:var(--ink)}}
.paper{{fill:var(--paper);stroke:var(--edge)}}.cursor,.bar{{fill:var(--ink)}}.bold{{font-weight:700}}
{colours}
.reverse{{fill:var(--paper)}}
.row,.cursor{{animation:{seconds}s step-end {times}}}.past{{visibility:hidden}}
@media(prefers-reduced-motion:reduce){{.row,.cursor{{animation:none}}}}
"""


def svg(text):
    header = cast.header(text)
    shown, cursors, end = looks(text)
    rules, rows = [], []
    for number, ((row, runs), times) in enumerate(shown.items()):
        last = times[-1][1] == end
        if times != [(0, end)]:
            rules.append(f"@keyframes r{number}{{{visible(times, end)}}}")
        rows.append(
            f'<g class="row{"" if last else " past"}" style="animation-name:r{number}">{drawn(row, runs)}</g>')
    rules.append(f"@keyframes cursor{{{moving(cursors, end)}}}")
    colours = "".join(f".{name}{{fill:var(--{name})}}" for name in cast.COLOURS)
    style = STYLE.format(colours=colours, seconds=number_(end), times=TIMES).strip() + "\n" + "\n".join(rules)
    width, height = (size(header["width"], WIDTH), size(header["height"], HEIGHT))
    title = html.escape(header["title"])
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<title>{title}</title>
<style>
{style}
</style>
<rect class="paper" x=".5" y=".5" width="{number_(width - 1)}" height="{number_(height - 1)}" rx="8"/>
<g transform="translate({MARGIN} {MARGIN})">
<rect class="cursor" style="animation-name:cursor;{placed(cursors[-1][1])}" width="{WIDTH}" height="{HEIGHT}"/>
{chr(10).join(rows)}
</g>
</svg>
"""


def looks(text):
    """The times from which until when each row has which look, the cursor's places, and the end."""
    shown, cursors, present, time = {}, [], {}, 0
    for time, screen in cast.screens(text):
        rows = dict(enumerate(screen.rows))
        for row in [row for row in present if rows[row] != present[row][0]]:
            runs, began = present.pop(row)
            add(shown, (row, runs), began, time)
        for row, runs in rows.items():
            if runs and row not in present:
                present[row] = runs, time
        cursors.append((time, screen.cursor))
    for row, (runs, began) in present.items():
        add(shown, (row, runs), began, time)
    return shown, cursors, time


def add(shown, look, began, ended):
    if ended > began:
        shown.setdefault(look, []).append((began, ended))


def visible(times, end):
    steps = {} if times[0][0] == 0 else {0: "hidden"}
    for began, ended in times:
        steps |= {began: "visible"} | ({ended: "hidden"} if ended < end else {})
    return "".join(f"{share(time, end)}{{visibility:{word}}}" for time, word in steps.items())


def moving(cursors, end):
    steps = {time: place for time, place in cursors if time < end}
    return "".join(f"{share(time, end)}{{{placed(place)}}}" for time, place in steps.items())


def placed(place):
    if place is None:
        return "opacity:0"
    return f"opacity:.5;transform:translate({number_(place[1] * WIDTH)}px,{place[0] * HEIGHT}px)"


def drawn(row, runs):
    bars = "".join(
        f'<rect class="bar" x="{number_(run.column * WIDTH)}" y="{row * HEIGHT}" width="{number_(run.width * WIDTH)}"'
        f' height="{HEIGHT}"/>'
        for run in runs if "reverse" in run.style)
    parts = "".join(
        f'<tspan{classes(run.style)} x="{number_(column * WIDTH)}" textLength="{number_(width * WIDTH)}">'
        f"{html.escape(text, quote=False)}</tspan>"
        for run in runs for column, width, text in pieces(run))
    return f'{bars}<text y="{row * HEIGHT + 14}">{parts}</text>'


def pieces(run):
    """Each column of a table begins at its place. The blanks before the next one belong to it, for whoever copies the
    text."""
    if run.width != len(run.text):
        yield run.column, run.width, run.text
        return
    for found in re.finditer(r" *(?:\S| (?! ))+ *|^ +$", run.text):
        yield run.column + found.start(), len(found[0]), found[0]


def classes(style):
    return f' class="{" ".join(style)}"' if style else ""


def size(cells, cell):
    return round(cells * cell + 2 * MARGIN)


def share(time, end):
    return number_(100 * time / end) + "%"


def number_(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")
