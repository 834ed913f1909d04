# SPDX-License-Identifier: Apache-2.0
"""The time from ShowPicker to the page on the screen of the seat; see opening."""

import contextlib
import os
import pathlib
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from report import Failed, expect
from world import World, camera, until_it_listens

# After one more of each, which fills the caches.
ROUNDS = 5
SECONDS = 60
ALONE = "The browser alone"
ASKED = "Camera asks for an accessory"
# As in the lab: Chromium asks nothing about itself, and has no graphics card. Root has no sandbox.
FLAGS = ("--no-first-run --no-default-browser-check --disable-gpu --disable-dev-shm-usage --disable-background-networking "
         "--disable-component-update --disable-sync --password-store=basic --no-sandbox")


class Seat:
    """A screen, a bus with a notification daemon, and a home whose default browser is Chromium."""

    def __init__(self, folder, stack):
        home, runtime = folder / "home", folder / "runtime"
        for name in (".config", ".local/share/applications"):
            (home / name).mkdir(parents=True)
        runtime.mkdir(mode=0o700)
        (home / ".config/mimeapps.list").write_text("[Default Applications]\ntext/html=browser.desktop\n")
        (home / ".local/share/applications/browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec=/usr/bin/chromium {FLAGS} %U\n")
        self.page = home / "alone.html"
        self.page.write_text(f"<!doctype html><title>{ALONE}</title>\n")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "LANG": "C.UTF-8"}
        self.socket = runtime / "accessory-picker/desktop.socket"
        self.stack = stack
        screen = self.first_line("Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp")
        self.environment["DISPLAY"] = f":{screen}"
        # It starts dunst when a notification comes.
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.first_line(
            "dbus-daemon", "--session", "--nofork", "--print-address")

    def start(self, *command, stdout=subprocess.DEVNULL):
        process = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.DEVNULL, text=True)
        self.stack.callback(end, process)
        return process

    def first_line(self, *command):
        process = self.start(*command, stdout=subprocess.PIPE)
        line = process.stdout.readline().strip()
        expect(line, f"{command[0]} does not start")
        return line

    def shows(self, title):
        """Waits for a window with this title, and returns its process. xdotool looks every 30 ms, and fails if any window
        goes while it looks, as some of a browser do that starts."""
        command = ["xdotool", "search", "--sync", "--onlyvisible", "--name", title, "getwindowpid"]
        deadline = time.monotonic() + SECONDS
        done = None
        while done is None or done.returncode != 0:
            try:
                done = subprocess.run(
                    command, env=self.environment, capture_output=True, text=True, timeout=deadline - time.monotonic())
            except subprocess.TimeoutExpired:
                raise Failed(f"no window '{title}' after {SECONDS} s{': ' + done.stderr if done else ''}") from None
        return int(done.stdout.split()[0])

    def closes(self, browser):
        """Ends the browser, and waits until its profile is free."""
        # It is not this process's child.
        ended = os.pidfd_open(browser)
        try:
            os.kill(browser, signal.SIGTERM)
            expect(select.select([ended], [], [], SECONDS)[0], "the browser does not end")
        finally:
            os.close(ended)


def end(process):
    process.terminate()
    process.wait()


def alone(seat):
    """Seconds from xdg-open to the browser's window with a file."""
    began = time.monotonic()
    opener = seat.start("xdg-open", seat.page)
    browser = seat.shows(ALONE)
    took = time.monotonic() - began
    seat.closes(browser)
    opener.wait()
    return took


def asked(seat, world):
    """Seconds from an app's ShowPicker to the browser's window with its request."""
    picker = seat.start(f"{world.binaries}/accessory-picker", "desktop", "--runtime-dir", world.run)
    until_it_listens(picker, seat.socket)
    # There is no event for a picker that comes.
    while world.control("GetStatus")["pickers"] == 0:
        time.sleep(0.01)
    app = world.app()
    began = time.monotonic()
    app.show(camera())
    browser = seat.shows(ASKED)
    took = time.monotonic() - began
    app.close()
    seat.closes(browser)
    end(picker)
    return took


def main(binaries):
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="opening-")))
        (folder / "world").mkdir()
        world = stack.enter_context(World(binaries, folder / "world"))
        end(world.picker.process)
        seat = Seat(folder, stack)
        times = [(alone(seat), asked(seat, world)) for _ in range(ROUNDS + 1)][1:]
    own, whole = (statistics.median(column) for column in zip(*times))
    more = statistics.median(one - other for other, one in times)
    print(f"from ShowPicker to the page on the screen {whole:.2f} s, of which the browser alone takes {own:.2f} s: "
          f"{more:.2f} s beyond it (medians of {ROUNDS})")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Failed as failure:
        sys.exit(f"opening: {failure}")
