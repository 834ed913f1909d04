#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Ricoh THETA: Open Spherical Camera with Ricoh's own command for a network. The command only stores the network; the
option `_networkType` then switches the camera from its hotspot to its client mode.

From ricohapi/theta-api-specs, version 2.1, of July 2026. The A1 is from docs-theta-api.ricoh360.com."""

import json

from accessory import JOINED, Accessory, Answer, main

SECURITIES = {"RICOH360 THETA A1": ("WEP", "WPA/WPA2 PSK", "WPA3-SAE")}
OTHER_SECURITIES = ("none", "WEP", "WPA/WPA2 PSK")
# The rest have their hotspot only.
STATIONS = ("RICOH THETA V", "RICOH THETA Z1", "RICOH THETA X", "RICOH360 THETA A1")
MOST_NETWORKS = 5


class Theta(Accessory):
    keeps_connections = True

    def __init__(self, options):
        super().__init__(options)
        # The passphrases by SSID, the latest last.
        self.stored = {}

    def ended(self):
        self.is_away = self.state == JOINED

    def answer(self, request):
        if (request.method, request.path) == ("GET", "/osc/info"):
            return self.json(
                {
                    "manufacturer": "RICOH",
                    "model": self.options.model,
                    "serialNumber": "YN10012345",
                    "firmwareVersion": "3.60.3",
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
        if name == "camera.setOptions":
            return self.set_options(name, parameters.get("options", {}))
        if self.options.model not in STATIONS:
            return self.error(name, "unknownCommand", 400)
        if name == "camera._listAccessPoints":
            points = [{"ssid": ssid, "connectionPriority": 1} for ssid in reversed(self.stored)]
            return self.json({"name": name, "state": "done", "results": {"accessPoints": points}})
        if name != "camera._setAccessPoint":
            return self.error(name, "unknownCommand", 400)
        if "ssid" not in parameters or "security" not in parameters and parameters["ssid"] not in self.stored:
            return self.error(name, "missingParameter", 400)
        security, password = parameters.get("security", "WPA/WPA2 PSK"), parameters.get("password", "")
        ssid = str(parameters["ssid"])
        known = SECURITIES.get(self.options.model, OTHER_SECURITIES)
        if security not in known or not 1 <= len(ssid.encode()) <= 32 or (security != "none") != bool(password):
            return self.error(name, "invalidParameterValue", 400)
        self.stored.pop(ssid, None)
        self.stored[ssid] = password
        if len(self.stored) > MOST_NETWORKS:
            self.stored.pop(next(iter(self.stored)))
        return self.json({"name": name, "state": "done"})

    def set_options(self, name, options):
        """It knows one option only. The answer is on its way before the hotspot goes."""
        if set(options) != {"_networkType"} or self.options.model not in STATIONS:
            return self.error(name, "invalidParameterName", 400)
        if options["_networkType"] not in ("AP", "CL"):
            return self.error(name, "invalidParameterValue", 400)
        if options["_networkType"] == "CL":
            if not self.stored:
                return self.error(name, "disabledCommand", 403)
            self.is_away = True
            self.apply(*list(self.stored.items())[-1])
        return self.json({"name": name, "state": "done"})

    def error(self, name, code, status):
        return self.json({"name": name, "state": "error", "error": {"code": code, "message": f"{code}."}}, status)

    @staticmethod
    def json(value, status=200):
        return Answer(
            json.dumps(value), status, "application/json;charset=utf-8", {"X-Content-Type-Options": "nosniff"}
        )


def add(parser):
    parser.add_argument("--model", default="RICOH THETA Z1", help="as the camera names itself")


if __name__ == "__main__":
    main(Theta, __doc__, add)
