#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tasmota's Wi-Fi manager: a form that tests a network before it keeps it. Only the page's text tells how it went.

From arendst/Tasmota 15.2 and a build's copy of 15.5: xdrv_01_9_webserver.ino (HandleWifiConfiguration, WebRestart,
CaptivePortal, HandleHttpCommand), support_wifi.ino and language/en_GB.h. The real test takes 9 seconds.

A web password does not protect the form, nor the test. It protects the pages that announce a restart: the answer to
the form, and the page with the result."""

import html
import re
import time

from accessory import IDLE, JOINED, JOINING, WRONG_PASSPHRASE, Accessory, Answer, main

# The texts that tell how it goes are the firmware's; the pages around them are shortened.
TRYING = "Trying to connect device to network"
FAILED = "Connect failed to {}<br>Please, check your credentials"
DONE = "Successful WiFi Connection<br><br></div><div>Redirecting to new device's IP address<br><br>"
SAVED = "<div><b>Configuration saved</b><br><br></div><br><div>Device will restart in a few seconds</div><br>"
VERSION = "Tasmota 15.5.0 (release-tasmota) by Theo Arends"
PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>Tasmota {}</title><script>{}</script></head><body><h2>Tasmota</h2>{}'
    f"<div><hr><a href='https://github.com/arendst/Tasmota'>{VERSION}</a></div></body></html>"
)
RELOAD = "setTimeout(function(){{location.href='{}';}},10000);"
FORM = (
    "<form method='get' action='wi'><input id='s1' value=\"{}\"><input id='p1' type='password'>"
    "<button name='save' type='submit'>Save</button></form>"
)
LOGIN = "<form method='post' action='/'><input name='USER1'><input name='PASS1' type='password'></form>"


class Tasmota(Accessory):
    def __init__(self, options):
        super().__init__(options)
        # The last test had no answer of the router.
        self.was_silent = False
        # The accessory keeps a network that no test could confirm.
        self.is_untested = False
        self.wait_for_a_page()

    def wait_for_a_page(self):
        """Only a device that knew a network has an end of its manager, and each page postpones it."""
        limit = self.options.limit
        self.ends = None if limit is None else time.monotonic() + limit

    def answer(self, request):
        if self.ends is not None and time.monotonic() > self.ends:
            # It restarts. A network that passed the test is saved by then.
            self.is_away = self.state == JOINED
            self.state = IDLE
            self.wait_for_a_page()
            return None
        if request.path == "/wi":
            return self.manager(request.parameters)
        if request.path == "/cm":
            return self.command(request.parameters)
        if not is_address(request.headers.get("Host", "")):
            # A name that the hotspot's own DNS led here.
            return Answer("", 302, "text/plain", {"Location": "http://192.168.4.1"})
        if request.path != "/":
            return Answer(f"File Not Found\n\nURI: {request.path}\n", 404, "text/plain")
        if self.options.locked:
            self.wait_for_a_page()
            return Answer(PAGE.format("WiFi", "", LOGIN))
        return self.manager(request.parameters)

    def manager(self, parameters):
        self.wait_for_a_page()
        if "save" in parameters:
            self.apply(parameters.get("s1", ""), parameters.get("p1", ""))
            return self.restart(RELOAD.format("."), f"<div><b>{TRYING}</b><br><br></div>")
        if self.state == JOINED:
            # The answer ends here, although the firmware writes the form behind it.
            self.is_away = True
            link = f"<a href='http://{self.address}'>{self.address}</a><br>"
            return self.restart(RELOAD.format(f"http://{self.address}"), f"<div>{DONE}{link}</div>")
        if self.is_untested:
            self.is_away = True
            return self.restart(RELOAD.format("."), SAVED)
        return self.form()

    def restart(self, script, body):
        """The pages that are the only ones with the web password before them."""
        if self.options.locked:
            return Answer("", 401, "text/html", {"WWW-Authenticate": 'Basic realm="Login Required"'})
        return Answer(PAGE.format("Save configuration", script, body))

    def form(self):
        name = html.escape(self.ssid or "")
        if self.state == JOINING:
            # It does not scan meanwhile.
            body = f"{FORM.format(name)}<h3>{TRYING}<br>{name}</h3>"
            return Answer(PAGE.format("WiFi", RELOAD.format("."), body))
        result = "" if self.state == IDLE else f"<h3>{FAILED.format(name)}</h3>"
        return Answer(PAGE.format("WiFi", "", self.networks() + FORM.format(name) + result))

    def networks(self):
        """The strongest three."""
        if self.options.network_off:
            return "No networks found"
        name = html.escape(self.options.network)
        return f"<div title='74% (-63 dBm)'><a href='#p' onclick='c(this)'>{name}</a></div><br>"

    def command(self, parameters):
        if self.options.locked:
            return Answer.json({"WARNING": "Need user=<username>&password=<password>"}, 401)
        command = parameters.get("cmnd", "")
        if not command:
            return Answer.json({"WARNING": "Enter command cmnd="})
        if command.lower().startswith("backlog ") and self.options.at_home:
            return self.backlog(command[len("backlog ") :])
        if command.lower() != "status 5":
            return Answer.json({"Command": "Unknown"})
        mac = self.mac.upper()
        return Answer.json(
            {
                "StatusNET": {
                    "Hostname": f"tasmota-{mac[6:]}-{int(mac, 16) & 0x1FFF:04d}",
                    "IPAddress": self.address or "0.0.0.0",
                    "Mac": ":".join(mac[at : at + 2] for at in range(0, 12, 2)),
                }
            }
        )

    def backlog(self, commands):
        """A semicolon ends a command, blanks around a value are cut, and 0 and 1 have meanings of their own. It restarts when all are
        carried out (support_command.ino, CmndSsid, CmndPassword)."""
        networks = {1: [self.options.at_home, ""], 2: ["", ""]}
        for command in commands.split(";"):
            name, _, value = command.strip().partition(" ")
            match = re.fullmatch(r"(ssid|password)([12])", name.lower())
            if match is None or value.strip() in ("0", "1"):
                continue
            networks[int(match[2])][match[1] == "password"] = "" if value.strip() == '"' else value.strip()
        self.apply(*networks[1], *([networks[2]] if networks[2][0] else []))
        return Answer.json({})

    def ended(self):
        is_silent = self.options.esp32 and self.state == WRONG_PASSPHRASE
        self.is_untested = is_silent and self.was_silent
        self.was_silent = is_silent


def is_address(host):
    """The port is no part of it: here the web server may have another one."""
    return re.fullmatch(r"[0-9.]+(:[0-9]+)?", host) is not None


def add(parser):
    parser.add_argument("--limit", type=float, help="seconds without a page until the manager ends with a restart")
    parser.add_argument("--locked", action="store_true", help="somebody set a web password")
    parser.add_argument(
        "--esp32",
        action="store_true",
        help="a wrong passphrase counts as a router without an answer; the second time in a row, the device keeps it",
    )


if __name__ == "__main__":
    main(Tasmota, __doc__, add)
