#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shelly's second generation and later: JSON-RPC over POST, GET and WebSocket.

From shelly-api-docs.shelly.cloud/gen2 (components Shelly, WiFi, BLE), and from what aioshelly asks and takes. Firmware 2.0 of
July 2026 has no switch for Bluetooth as a whole."""

import json

import websocket
from accessory import IDLE, JOINED, JOINING, Accessory, Answer, Request, main, report

FIRMWARE = {"1.7.1": "20250924-062728/1.7.1-gd336f31", "2.0.0": "20260710-101146/2.0.0"}


class Refusal(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Shelly(Accessory):
    keeps_connections = True

    def __init__(self, options):
        super().__init__(options)
        self.id = f"shellyplugus-{self.mac}"
        self.firmware = FIRMWARE[options.firmware]
        sta = {
            "ssid": None,
            "is_open": True,
            "enable": False,
            "ipv4mode": "dhcp",
            "ip": None,
            "netmask": None,
            "gw": None,
            "nameserver": None,
        }
        self.config = {
            "wifi": {
                "ap": {
                    "ssid": f"ShellyPlugUS-{self.mac.upper()}",
                    "is_open": True,
                    "enable": True,
                    "range_extender": {"enable": False},
                },
                "sta": sta,
                "sta1": dict(sta),
                "roam": {"rssi_thr": -80, "interval": 60},
            },
            "ble": {**({"enable": True} if options.firmware < "2" else {}), "rpc": {"enable": True}},
            "sys": {
                "device": {"name": None, "mac": self.mac.upper(), "fw_id": self.firmware, "discoverable": True},
                "cfg_rev": 1,
            },
        }
        self.passphrases = {"sta": None, "sta1": None, "ap": None}
        if options.at_home:
            sta.update(ssid=options.at_home, is_open=False, enable=True)
            self.config["wifi"]["ap"]["enable"] = False
        self.light = {"light:0": {"id": 0, "source": "init", "output": False, "brightness": 50}} if options.light else {}
        self.methods = {
            "Shelly.GetDeviceInfo": lambda _: self.info(),
            "Shelly.GetConfig": lambda _: self.config,
            "Shelly.GetStatus": lambda _: {
                "wifi": self.status(),
                "sys": {"mac": self.mac.upper(), "restart_required": False},
                **(self.light or {"switch:0": {"id": 0, "source": "init", "output": False}}),
            },
            "Shelly.GetComponents": lambda _: {"components": [], "cfg_rev": 1, "offset": 0, "total": 0},
            "Shelly.ListMethods": lambda _: {"methods": sorted(self.methods)},
            "WiFi.GetConfig": lambda _: self.config["wifi"],
            "WiFi.GetStatus": lambda _: self.status(),
            "WiFi.Scan": lambda _: self.scan(),
            "WiFi.SetConfig": self.set_wifi,
            "BLE.GetConfig": lambda _: self.config["ble"],
            "BLE.SetConfig": self.set_ble,
            **({"Light.Set": self.set_light} if options.light else {"Switch.Set": self.set_switch}),
        }

    # The methods

    def info(self):
        return {
            "name": None,
            "id": self.id,
            "mac": self.mac.upper(),
            "slot": 0,
            "model": "SNPL-00116US",
            "gen": 2,
            "fw_id": self.firmware,
            "ver": self.options.firmware,
            "app": "PlugUS",
            "auth_en": self.options.locked,
            "auth_domain": self.id if self.options.locked else None,
        }

    def status(self):
        # Without an address of IPv4 it stays at the first step (Wifi.GetStatus).
        states = {IDLE: "disconnected", JOINING: "connecting", JOINED: "got ip" if self.address else "connected"}
        # A wrong passphrase and a network out of range look the same; the device goes on trying.
        is_joined = self.state == JOINED
        return {
            "sta_ip": self.address or None,
            "status": states.get(self.state, "disconnected"),
            "ssid": self.ssid if is_joined else None,
            "rssi": -60 if is_joined else 0,
        }

    def scan(self):
        results = [{"ssid": "Neighbour", "bssid": "02:00:00:00:02:00", "auth": 3, "channel": 11, "rssi": -80}]
        if not self.options.network_off:
            results.insert(
                0,
                {
                    "ssid": self.options.network,
                    "bssid": "02:00:00:00:01:00",
                    "auth": 3 if self.options.passphrase else 0,
                    "channel": 6,
                    "rssi": -60,
                },
            )
        return {"results": results}

    def set_wifi(self, parameters):
        config = parameters.get("config")
        if not isinstance(config, dict) or not all(isinstance(value, dict) for value in config.values()):
            raise Refusal(-103, "Missing or bad argument 'config'!")
        for name, values in config.items():
            if name not in self.config["wifi"]:
                raise Refusal(-103, f"Invalid argument '{name}'!")
            self.check(name, values)
        for name, values in config.items():
            values = dict(values)
            if "pass" in values:
                self.passphrases[name] = values.pop("pass")
                values.setdefault("is_open", not self.passphrases[name])
            self.config["wifi"][name].update(values)
        station = self.config["wifi"]["sta"]
        if "sta" in config and station["enable"]:
            # The second network, if the first one fails.
            self.apply(*self.network("sta"), *([self.network("sta1")] if self.config["wifi"]["sta1"]["enable"] else []))
        # A switched-off hotspot goes after the answer. On a network the page stays.
        self.is_away = not self.config["wifi"]["ap"]["enable"] and not self.options.at_home
        return {"restart_required": False}

    def network(self, name):
        station = self.config["wifi"][name]
        return station["ssid"], "" if station["is_open"] else self.passphrases[name] or ""

    def check(self, name, values):
        if not name.startswith("sta"):
            return
        merged = {**self.config["wifi"][name], **values}
        ssid, passphrase = merged["ssid"], values.get("pass", self.passphrases[name])
        if not merged["enable"]:
            return
        if not isinstance(ssid, str) or not 1 <= len(ssid.encode(errors="surrogateescape")) <= 32:
            raise Refusal(-103, f"Invalid argument '{name}.ssid'!")
        if passphrase is not None and (
            not isinstance(passphrase, str) or (passphrase and not 8 <= len(passphrase) <= 64)
        ):
            raise Refusal(-103, f"Invalid argument '{name}.pass'!")
        if values.get("is_open") is False and not passphrase:
            raise Refusal(-103, f"Missing required argument '{name}.pass'!")

    def set_ble(self, parameters):
        config = parameters.get("config")
        if not isinstance(config, dict):
            raise Refusal(-103, "Missing or bad argument 'config'!")
        for name in config:
            if name not in self.config["ble"]:
                raise Refusal(-103, f"Invalid argument '{name}'!")
        if "enable" in config:
            self.config["ble"]["enable"] = bool(config["enable"])
        if isinstance(config.get("rpc"), dict):
            self.config["ble"]["rpc"].update(config["rpc"])
        return {"restart_required": False}

    def set_light(self, parameters):
        if parameters.get("id") != 0:
            raise Refusal(-105, "Argument 'id', value out of range!")
        light = self.light["light:0"]
        was_on = light["output"]
        light["output"] = bool(parameters.get("on", was_on))
        report("lamp", on=light["output"])
        return {"was_on": was_on}

    def set_switch(self, _):
        report("relay")
        return {"was_on": False}

    # The transports

    def call(self, method, parameters):
        if method not in self.methods:
            raise Refusal(404, f"No handler for {method}")
        if self.options.locked and method != "Shelly.GetDeviceInfo":
            raise Refusal(
                401,
                json.dumps(
                    {"auth_type": "digest", "nonce": 1700000000, "nc": 1, "realm": self.id, "algorithm": "SHA-256"}
                ),
            )
        return self.methods[method](parameters if isinstance(parameters, dict) else {})

    def frame(self, body):
        """The answer to a message; None if the caller wants none."""
        try:
            message = json.loads(body)
            method = message["method"]
        except (ValueError, KeyError, TypeError):
            return {"id": None, "src": self.id, "error": {"code": -103, "message": "Invalid argument 'frame'!"}}
        head = {"id": message.get("id"), "src": self.id, **({"dst": message["src"]} if "src" in message else {})}
        try:
            result = {"result": self.call(method, message.get("params"))}
        except Refusal as refusal:
            result = {"error": {"code": refusal.code, "message": str(refusal)}}
        return {**head, **result} if head["id"] is not None else None

    def answer(self, request):
        if request.method == "FRAME":
            return Answer.json(self.frame(request.body))
        if request.path == "/shelly":
            return Answer.json(self.info())
        if request.path == "/rpc" and request.method == "POST":
            frame = self.frame(request.body)
            if self.options.locked and (frame or {}).get("error", {}).get("code") == 401:
                return self.challenge()
            return Answer.json(frame)
        if request.path.startswith("/rpc/"):
            return self.get(request.path.removeprefix("/rpc/"), request)
        return (
            Answer("<!DOCTYPE html><html><title>Shelly</title></html>")
            if request.path == "/"
            else Answer("Not Found", 404, "text/plain")
        )

    def get(self, method, request):
        try:
            if request.method == "POST":
                parameters = json.loads(request.body or b"{}")
            else:
                parameters = {name: self.value(text) for name, text in request.parameters.items()}
            return Answer.json(self.call(method, parameters))
        except ValueError:
            return Answer.json({"code": -103, "message": "Invalid argument 'body'!"}, 500)
        except Refusal as refusal:
            if refusal.code == 401:
                return self.challenge()
            return Answer.json({"code": refusal.code, "message": str(refusal)}, 404 if refusal.code == 404 else 500)

    def challenge(self):
        return Answer(
            "",
            401,
            "text/plain",
            {"WWW-Authenticate": f'Digest qop="auth", realm="{self.id}", nonce="1700000000", algorithm=SHA-256'},
        )

    @staticmethod
    def value(text):
        try:
            return json.loads(text)
        except ValueError:
            return text

    def websocket(self, exchange):
        websocket.serve(exchange, self.receive_frame)

    def receive_frame(self, message):
        """The answer to a message of a connection; empty for none, None to end the connection."""
        answer = self.receive(Request("FRAME", "/rpc", {}, message, {}))
        return answer and (b"" if answer.body == b"null" else answer.body)


def add(parser):
    parser.add_argument("--locked", action="store_true", help="somebody set a password")
    parser.add_argument("--firmware", choices=sorted(FIRMWARE), default="1.7.1", help="its version")
    parser.add_argument("--light", action="store_true", help="its output is a light, not a relay")


if __name__ == "__main__":
    main(Shelly, __doc__, add)
