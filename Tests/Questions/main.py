# SPDX-License-Identifier: Apache-2.0
"""Every question of the programs at a terminal, answered with Ctrl-C: the program ends within a second."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time

FOLDER = pathlib.Path("/tmp/questions")
PATIENCE, LIMIT = 30, 1
CTRL_C = "\x03"
AIR = """
[Radio wlan0]
SSID=HomeNet
[AccessPoint home]
SSID=HomeNet
BSSID=02:00:00:00:10:01
Security=wpa2
Passphrase=home sweet home
[AccessPoint camera]
SSID=MyCam-0001
BSSID=02:00:00:00:01:01
[AccessPoint secured camera]
SSID=MyCam-0042
BSSID=02:00:00:00:01:42
Security=wpa2
Passphrase=camera-0042
[AccessPoint plug]
SSID=ShellyPlusPlugS-C049EF8C480C
BSSID=c0:49:ef:8c:48:0d
[AccessPoint lamp]
SSID=WLED-AP
BSSID=02:00:00:00:02:01
Security=wpa2
Passphrase=wled1234
[AccessPoint sensor]
SSID=PROV_C049EF
BSSID=02:00:00:00:02:02
"""
MANIFEST = """
[App]
Name=Viewer
[Identity]
Users=root
[Discovery]
SSIDPrefixes=MyCam-
"""
APP = "--app org.example.viewer"
TOOL = "accessoryctl --runtime-dir /tmp/questions/run"
CHOOSES = f"{TOOL} picker --select MyCam-0001"
# What asks; the command; a picker beside it that chooses; texts on the terminal, each with what is typed then. The program ends
# after the last one.
QUESTIONS = [
    ("onboard: the list", f"{TOOL} onboard", None, [("ShellyPlus", CTRL_C)]),
    ("onboard: consent", f"{TOOL} onboard ShellyPlusPlugS-C049EF8C480C", None, [(r"Go on\? \[y/N\] ", CTRL_C)]),
    ("onboard: proof", f"{TOOL} onboard PROV_C049EF", None, [(r"Proof of possession.*\(not shown\): ", CTRL_C)]),
    ("onboard: passphrase", f"{TOOL} onboard WLED-AP", None, [(r"Passphrase of the hotspot.*\(not shown\): ", CTRL_C)]),
    ("onboard: label", f"{TOOL} onboard --label -", None, [(r"\(not shown\): ", CTRL_C)]),
    ("setup: the list", f"{TOOL} setup {APP} --ssid-prefix MyCam-", None, [("MyCam-0042", CTRL_C)]),
    ("setup: passphrase", f"{TOOL} setup {APP} --ssid MyCam-0042 --select MyCam-0042 --ask", None, [(r"\(not shown\): ", CTRL_C)]),
    ("setup: passphrase from standard input", f"{TOOL} setup {APP} --ssid MyCam-0042 --select only --passphrase-file -", None,
     [(r"\(not shown\): ", CTRL_C)]),
    ("picker: waits", f"{TOOL} picker", None, [(r"\S", CTRL_C)]),
    ("app add: name", f"{TOOL} app add org.example.new --config-dir /tmp/questions/new", None, [("The app's name for people: ", CTRL_C)]),
    ("app add: unit", f"{TOOL} app add org.example.new --config-dir /tmp/questions/new", None,
     [("The app's name for people: ", "New\r"), ("full path of its program: ", CTRL_C)]),
    ("app add: networks", f"{TOOL} app add org.example.new --config-dir /tmp/questions/new --name New --unit new.service", None,
     [("such as MyCam-: ", CTRL_C)]),
    # Since glibc 2.38, exit() waits for a thread that holds standard input. Here no camera answers, since the air is simulated.
    ("camera-viewer: the end, nothing typed", "camera-viewer", CHOOSES, [("the camera does not answer", "")]),
    ("hotspot join: passphrase", f"{TOOL} access grant {APP} --ssid MyCam-0042 && "
     f"{TOOL} hotspot join {APP} --ssid MyCam-0042 --ask", None, [(r"\(not shown\): ", CTRL_C)]),
]


def plain(data):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", data.decode(errors="replace"))


class Question:
    def __init__(self, command):
        self.seen = b""
        self.master, terminal = pty.openpty()
        self.before = termios.tcgetattr(terminal)
        self.process = subprocess.Popen(
            ["bash", "-c", command], stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
            preexec_fn=self.begin,
            env=os.environ | {"TERM": "xterm", "ACCESSORYD_RUNTIME_DIR": str(FOLDER / "run")})
        os.close(terminal)

    @staticmethod
    def begin():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        # Whoever runs the tests in the background has a shell that ignores it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def read(self, seconds):
        """Returns whether more may come."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self.master, 65536)
        except OSError:
            return False
        self.seen += more
        return bool(more)

    def until(self, pattern):
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, plain(self.seen)):
            if not self.read(max(0, end - time.monotonic())):
                return False
        self.seen = b""
        return True

    def type(self, keys):
        os.write(self.master, keys.encode())

    def seconds_to_its_end(self):
        """Nothing if it does not end."""
        began = time.monotonic()
        ended = os.pidfd_open(self.process.pid)
        while time.monotonic() < began + LIMIT:
            ready = select.select([ended, self.master], [], [], max(0, began + LIMIT - time.monotonic()))[0]
            if ended in ready:
                return time.monotonic() - began
            if self.master in ready and not self.read(0):
                select.select([ended], [], [], max(0, began + LIMIT - time.monotonic()))
                return time.monotonic() - began if select.select([ended], [], [], 0)[0] else None
        return None

    def is_restored(self):
        return termios.tcgetattr(self.master)[:4] == self.before[:4]

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)


def ask(command, chooses, acts):
    """Returns what is wrong; nothing if nothing is."""
    chooser = chooses and subprocess.Popen(chooses, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    question = Question(command)
    try:
        for pattern, typed in acts:
            if not question.until(pattern):
                return f"'{pattern}' did not appear: {plain(question.seen)[-600:]}", None
            question.type(typed)
        seconds = question.seconds_to_its_end()
        if seconds is None:
            return f"it did not end within {LIMIT} s: {plain(question.seen)}", None
        return (None if question.is_restored() else "the terminal is not as it was"), seconds
    finally:
        question.end()
        if chooser:
            chooser.kill()
            chooser.wait()


def main():
    (FOLDER / "conf/apps.d").mkdir(parents=True)
    (FOLDER / "conf/apps.d/org.example.viewer.conf").write_text(MANIFEST)
    (FOLDER / "air.conf").write_text(AIR)
    log = (FOLDER / "log").open("wb")
    agent = subprocess.Popen([
        "accessoryd", "--simulate", FOLDER / "air.conf", "--config-dir", FOLDER / "conf", "--state-dir", FOLDER / "state",
        "--runtime-dir", FOLDER / "run"], stderr=log)
    failed = 0
    try:
        end = time.monotonic() + PATIENCE
        while subprocess.run(f"{TOOL} general status", shell=True, capture_output=True).returncode != 0:
            if agent.poll() is not None or time.monotonic() > end:
                sys.exit("the agent does not answer: " + (FOLDER / "log").read_text())
        for name, command, chooses, acts in QUESTIONS:
            wrong, seconds = ask(command, chooses, acts)
            failed += wrong is not None
            print(f"FAILED  {name}: {wrong}" if wrong else f"ok      {name}: ended after {seconds:.2f} s", flush=True)
    finally:
        agent.kill()
        agent.wait()
    print(f"{len(QUESTIONS) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
