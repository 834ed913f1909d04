# SPDX-License-Identifier: Apache-2.0
"""The processes of one scenario: an agent on a simulated air, and the picker."""

import getpass
import html
import itertools
import os
import pathlib
import queue
import select
import signal
import socket
import subprocess
import threading
import time

from report import Failed
from varlink import App, Connection

HERE = pathlib.Path(__file__).parent
CAMERA, GALLERY = "org.example.camera", "org.example.gallery"
MANIFESTS = {
    CAMERA: """[App]
Name={name}
Supports=WiFi;Bluetooth
[Identity]
Users={user}
[Discovery]
SSIDPrefixes=MyCam-;BadCam-;Odd-;<img
BluetoothServices=180D
""",
    # No program is this app: the administrator grants its access.
    GALLERY: """[App]
Name=Gallery
[Identity]
Units=gallery.service
[Discovery]
SSIDPrefixes=MyCam-
""",
}


def camera(ssid=None, **more):
    """A display item: all cameras, or the one of this name."""
    return {"name": "Garden camera", "descriptor": {"ssid": ssid} if ssid else {"ssidPrefix": "MyCam-"}, **more}


class World:
    """`air` is added to air.conf; `radio` replaces its radio."""

    def __init__(self, binaries, folder, air="", app="Camera", radio=None, configuration=None):
        self.binaries = binaries
        self.folder = pathlib.Path(folder)
        self.run = self.folder / "run"
        self.agent = self.picker = None
        self.apps, self.programs = [], []
        text = (HERE / "air.conf").read_text()
        if radio is not None:
            before, _, after = text.partition("[Radio wlan0]\n")
            text = before + radio + "\n" + after[after.index("[AccessPoint"):]
        (self.folder / "air.conf").write_text(f"{text}\n{air}")
        (self.folder / "conf/apps.d").mkdir(parents=True)
        if configuration is not None:
            (self.folder / "conf/accessoryd.conf").write_text(configuration)
        for name, manifest in MANIFESTS.items():
            (self.folder / f"conf/apps.d/{name}.conf").write_text(manifest.format(user=getpass.getuser(), name=app))

    def __enter__(self):
        try:
            self.start_agent()
            self.picker = Picker(self.binaries, self.run, self.folder / "picker.log")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for app in self.apps:
            app.close()
        processes = [*self.programs, *[process for process in (self.picker and self.picker.process, self.agent) if process]]
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()

    def start_agent(self):
        log = (self.folder / "agent.log").open("ab")
        with log:
            self.agent = subprocess.Popen([
                f"{self.binaries}/accessoryd", "--simulate", self.folder / "air.conf", "--config-dir",
                self.folder / "conf", "--state-dir", self.folder / "state", "--runtime-dir", self.run], stderr=log)
        until_it_listens(self.agent, self.run / "control.socket")

    def kill_agent(self):
        self.agent.kill()
        self.agent.wait()

    def change_air(self, *changes):
        """Ends the agent, and starts it on an air in which these texts replace others."""
        self.agent.terminate()
        self.agent.wait()
        text = (self.folder / "air.conf").read_text()
        for old, new in changes:
            if old not in text:
                raise Failed(f"the air has no {old!r}")
            text = text.replace(old, new)
        (self.folder / "air.conf").write_text(text)
        self.start_agent()

    def app(self):
        app = App(self.run / "app.socket")
        self.apps.append(app)
        return app

    def control(self, method, **parameters):
        connection = Connection(self.run / "control.socket")
        try:
            return connection.call(f"org.accessoryd.Control.{method}", **parameters)
        finally:
            connection.close()

    def until_free(self):
        """Waits until no app holds the radio."""
        status = Connection(self.run / "control.socket").send("org.accessoryd.Control.Monitor", more=True)
        try:
            # After the first reply no change is missed.
            status.receive()
            while self.control("GetStatus")["leases"]:
                status.receive()
        finally:
            status.close()

    def ctl(self, *arguments):
        done = subprocess.run(
            [f"{self.binaries}/accessoryctl", "--runtime-dir", self.run, *arguments], capture_output=True, text=True,
            timeout=20)
        if done.returncode != 0:
            raise Failed(f"accessoryctl {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def start_ctl(self, *arguments):
        """Starts one and does not wait for its end; not on a terminal."""
        process = subprocess.Popen(
            [f"{self.binaries}/accessoryctl", "--runtime-dir", self.run, *arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.programs.append(process)
        return process

    def grant(self, ssid, name, app=CAMERA, **more):
        return self.control("GrantAccess", app=app, ssid=ssid, name=name, **more)["record"]["accessory"]["id"]


class Picker:
    """The process; `lines` is its output, in order."""

    def __init__(self, binaries, run, log, *options):
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                [f"{binaries}/accessory-picker", "--runtime-dir", run, *options], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=errors, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.link = self.next_link()

    def read(self):
        with self.process.stdout as lines:
            for line in lines:
                self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def wait_for_line(self, words):
        """The next line with these words."""
        while True:
            try:
                line = self.lines.get(timeout=20)
            except queue.Empty:
                line = None
            if line is None:
                raise Failed(f"the picker did not print '{words}'")
            if words in line:
                return line

    def next_link(self):
        self.link = self.wait_for_line("/open#").strip()
        return self.link

    def renew(self):
        self.process.send_signal(signal.SIGUSR1)
        return self.next_link()

    @property
    def origin(self):
        return self.link.partition("/open")[0]

    @property
    def address(self):
        return self.origin.partition("//")[2].rpartition(":")[0]

    @property
    def port(self):
        return int(self.origin.rpartition(":")[2])


# Below the ports that the kernel takes for connections, so that a port stays free until a program listens at it again.
PORTS = itertools.count(20000 + os.getpid() % 10000)


def free_port():
    for port in PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
                return port
            except OSError:
                continue


class Hub:
    """`accessory-picker hub` over HTTPS, with its own certificate, or with --insecure-http. It keeps its port when it starts
    again."""

    def __init__(self, world, address="0.0.0.0", *options):
        self.address, self.options = address, options
        self.world, self.state = world, world.folder / "hub"
        self.socket, self.log = world.folder / "phones.socket", world.folder / "hub.log"
        self.state.mkdir(mode=0o700)
        self.port = free_port()
        self.start()

    @property
    def origin(self):
        return f"{'http' if '--insecure-http' in self.options else 'https'}://127.0.0.1:{self.port}"

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [f"{self.world.binaries}/accessory-picker", "hub", "--runtime-dir", self.world.run, "--listen",
                 f"{self.address}:{self.port}", "--phones-socket", self.socket, *self.options], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, env=os.environ | {"STATE_DIRECTORY": str(self.state)})
        self.world.programs.append(self.process)
        until_it_listens(self.process, self.socket)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.world.programs.remove(self.process)

    def pair(self, name):
        """The program, which waits for the phone, and its link by this machine's own address."""
        process = subprocess.Popen(
            [f"{self.world.binaries}/accessory-picker", "pair", "--name", name, "--phones-socket", self.socket],
            stdout=subprocess.PIPE, text=True)
        self.world.programs.append(process)
        for line in process.stdout:
            if "/open#" in line:
                return process, f"{self.origin}/open#{line.strip().partition('#')[2]}"
        raise Failed("'accessory-picker pair' printed no link")

    def phones(self, *arguments):
        return subprocess.run(
            [f"{self.world.binaries}/accessory-picker", "phones", *arguments, "--phones-socket", self.socket],
            capture_output=True, text=True, timeout=20, check=True).stdout


class Desktop:
    """`accessory-picker open`, whose default browser is a file with the page that leads to the link."""

    def __init__(self, world):
        self.world, self.opened = world, world.folder / "opened"
        programs, runtime = world.folder / "programs", world.folder / "user"
        programs.mkdir()
        runtime.mkdir(mode=0o700)
        opener = programs / "xdg-open"
        opener.write_text('#!/bin/sh\ncp "$1" "$OPENED.new" && mv "$OPENED.new" "$OPENED"\n')
        opener.chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(runtime), "OPENED": str(self.opened)}
        # Of this machine's systemd, if it started the tests.
        self.environment.pop("SYSTEMD_EXEC_PID", None)
        with (world.folder / "desktop.log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        world.programs.append(self.process)

    @property
    def command(self):
        return [f"{self.world.binaries}/accessory-picker", "open", "--runtime-dir", self.world.run]

    def open(self):
        """The menu's entry, once more."""
        subprocess.run(self.command, env=self.environment, timeout=20, check=True)

    def link(self, seconds=20):
        """The link that the default browser gets next."""
        for _ in range(seconds * 100):
            if self.opened.exists():
                text = self.opened.read_text()
                self.opened.unlink()
                return html.unescape(text.partition("url=")[2].partition('"')[0])
            # There is no event for a file that comes.
            time.sleep(0.01)
        raise Failed(f"no browser was opened within {seconds} s")


def until_it_listens(process, path, seconds=30):
    """Returns when a program accepts connections at the path. Fails if the process has ended, or is too slow."""
    ended = os.pidfd_open(process.pid)
    try:
        for _ in range(seconds * 100):
            with socket.socket(socket.AF_UNIX) as one:
                try:
                    return one.connect(str(path))
                except (FileNotFoundError, ConnectionRefusedError):
                    # There is no event for a socket that begins to listen. The end of the process is one.
                    if select.select([ended], [], [], 0.01)[0]:
                        raise Failed(f"{process.args[0]} ended before it listened at {path}") from None
        raise Failed(f"{process.args[0]} does not listen at {path}")
    finally:
        os.close(ended)
