#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tasmota's Wi-Fi manager: a form that tests a network before it keeps it. Only the page's text tells how it went.

From arendst/Tasmota, xdrv_01_9_webserver.ino, HandleWifiConfiguration and WebRestart, and language/en_GB.h. The page with the success goes on with
the form, as it does there. The real test takes 9 seconds."""

import html
import time

from accessory import IDLE, JOINED, JOINING, Accessory, Answer, main

HEAD = "<!DOCTYPE html><html lang=\"en\"><head><title>Tasmota - {}</title></head><body>"
FORM = ("<div><a href='/wi?scan='>Scan for all WiFi Networks</a></div><br><fieldset><legend><b>&nbsp;Wifi parameters&nbsp;</b></legend>"
        "<form method='get' action='wi'><input id='s1' value=\"{}\"><input id='p1' type='password'><button name='save' type='submit'>Save</button></form></fieldset>")


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
            return Answer(HEAD.format("Save configuration") + "<div style='text-align:center;'><b>Trying to connect device to network</b><br><br></div></body></html>")
        return Answer(self.page(request.path == "/wi" and "scan" in request.parameters))

    def page(self, scans):
        page = ""
        if self.state == JOINED:
            page = (HEAD.format("Save configuration") + "<div>Successful WiFi Connection<br><br></div><div style='text-align:center;'>Redirecting to new device's IP address"
                    f"<br><br><a href='http://{self.address}'>{self.address}</a><br></div></body></html>")
            self.is_away = True
        page += HEAD.format("Configure WiFi")
        name = html.escape(self.ssid or "", quote=True)
        if scans and not self.options.network_off:
            page += f"<div><a href='#p' onclick='c(this)'>{html.escape(self.options.network)}</a>&nbsp;(6)&nbsp<span class='q'>74% (-63 dBm)</span></div>"
        page += FORM.format(name) + "<h3>"
        if self.state == JOINING:
            page += f"Trying to connect device to network<br>{name}</h3></div>"
        elif self.state not in (IDLE, JOINED):
            page += f"Connect failed to {name}<br>Please, check your credentials</h3></div>"
        return page + "</body></html>"


def add(parser):
    parser.add_argument("--limit", type=float, default=180.0, help="seconds until the manager ends with a restart")


if __name__ == "__main__":
    main(Tasmota, __doc__, add)
