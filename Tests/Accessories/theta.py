#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Ricoh THETA: Open Spherical Camera with Ricoh's own command for a network. It only keeps the network.

A person then switches the camera to client mode, at the camera; the signal SIGUSR1 plays the person. From
ricohapi/theta-api-specs, version 2.1."""

import json
import signal
import threading

from accessory import JOINED, Accessory, Answer, main

SECURITIES = ("none", "WEP", "WPA/WPA2 PSK")


class Theta(Accessory):
    keeps_connections = True

    def __init__(self, options):
        super().__init__(options)
        self.stored = None
        # The lock may be taken where the signal comes in.
        signal.signal(signal.SIGUSR1, lambda *_: threading.Thread(target=self.press, daemon=True).start())

    def press(self):
        with self.lock:
            if self.stored:
                self.is_away = True
                self.apply(*self.stored)

    def ended(self):
        self.is_away = self.state == JOINED

    def answer(self, request):
        if (request.method, request.path) == ("GET", "/osc/info"):
            return self.json(
                {
                    "manufacturer": "RICOH",
                    "model": "RICOH THETA Z1",
                    "serialNumber": "YN10012345",
                    "firmwareVersion": "3.10.2",
                    "_wlanMacAddress": self.mac,
                    "endpoints": {"httpPort": 80, "httpUpdatesPort": 80},
                    "apiLevel": [2],
                    "api": ["/osc/info", "/osc/state", "/osc/commands/execute"],
                }
            )
        if (request.method, request.path) == ("POST", "/osc/state"):
            return self.json({"fingerprint": "FIG_0001", "state": {"batteryLevel": 0.9}})
        if (request.method, request.path) == ("POST", "/osc/commands/execute"):
            return self.execute(request.body)
        return Answer("", 404)

    def execute(self, body):
        try:
            command = json.loads(body)
            name, parameters = command["name"], command.get("parameters", {})
        except (ValueError, KeyError, TypeError):
            return self.error("", "missingParameter", 400)
        if name == "camera._listAccessPoints":
            points = [{"ssid": self.stored[0], "connectionPriority": 1}] if self.stored else []
            return self.json({"name": name, "state": "done", "results": {"accessPoints": points}})
        if name != "camera._setAccessPoint":
            return self.error(name, "unknownCommand", 400)
        if "ssid" not in parameters:
            return self.error(name, "missingParameter", 400)
        security, password = parameters.get("security", "none"), parameters.get("password", "")
        ssid = str(parameters["ssid"])
        if security not in SECURITIES or not 1 <= len(ssid.encode()) <= 32 or (security != "none") != bool(password):
            return self.error(name, "invalidParameterValue", 400)
        self.stored = (ssid, password)
        self.just_applied = True
        return self.json({"name": name, "state": "done"})

    def error(self, name, code, status):
        return self.json({"name": name, "state": "error", "error": {"code": code, "message": f"{code}."}}, status)

    @staticmethod
    def json(value, status=200):
        return Answer(
            json.dumps(value), status, "application/json;charset=utf-8", {"X-Content-Type-Options": "nosniff"}
        )


if __name__ == "__main__":
    main(Theta, __doc__)
