#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shelly's first generation: settings by GET. With the station on, the hotspot is off: it closes behind the answer,
whether the network is the right one or not, and only a reset opens it again.

From the maker's API documentation of the first generation, for firmware 1.14.0 of August 2023, and logs that people
published. Nobody could check it against a device."""

from accessory import Accessory, Answer, main

# Of any other value the documentation says that it is false.
TRUE = ("1", "y", "Y", "t", "T")


def is_true(text):
    return text in TRUE or text.lower() == "true"


class Shelly1(Accessory):
    def __init__(self, options):
        super().__init__(options)
        self.sta = {"enabled": bool(options.at_home), "ssid": options.at_home}
        # The second one, which it tries if the first one fails.
        self.sta1 = []

    def answer(self, request):
        if request.path == "/shelly":
            return Answer.json(
                {
                    "type": "SHSW-1",
                    "mac": self.mac.upper(),
                    "auth": self.options.locked,
                    "fw": "20230913-112003/v1.14.0-gcb84623",
                    "discoverable": False,
                    "longid": 1,
                    "num_outputs": 1,
                }
            )
        if self.options.locked:
            return Answer("401 Unauthorized", 401, "text/plain", {"WWW-Authenticate": 'Basic realm="shelly"'})
        answers = {
            "/settings/sta": self.settings,
            "/settings/sta1": self.second,
            "/status": self.status,
            "/wifiscan": self.scan,
        }
        if request.path not in answers:
            return Answer("Not Found", 404, "text/plain")
        return answers[request.path](request.parameters)

    def settings(self, parameters):
        ssid = parameters.get("ssid", self.sta["ssid"] or "")
        if is_true(parameters.get("enabled", "")):
            if not 1 <= len(ssid.encode(errors="surrogateescape")) <= 32:
                return Answer("Bad ssid!", 400, "text/plain")
            self.sta = {"enabled": True, "ssid": ssid}
            self.apply(ssid, parameters.get("key", ""), *self.sta1)
            self.is_away = not self.options.at_home
        elif "enabled" in parameters:
            self.sta["enabled"] = False
        return Answer.json({**self.sta, "ipv4_method": "dhcp", "ip": None, "gw": None, "mask": None, "dns": None})

    def second(self, parameters):
        ssid = parameters.get("ssid", "")
        if is_true(parameters.get("enabled", "")):
            if not 1 <= len(ssid.encode(errors="surrogateescape")) <= 32:
                return Answer("Bad ssid!", 400, "text/plain")
            self.sta1 = [(ssid, parameters.get("key", ""))]
        return Answer.json({"enabled": bool(self.sta1), "ssid": self.sta1[0][0] if self.sta1 else None})

    def status(self, _):
        """While it has its hotspot it is on no network, and shows its own address."""
        return Answer.json(
            {
                "wifi_sta": {"connected": False, "ssid": "", "ip": "192.168.33.1", "rssi": 0},
                "mac": self.mac.upper(),
            }
        )

    def scan(self, _):
        results = (
            []
            if self.options.network_off
            else [{"ssid": self.options.network, "auth": 3, "channel": 6, "bssid": "020000000100", "rssi": -60}]
        )
        return Answer.json({"wifiscan": "done", "results": results})


def add(parser):
    parser.add_argument("--locked", action="store_true", help="somebody set a password")


if __name__ == "__main__":
    main(Shelly1, __doc__, add)
