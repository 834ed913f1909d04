# SPDX-License-Identifier: Apache-2.0
"""A newcomer at the keyboard: types the steps, answers what the programs ask, and counts lines and seconds."""

import os
import pathlib
import re
import signal
import socket
import sys
import threading
import time

import roles
import terminal

# The longest wait for one command; a first build takes minutes.
PATIENCE = 900
ACTS = [("accessoryctl picker", r"> 1  \S+ +(MyCam|Lamp)", "\r")]
# What a command reads that asks nothing.
INPUT = {"sudo install -m 600": "plug-7-secret"}
END = "\n\x04"


class Person:
    def __init__(self, role, environment, skipped=(), acts=ACTS):
        self.role, self.environment, self.skipped = role, environment, skipped
        self.lines, self.began, self.beside = 0, time.monotonic(), []
        terminal.PATIENCE, terminal.ACTS = PATIENCE, list(acts)
        print(f"{role}:", flush=True)

    def take(self, step):
        if step.is_shown:
            if step.text not in pathlib.Path(step.file).read_text():
                sys.exit(f"{step.file} does not have these lines:\n{step.text}")
            return ""
        for line in step.lines:
            self.count(line)
        if step.file:
            path = pathlib.Path(step.file.replace("~", self.environment["HOME"], 1))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text)
            return ""
        for beginning, reason in self.skipped:
            if step.text.startswith(beginning):
                print(f"     (not typed: {reason})")
                return ""
        begun = terminal.Terminal(step.text, self.environment)
        if step.terminal:
            thread = threading.Thread(target=begun.run, daemon=True)
            thread.start()
            self.beside.append((begun, thread))
            return ""
        for beginning, text in INPUT.items():
            if step.text.startswith(beginning):
                self.count(text)
                os.write(begun.master, (text + END).encode())
        status = begun.run()
        if status != 0:
            sys.exit(f"{step.text}\nexit status {status}. The output:\n{begun.text}")
        if "Warning: " in begun.text:
            sys.exit(f"{step.text}\nwarns:\n{begun.text}")
        return begun.text

    def on_purpose(self, line, cure=None):
        """Types a line that README does not have. With a cure, a pattern with a group, the program must refuse the line and
        print that; returns the group."""
        print(f"     (on purpose) {line}", flush=True)
        begun = terminal.Terminal(line, self.environment)
        status = begun.run()
        found = cure and re.search(cure, begun.text)
        if (status == 0) == bool(cure) or (cure and not found):
            wanted = f"a refusal with '{cure}'" if cure else "success"
            sys.exit(f"{line}\nexit status {status}, where {wanted} was expected. The output:\n{begun.text}")
        return found and found[1]

    def count(self, line):
        self.lines += 1
        print(f"  {self.lines:2} {line}", flush=True)

    def wait_for(self, sign):
        """Until the program that was begun last listens at the socket, or shows the words."""
        begun, thread = self.beside[-1]
        end = time.monotonic() + 30
        while not (listens(sign) if isinstance(sign, pathlib.Path) else sign in begun.text):
            thread.join(0.02)
            if not thread.is_alive() or time.monotonic() > end:
                sys.exit(f"{begun.command}\nis not ready: {sign}. The output:\n{begun.text}")

    def finish(self):
        roles.check(self.role, self.lines)
        print(f"  {self.role}: {self.lines} lines typed, {time.monotonic() - self.began:.0f} s", flush=True)

    def leave(self):
        """Ends what the further terminals run."""
        for begun, thread in reversed(self.beside):
            os.killpg(begun.process, signal.SIGINT)
            thread.join()


def listens(path):
    with socket.socket(socket.AF_UNIX) as one:
        try:
            one.connect(str(path))
        except OSError:
            return False
    return True
