# SPDX-License-Identifier: Apache-2.0
"""A Swift snippet as an app on the page's agent, with a person at a picker."""

import json
import os
import pathlib
import signal
import subprocess
import time

import agent
import snippets
from example import Wrong

APP, SSID, PASSPHRASE = "org.example.snippets", "MyCam-0042", "camera-0042"
BLUETOOTH = "24:0a:c4:12:34:58"


def run(example):
    if "Given.camera" in snippets.given(example.text):
        tool("access", "grant", "--app", APP, "--ssid", SSID, "--name", "Camera", "--bluetooth", BLUETOOTH)
    secret = pathlib.Path("/run/passphrase")
    secret.write_text(PASSPHRASE)
    earlier = pickers()
    picker = subprocess.Popen(
        ["accessoryctl", "picker", "--select", SSID, "--passphrase-file", str(secret)], env=agent.environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        # The request goes to the picker that came last; the page's hub may have one, too.
        end = time.monotonic() + agent.PATIENCE
        while pickers() == earlier and time.monotonic() < end:
            time.sleep(0.05)
        done = subprocess.run(
            [str(snippets.PROGRAM), snippets.name(example)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=agent.PATIENCE, check=False)
    finally:
        os.killpg(picker.pid, signal.SIGTERM)
        picker.wait()
    if done.returncode != 0:
        raise Wrong(example.line, f"the app ended with {done.returncode}:\n{done.stdout}")


def pickers():
    done = subprocess.run(
        ["accessoryctl", "--json", "general", "status"], env=agent.environment(), stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["pickers"]


def tool(*words):
    subprocess.run(["accessoryctl", *words], env=agent.environment(), stdout=subprocess.DEVNULL, check=True)
