# SPDX-License-Identifier: Apache-2.0
"""A terminal with a person at it, who types what the examples need."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import visitor

PATIENCE = 30
CTRL_C = "\x03"
# The command, the text on the terminal, and what the person then types or does, once for each command.
ACTS = [
    ("app add", "The app's name for people: ", "Camera\r"),
    ("app add", "The app's systemd unit, or the full path of its program: ", "camera.service\r"),
    ("app add", "The beginning of its accessories' network names, such as MyCam-: ", "MyCam-\r"),
    ("systemd-ask-password", "Passphrase: ", "camera-0042\r"),
    ("setup", r"> 1  \S+ +MyCam", "\r"),
    # Without a program, the network is held until then.
    (r"setup(?!.* -- )", r"SSID +INTERFACE(?s:.)*192\.168\.4\.1 ", CTRL_C),
    ("accessory-picker(?!.*--once)", "Ctrl-C ends the picker.", CTRL_C),
    ("accessory-picker pair(?!.*--may)", r"passphrase of the home network\. \[y/N\] ", "y\r"),
    ("accessory-picker pair", r"https://(\S+)/open#(\S+)\n", visitor.pair),
    ("accessory-picker.*--once", r"http://(\S+)/open#(\S+)\n", visitor.visit),
]


class Terminal:
    """`process` is the command's; `output` what stood on the terminal."""

    def __init__(self, command, environment):
        self.command, self.output = command, b""
        self.acts = [act for act in ACTS if re.search(act[0], command)]
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.execvpe("bash", ["bash", "-c", command], environment)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def wait_until(self, ready):
        """Until the command has notified systemd that it is ready. What it prints by then stays on the terminal."""
        try:
            ready.wait()
        except TimeoutError:
            self.output += f"\n(not ready after {PATIENCE} s)".encode()

    def run(self):
        """Until the command ends. Returns its exit status."""
        end = time.monotonic() + PATIENCE
        while self.read(end):
            self.act()
        _, status = os.waitpid(self.process, 0)
        os.close(self.master)
        return os.waitstatus_to_exitcode(status)

    def read(self, end):
        """Returns whether more may come."""
        if not select.select([self.master], [], [], max(0, end - time.monotonic()))[0]:
            os.killpg(self.process, signal.SIGKILL)
            self.output += f"\n(not over after {PATIENCE} s)".encode()
            return False
        try:
            more = os.read(self.master, 65536)
        except OSError:  # The last program has closed the terminal.
            return False
        self.output += more
        return bool(more)

    def act(self):
        for act in self.acts:
            if found := re.search(act[1], self.text):
                self.acts.remove(act)
                if callable(act[2]):
                    act[2](*found.groups())
                else:
                    os.write(self.master, act[2].encode())
                return

    def end(self):
        os.killpg(self.process, signal.SIGINT)
        return self.run()

    @property
    def text(self):
        return plain(self.output.decode(errors="replace"))

    @property
    def lines(self):
        """Each with whether it stays: a line of progress is replaced by the next one."""
        text = self.output.decode(errors="replace").replace("\r\n", "\n")
        found = []
        for line in text.rstrip("\n").split("\n"):
            *passing, last = [plain(part).rstrip() for part in re.split(r"\r(?:\x1b\[K)+", line)]
            found += [(each, False) for each in passing if each]
            # What was erased at the end of the output leaves nothing.
            if last or not passing:
                found.append((last, True))
        return found


def plain(text):
    """Without the terminal's sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", text.replace("\r\n", "\n"))
