# SPDX-License-Identifier: Apache-2.0
"""A terminal's screen: what stands on it, and the bytes that draw it."""

import dataclasses
import itertools

import pyte

# The terminal's own words for the colours, and the parameters of ECMA-48.
COLOURS = {"red": 31, "green": 32, "brown": 33, "blue": 34, "magenta": 35, "cyan": 36}


@dataclasses.dataclass(frozen=True)
class Run:
    """Cells of one row that look the same."""
    column: int
    width: int
    text: str
    # Of "bold", "reverse" and a colour.
    style: tuple = ()


class Screen:
    def __init__(self, columns, rows):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)

    def feed(self, data):
        self.stream.feed(data)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def before_cursor(self):
        return self.screen.display[self.screen.cursor.y][:self.screen.cursor.x]

    @property
    def cursor(self):
        """Row and column; None while it is hidden."""
        cursor = self.screen.cursor
        return None if cursor.hidden else (cursor.y, cursor.x)

    @property
    def rows(self):
        return [tuple(self.runs(number)) for number in range(self.screen.lines)]

    def runs(self, number):
        row = self.screen.buffer[number]
        cells = [(column, row[column]) for column in range(self.screen.columns)]
        while cells and cells[-1][1].data == " " and not style(cells[-1][1]):
            cells.pop()
        for look, group in itertools.groupby(cells, lambda cell: style(cell[1])):
            group = list(group)
            # The second cell of a wide character is empty.
            yield Run(group[0][0], len(group), "".join(cell.data for _, cell in group), look)


def style(cell):
    return tuple(
        word for word, has in (("bold", cell.bold), ("reverse", cell.reverse), (cell.fg, cell.fg in COLOURS)) if has)


def drawn(number, runs):
    """The bytes that draw a row."""
    text = f"\x1b[{number + 1};1H\x1b[2K"
    for run in runs:
        parameters = [str(COLOURS.get(word) or {"bold": 1, "reverse": 7}[word]) for word in run.style]
        shown = f"\x1b[{';'.join(parameters)}m{run.text}\x1b[0m" if parameters else run.text
        text += f"\x1b[{number + 1};{run.column + 1}H{shown}" if run.column else shown
    return text
