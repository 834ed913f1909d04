#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shelly's first generation: settings by GET. The hotspot closes once the station is on the network.

From the maker's API documentation of the first generation, and logs that people published. Nobody
could check it against a device."""

from accessory import JOINED, Accessory, Answer, main


class Shelly1(Accessory):
    def __init__(self, options):
        super().__init__(options)
        self.sta = {"enabled": False, "ssid": None}

    def answer(self, request):
        if request.path == "/shelly":
            return Answer.json(
                {
                    "type": "SHPLG-S",
                    "mac": self.mac.upper(),
                    "auth": self.options.locked,
                    "fw": "20230913-113610/v1.14.0-gcb84623",
                    "discoverable": False,
                    "num_outputs": 1,
                }
            )
        if self.options.locked:
            return Answer("401 Unauthorized", 401, "text/plain", {"WWW-Authenticate": 'Basic realm="shelly"'})
        answers = {"/settings/sta": self.settings, "/status": self.status, "/wifiscan": self.scan}
        if request.path not in answers:
            return Answer("Not Found", 404, "text/plain")
        return answers[request.path](request.parameters)

    def settings(self, parameters):
        if parameters.get("enabled") in ("1", "true"):
            ssid, key = parameters.get("ssid", self.sta["ssid"] or ""), parameters.get("key", "")
            if not 1 <= len(ssid.encode(errors="surrogateescape")) <= 32:
                return Answer("Bad ssid!", 400, "text/plain")
            self.sta = {"enabled": True, "ssid": ssid}
            self.apply(ssid, key)
        elif "enabled" in parameters:
            self.sta["enabled"] = False
        return Answer.json({**self.sta, "ipv4_method": "dhcp", "ip": None, "gw": None, "mask": None, "dns": None})

    def status(self, _):
        return Answer.json(
            {
                "wifi_sta": {
                    "connected": self.state == JOINED,
                    "ssid": self.sta["ssid"] or "",
                    "ip": self.address or "",
                    "rssi": 0,
                },
                "mac": self.mac.upper(),
            }
        )

    def scan(self, _):
        results = (
            []
            if self.options.network_off
            else [{"ssid": self.options.network, "auth": 3, "channel": 6, "bssid": "02:00:00:00:01:00", "rssi": -60}]
        )
        return Answer.json({"wifiscan": "done", "results": results})

    def ended(self):
        self.is_away = self.state == JOINED


def add(parser):
    parser.add_argument("--locked", action="store_true", help="somebody set a password")


if __name__ == "__main__":
    main(Shelly1, __doc__, add)
