# SPDX-License-Identifier: Apache-2.0
"""A recording as an asciicast, version 2. Its times are the script's, and an event draws the rows that changed: so a
recording does not depend on the machine's speed."""

import json

from screen import COLOURS, Screen, drawn


class Recording:
    def __init__(self, columns, rows, title):
        self.header = {"version": 2, "width": columns, "height": rows, "title": title}
        self.events, self.time = [], 0
        self.rows, self.cursor = [()] * rows, (0, 0)

    def keep(self, screen, seconds):
        """The screen as it is, for so long."""
        rows, cursor = screen.rows, screen.cursor
        data = "".join(drawn(number, new) for number, (old, new) in enumerate(zip(self.rows, rows)) if old != new)
        if data or cursor != self.cursor:
            if cursor is None:
                data += "\x1b[?25l"
            else:
                data += f"\x1b[{cursor[0] + 1};{cursor[1] + 1}H" + ("\x1b[?25h" if self.cursor is None else "")
            self.events.append((round(self.time, 2), data))
        self.rows, self.cursor = rows, cursor
        self.time += seconds

    @property
    def text(self):
        """With an event without data at its end, which gives the last screen its time."""
        events = [*self.events, (round(self.time, 2), "")]
        lines = [self.header, *([time, "o", data] for time, data in events)]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def screens(text):
    """Yields the time and the screen after each event. It is one screen, which changes."""
    header, *events = map(json.loads, text.splitlines())
    screen = Screen(header["width"], header["height"])
    for time, _, data in events:
        screen.feed(data.encode())
        yield time, screen


def header(text):
    return json.loads(text.partition("\n")[0])
