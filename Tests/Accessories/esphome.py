#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ESPHome's captive portal: it lists networks, takes one, and never says how it went.

From esphome/esphome, components/captive_portal/captive_portal.cpp. The list begins with an empty object, and no
name in it is escaped."""

from accessory import JOINED, Accessory, Answer, main


class ESPHome(Accessory):
    def answer(self, request):
        if self.options.web_server == "auth":
            return Answer("", 401, "text/plain", {"WWW-Authenticate": 'Basic realm="Login Required"'})
        if self.options.web_server == "page":
            return Answer("<!DOCTYPE html><html><body><esp-app></esp-app></body></html>")
        if request.path == "/config.json":
            return Answer(
                self.config(), kind="application/json", headers={"cache-control": "public, max-age=0, must-revalidate"}
            )
        if request.path == "/wifisave":
            self.apply(request.parameters.get("ssid", ""), request.parameters.get("psk", ""))
            return Answer("", 302, headers={"Location": "/?save"})
        return Answer("<!DOCTYPE html><html><head><title>plug</title></head></html>")

    def ended(self):
        self.is_away = self.state == JOINED

    def config(self):
        mac = ":".join(self.mac[i : i + 2] for i in range(0, 12, 2)).upper()
        names = [(name, -80, 0) for name in self.options.neighbour]
        if not self.options.network_off:
            names.insert(0, (self.options.network, -60, 1 if self.options.passphrase else 0))
        networks = "".join(f',{{"ssid":"{name}","rssi":{rssi},"lock":{lock}}}' for name, rssi, lock in names)
        return f'{{"mac":"{mac}","name":"{self.options.name}","aps":[{{}}{networks}]}}'.encode(errors="surrogateescape")


def add(parser):
    parser.add_argument("--name", default="plug", help="the node's name")
    parser.add_argument(
        "--neighbour",
        action="append",
        default=[],
        metavar="SSID",
        help="an open network in range; one with a quotation mark breaks the list",
    )
    parser.add_argument(
        "--web-server",
        choices=["auth", "page"],
        help="the web server is there instead of the portal, with a password or with its page",
    )


if __name__ == "__main__":
    main(ESPHome, __doc__, add)
