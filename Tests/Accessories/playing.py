# SPDX-License-Identifier: Apache-2.0
"""A running accessory, and how each family is asked to join."""

import http.client
import json
import pathlib
import subprocess
import sys
import urllib.parse

FOLDER = pathlib.Path(__file__).resolve().parent
SSID, RIGHT, WRONG, ADDRESS = 'Home & "Garden"', "right + pass%20", "wrong-passphrase", "192.0.2.40"
JSON = {"Content-Type": "application/json"}
failures = []


def check(family, name, condition, seen=""):
    if not condition:
        failures.append(name)
    print(f"{'ok    ' if condition else 'FAILED'} {family}: {name}" + ("" if condition else f" ({seen})"), flush=True)


class Device:
    """A running accessory. A request without an answer returns None."""

    def __init__(self, family, *options):
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-B",
                FOLDER / f"{family}.py",
                "--port",
                "0",
                "--network",
                SSID,
                "--passphrase",
                RIGHT,
                "--join-time",
                "0",
                *options,
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = self.event()["port"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def event(self):
        return json.loads(self.process.stdout.readline() or "{}")

    def request(self, method, target, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(
                method,
                target,
                body if body is None else json.dumps(body),
                headers or (JSON if body is not None else {}),
            )
            answer = connection.getresponse()
            answer.text = answer.read().decode()
            return answer
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def get(self, path, **parameters):
        return self.request("GET", path + ("?" + urllib.parse.urlencode(parameters) if parameters else ""))

    def post(self, path, body):
        return self.request("POST", path, body)


# How each family is asked to join, and how to ask it anything else.


def shelly(device, passphrase):
    return device.post(
        "/rpc",
        {
            "id": 1,
            "method": "WiFi.SetConfig",
            "params": {"config": {"sta": {"ssid": SSID, "pass": passphrase, "enable": True}}},
        },
    )


def shelly1(device, passphrase):
    return device.get("/settings/sta", enabled="1", ssid=SSID, key=passphrase, ipv4_method="dhcp")


def esphome(device, passphrase):
    return device.get("/wifisave", ssid=SSID, psk=passphrase)


def wled(device, passphrase):
    device.post("/json/cfg", {"nw": {"ins": [{"ssid": SSID, "psk": passphrase}]}})
    return device.post("/json/state", {"rb": True})


def tasmota(device, passphrase):
    return device.get("/wi", s1=SSID, p1=passphrase, save="")


def theta(device, passphrase):
    device.post(
        "/osc/commands/execute",
        {
            "name": "camera._setAccessPoint",
            "parameters": {"ssid": SSID, "security": "WPA/WPA2 PSK", "password": passphrase},
        },
    )
    return device.post(
        "/osc/commands/execute", {"name": "camera.setOptions", "parameters": {"options": {"_networkType": "CL"}}}
    )
