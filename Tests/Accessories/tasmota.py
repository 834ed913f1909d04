#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tasmota's Wi-Fi manager: a form that tests a network before it keeps it. Only the page's text tells how it went.

From arendst/Tasmota, xdrv_01_9_webserver.ino (HandleWifiConfiguration, WebRestart) and language/en_GB.h. The
page with the success goes on with the form, as it does there. The real test takes 9 seconds."""

import html
import time

from accessory import IDLE, JOINED, JOINING, Accessory, Answer, main

# The texts that tell how it goes are the firmware's; the pages around them are shortened.
TRYING = "Trying to connect device to network"
FAILED = "Connect failed to {}<br>Please, check your credentials"
DONE = "Successful WiFi Connection<br><br></div><div>Redirecting to new device's IP address<br><br>"
PAGE = '<!DOCTYPE html><html lang="en"><head><title>Tasmota - {}</title></head><body>{}</body></html>'
FORM = (
    '<form method="get" action="wi"><input name="s1" value="{}"><input name="p1"><button name="save"></button></form>'
)


class Tasmota(Accessory):
    def __init__(self, options):
        super().__init__(options)
        self.ends = time.monotonic() + options.limit

    def answer(self, request):
        if time.monotonic() > self.ends:
            # The device restarts, and its manager begins anew, without the network.
            self.state, self.ssid, self.ends = IDLE, None, time.monotonic() + self.options.limit
            return None
        if request.path not in ("/", "/wi"):
            return Answer("", 302, "text/plain", {"Location": "http://192.168.4.1/"})
        if request.path == "/wi" and "save" in request.parameters:
            self.apply(request.parameters.get("s1", ""), request.parameters.get("p1", ""))
            return Answer(PAGE.format("Save configuration", f"<div><b>{TRYING}</b><br><br></div>"))
        return Answer(self.page(request.path == "/wi" and "scan" in request.parameters))

    def page(self, scans):
        page, name = "", html.escape(self.ssid or "")
        if self.state == JOINED:
            link = f"<a href='http://{self.address}'>{self.address}</a><br>"
            page = PAGE.format("Save configuration", f"<div>{DONE}{link}</div>")
            self.is_away = True
        form = FORM.format(name)
        if scans and not self.options.network_off:
            form = f"<div><a href='#p'>{html.escape(self.options.network)}</a> (6) 74% (-63 dBm)</div>" + form
        if self.state == JOINING:
            form += f"<h3>{TRYING}<br>{name}</h3>"
        elif self.state not in (IDLE, JOINED):
            form += f"<h3>{FAILED.format(name)}</h3>"
        return page + PAGE.format("Configure WiFi", form)


def add(parser):
    parser.add_argument("--limit", type=float, default=180.0, help="seconds until the manager ends with a restart")


if __name__ == "__main__":
    main(Tasmota, __doc__, add)
