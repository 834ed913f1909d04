# SPDX-License-Identifier: Apache-2.0
"""A shell in a terminal of fixed size, and a person who types at it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

import agent
import cast
from screen import Screen

COLUMNS, ROWS = 88, 21
PROMPT = "$ "
# In seconds, of the recording.
KEYS, ENTER = 0.09, 0.5


class Terminal:
    def __init__(self, title):
        self.screen = Screen(COLUMNS, ROWS)
        self.recording = cast.Recording(COLUMNS, ROWS, title)
        self.unread = b""
        self.process, self.master = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], agent.environment() | {"PS1": PROMPT})
        self.until(lambda: self.screen.before_cursor == PROMPT, "the prompt")

    def type(self, text):
        """A few letters are one picture. The terminal shows them."""
        typed = PROMPT
        for piece in re.findall(".{1,3}", text):
            os.write(self.master, piece.encode())
            typed += piece
            self.until(lambda: self.screen.before_cursor == typed, typed)
            self.recording.keep(self.screen, KEYS)
        self.recording.keep(self.screen, ENTER)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def see(self, pattern, seconds):
        """Waits for this text, and keeps the screen for so long. The pattern has what the program writes last: the screen
        is then complete."""
        self.until(lambda: re.search(pattern, self.screen.text, re.MULTILINE), pattern)
        self.recording.keep(self.screen, seconds)

    def run(self, text, seconds):
        """A command up to its end."""
        self.type(text)
        self.press("\r")
        self.see(r"^\$\n*\Z", seconds)

    def until(self, condition, what):
        end = time.monotonic() + agent.PATIENCE
        while not condition():
            # Line by line: a screen that passes is not missed, however much comes at once.
            if self.unread:
                line = re.match(rb"\r?[^\r\n]*\n?", self.unread)[0]
                self.screen.feed(line)
                self.unread = self.unread[len(line):]
                continue
            if not select.select([self.master], [], [], max(0, end - time.monotonic()))[0]:
                os.killpg(self.process, signal.SIGKILL)
                sys.exit(f"not seen in {agent.PATIENCE} s: {what}\nThe screen:\n{self.screen.text}")
            self.unread = os.read(self.master, 65536)

    def end(self):
        os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.master)
