# SPDX-License-Identifier: Apache-2.0
"""The agent of a page: the demonstration's air, at the places where the system's agent has its files."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys

import sandbox

PATIENCE = 30
FOLDER = sandbox.HERE / "machine"
# As a package of apps would: /etc/accessoryd is the administrator's, and empty.
CONFIGURATION = pathlib.Path("/run/accessoryd/conf")
ADMINISTRATOR = pathlib.Path("/etc/accessoryd")
STATUSES = pathlib.Path("/run/statuses")
CREDENTIALS = {"plugs": "plug-7-secret", "doorbell": "doorbell-123456", "cam1": "camera-0042"}


def environment():
    return os.environ | {
        "PATH": f"{FOLDER}/programs:{os.environ['PATH']}", "PROGRAMS": "/run/programs",
        "STATUSES": str(STATUSES), "TERM": "xterm", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": "/home/reader"}


def prepare():
    """The reader's files, which the pages name, beside those of the tree."""
    shutil.copytree("/run/tree/conf", "conf")
    for name in ("apps.d", "provision.d"):
        shutil.copytree(f"conf/{name}", CONFIGURATION / name)
    # The plan by its name, as somebody writes it before it is installed.
    for example in ("conf/provision.d/porch-camera.conf", *FOLDER.joinpath("files").iterdir()):
        shutil.copy(example, ".")
    apps = CONFIGURATION / "apps.d"
    shutil.copy("Sources/Examples/CameraViewer/org.example.viewer.conf", apps)
    for manifest in FOLDER.joinpath("apps.d").iterdir():
        shutil.copy(manifest, apps)
    # Only the administrator's own file may have this key.
    ADMINISTRATOR.joinpath("accessoryd.conf").write_text("[Uplink]\nCredentialsFor=org.example.plug\n")
    credentials = pathlib.Path("/run/credentials")
    credentials.mkdir(mode=0o700)
    for name, secret in CREDENTIALS.items():
        credentials.joinpath(name).write_text(secret)


class Ready:
    """The socket on which a service notifies systemd that it is ready."""

    def __init__(self, name):
        self.path = f"/run/ready-{name}"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(PATIENCE)

    def wait(self):
        while b"READY=1" not in self.socket.recv(65536):
            pass


def start(radio, changes=()):
    """With the demonstration's radio under this name. `changes` are texts of its air, and what takes their place."""
    ready = Ready("agent")
    air = pathlib.Path("/run/air.conf")
    # The pages show signals, which must not depend on the second in which a look ends.
    still = "\n[Air]\nVariesSignals=false\n"
    text = pathlib.Path("conf/demo-air.conf").read_text() + FOLDER.joinpath("air.conf").read_text() + still
    for old, new in (("[Radio wlan0]", f"[Radio {radio}]"), *changes):
        if old not in text:
            raise ValueError(f"the air has no {old!r}")
        text = text.replace(old, new)
    air.write_text(text)
    with open("/run/log", "wb") as log:
        process = subprocess.Popen(
            ["accessoryd", "--simulate", str(air)], stderr=log,
            env=environment() | {"NOTIFY_SOCKET": ready.path, "CREDENTIALS_DIRECTORY": "/run/credentials"})
    try:
        ready.wait()
    except TimeoutError:
        process.kill()
        sys.exit("accessoryd does not start:\n" + pathlib.Path("/run/log").read_text())
