#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""WLED: a JSON interface. The network is a part of the configuration, and a restart puts it into effect.

From wled/WLED, wled00/set.cpp, cfg.cpp, json.cpp, wled_server.cpp. Its form for people is not
here: it takes missing fields as empty."""

import json

from accessory import JOINED, Accessory, Answer, main, report


class WLED(Accessory):
    def __init__(self, options):
        super().__init__(options)
        # As many as somebody stored.
        self.stored = [{"ssid": options.at_home or "", "psk": ""}]
        self.is_on = True

    def answer(self, request):
        if request.method == "GET":
            return self.read(request.path)
        try:
            body = json.loads(request.body)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return self.error(400, 9)
        if request.path in ("/json/cfg", "/json/config"):
            return self.configure(body)
        if request.path in ("/json/state", "/json"):
            if body.get("rb") is True:
                # Of several that it hears, the first one, unless another is much louder (wled00/network.cpp, findWiFi).
                first, *others = ((network["ssid"], network["psk"]) for network in self.stored)
                self.apply(*first, *others)
                # The answer still goes out; then the device restarts.
                self.is_away = True
            # Or "t" for the other state (wled00/json.cpp, deserializeState).
            on = body.get("on", self.is_on)
            is_on = not self.is_on if on == "t" else on is True
            if is_on != self.is_on:
                self.is_on = is_on
                report("lamp", on=is_on)
            return Answer.json({"success": True})
        return self.error(404, 3)

    def ended(self):
        # Without a network it opens its hotspot again.
        self.is_away = self.state == JOINED and not self.options.at_home

    def read(self, path):
        if path == "/json/info":
            return Answer.json(
                {
                    "ver": "0.15.0",
                    "vid": 2412100,
                    "name": "WLED",
                    "brand": "WLED",
                    "product": "FOSS",
                    "mac": self.mac,
                    "ip": self.address or "",
                    "arch": "esp32",
                    "leds": {"count": 30},
                    "wifi": {"bssid": "", "rssi": 0, "channel": 1},
                }
            )
        if path == "/json/cfg":
            # Of a password it shows no more than the length.
            return Answer.json(
                {
                    "nw": {
                        "ins": [
                            {
                                "ssid": network["ssid"],
                                "pskl": len(network["psk"]),
                                "ip": [0, 0, 0, 0],
                                "gw": [0, 0, 0, 0],
                                "sn": [255, 255, 255, 0],
                            }
                            for network in self.stored
                        ]
                    }
                }
            )
        if path == "/json/state":
            return Answer.json({"on": self.is_on, "bri": 128})
        return Answer("<html><head><title>WLED</title></head></html>") if path == "/" else self.error(404, 3)

    def configure(self, body):
        if self.options.pin and str(body.get("pin", "")) != self.options.pin:
            return self.error(401, 1)
        stations = body.get("nw", {}).get("ins", [])
        # Three are the most, and an empty text leaves what is there (wled00/cfg.cpp).
        while len(self.stored) < min(len(stations), 3):
            self.stored.append({"ssid": "", "psk": ""})
        for network, station in zip(self.stored, stations):
            network["ssid"] = str(station.get("ssid", ""))[:32] or network["ssid"]
            network["psk"] = str(station.get("psk", ""))[:64] or network["psk"]
        return Answer.json({"success": True})

    @staticmethod
    def error(status, number):
        return Answer.json({"error": number}, status)


def pin(parser):
    parser.add_argument("--pin", help="the settings' PIN")


if __name__ == "__main__":
    main(WLED, __doc__, pin)
