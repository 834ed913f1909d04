#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An accessory with Espressif's unified provisioning over HTTP, as its firmware behaves on its own hotspot.

    Tests/Accessories/espressif.py --listen 192.168.4.1:80 --network HomeNet --passphrase PASSPHRASE [--security 1]

Prints one line of JSON with "ssid" and "passphrase" when it has joined the home network, and logs to standard error. With
--wpa-conf it writes the network to a file for wpa_supplicant first; without, it takes --network and --passphrase for the
truth. Needs Debian's python3-cryptography, and python3-srp for security 2.
"""

import argparse
import http.server
import json
import os
import random
import sys
import threading
import time

from protocomm import BreaksOff, Clear, KeyExchange, Password, Session, decode, encode

SUCCESS, INTERNAL_ERROR = 0, 5
CONNECTED, CONNECTING, DISCONNECTED, FAILED = range(4)
AUTH_ERROR, NETWORK_NOT_FOUND = range(2)
LONGEST_BODY = 4096


class Station:
    """The accessory's way to the home network: its states and why it fails."""

    def __init__(self, options):
        self.options = options
        self.network = None
        self.applied_at = None
        self.has_printed = False

    def set(self, content):
        self.network = (content.get(1, b""), content.get(2, b""))
        return SUCCESS

    def apply(self):
        # Firmware takes a second network after a reset only.
        if self.network is None or self.applied_at is not None:
            return INTERNAL_ERROR
        self.applied_at = time.monotonic()
        timer = threading.Timer(self.options.join_after, self.join)
        # It would go with the thread of the request, which is one, and the program waits for it.
        timer.daemon = False
        timer.start()
        return SUCCESS

    def reset(self):
        if self.reason() is None:
            return INTERNAL_ERROR
        self.network = self.applied_at = None
        return SUCCESS

    def is_trying(self):
        return time.monotonic() < self.applied_at + self.options.join_after

    def reason(self):
        """Why it cannot join; None if it can, or has not tried."""
        if self.applied_at is None or self.is_trying():
            return None
        ssid, passphrase = self.network
        if self.options.network_off or ssid != self.options.network.encode():
            return NETWORK_NOT_FOUND
        return None if passphrase == self.options.passphrase.encode() else AUTH_ERROR

    def join(self):
        """The one place to really join from."""
        if self.applied_at is None or self.reason() is not None or self.has_printed:
            return
        ssid, passphrase = self.network
        if self.options.wpa_conf:
            key = f'psk="{passphrase.decode()}"' if passphrase else "key_mgmt=NONE"
            with open(self.options.wpa_conf, "w", encoding="utf-8") as file:
                file.write(f"network={{\n    ssid={ssid.hex()}\n    {key}\n}}\n")
        self.has_printed = True
        line = {"ssid": ssid.decode(errors="replace"), "passphrase": passphrase.decode(errors="replace")}
        print(json.dumps(line), flush=True)

    def status(self):
        if self.applied_at is None:
            return encode((1, SUCCESS), (2, DISCONNECTED))
        if self.is_trying():
            return encode((1, SUCCESS), (2, CONNECTING))
        reason = self.reason()
        if reason is not None:
            return encode((1, SUCCESS), (2, FAILED), (10, reason))
        ssid, _ = self.network
        connection = encode(
            (1, self.options.address.encode()), (2, 3), (3, ssid), (4, bytes.fromhex("020000000001")), (5, 6)
        )
        return encode((1, SUCCESS), (2, CONNECTED), (11, connection))


class Accessory:
    """The endpoints."""

    def __init__(self, options):
        self.options = options
        self.station = Station(options)
        self.lock = threading.Lock()
        self.cookie = self.connection = None
        self.session = None
        self.has_vanished = False
        self.answers_lost = 0

    def security(self):
        kind = self.options.security
        if kind == 0:
            return Clear()
        if kind == 1:
            return KeyExchange(self.options.pop)
        return self.password

    def version(self):
        security = self.options.security
        capabilities = ["wifi_prov"]
        if security == 0:
            capabilities.append("no_sec")
        if security == 1 and not self.options.pop:
            capabilities.append("no_pop")
        own = {"ver": "v1.1", "sec_ver": security, **self.session.security.version, "cap": capabilities}
        return json.dumps({"prov": own, "lamp": {"ver": "1.0", "cap": []}}).encode()

    def take(self, endpoint, body, cookie, connection):
        """The answer and the cookie of a new session, or None; raises BreaksOff."""
        with self.lock:
            is_same = cookie == f"session={self.cookie}" if cookie is not None else connection == self.connection
            if is_same and self.session is not None:
                if cookie is not None:
                    self.connection = None
                return self.answer(endpoint, body), None
            if self.options.security == 2:
                self.password = Password(self.options.user, self.options.pop, self.options.patch)
            self.session = Session(self.security)
            self.cookie, self.connection = random.getrandbits(32), connection
            return self.answer(endpoint, body), f"session={self.cookie}"

    def answer(self, endpoint, body):
        if not 0 < len(body) <= LONGEST_BODY:
            raise BreaksOff("the body has no length, or too much of it")
        if endpoint == "proto-ver":
            return self.version()
        if endpoint == "prov-session":
            return self.session.negotiate(body)
        message = decode(self.session.decrypt(body))
        answer = self.configure(message) if endpoint == "prov-config" else self.control(message)
        return self.session.encrypt(answer)

    def configure(self, message):
        kind = message.get(1, 0)
        # Firmware does not look at the empty contents, and Espressif's own tool leaves that of kind 4 out.
        if kind == 0:
            return encode((1, 1), (11, self.station.status()))
        if kind == 2 and 12 in message:
            return encode((1, 3), (13, encode((1, self.station.set(decode(message[12]))))))
        if kind == 4:
            answer = encode((1, 5), (15, encode((1, self.station.apply()))))
            self.has_vanished = self.options.vanish_on_apply
            if self.options.lose_answer and not self.answers_lost:
                self.answers_lost += 1
                # The stream of security 1 has gone on.
                self.session.encrypt(answer)
                raise BreaksOff("the answer is lost on purpose")
            return answer
        raise BreaksOff("unknown command")

    def control(self, message):
        if message.get(1) != 1:
            raise BreaksOff("unknown command")
        return encode((1, 2), (2, self.station.reset()), (12, b""))


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    endpoints = ("proto-ver", "prov-session", "prov-config", "prov-ctrl")

    def do_POST(self):
        accessory = self.server.accessory
        endpoint = self.path.removeprefix("/")
        if endpoint not in self.endpoints:
            self.send_error(404)
            return
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LONGEST_BODY + 1))
        try:
            answer, cookie = accessory.take(endpoint, body, self.headers.get("Cookie"), self.connection.fileno())
            if accessory.has_vanished:
                raise BreaksOff("the hotspot is gone on purpose")
        except BreaksOff as reason:
            self.log_message("%s: breaks off: %s", endpoint, reason)
            self.close_connection = True
            if accessory.has_vanished:
                threading.Thread(target=self.server.shutdown).start()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(answer)))
        if cookie is not None:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(answer)


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--listen", default="192.168.4.1:80", metavar="ADDRESS:PORT")
    parser.add_argument("--security", type=int, choices=(0, 1, 2), default=1)
    parser.add_argument("--pop", default="abcd1234", help="proof of possession, or password of security 2; may be empty for 1")
    parser.add_argument("--user", default="wifiprov")
    parser.add_argument("--patch", type=int, choices=(0, 1), default=1)
    parser.add_argument("--network", required=True, metavar="SSID")
    parser.add_argument("--passphrase", default="")
    parser.add_argument("--address", default="192.168.1.42", help="the address that it reports to have got")
    parser.add_argument("--join-after", type=float, default=2.0, metavar="SECONDS")
    parser.add_argument("--wpa-conf", metavar="FILE")
    parser.add_argument("--lose-answer", action="store_true", help="the first answer to the request to join is lost")
    parser.add_argument("--vanish-on-apply", action="store_true", help="the hotspot goes with the request to join")
    parser.add_argument("--network-off", action="store_true", help="the home network is not there")
    return parser.parse_args()


def main():
    chosen = options()
    address, _, port = chosen.listen.rpartition(":")
    with http.server.ThreadingHTTPServer((address, int(port)), Request) as server:
        server.daemon_threads = True
        server.accessory = Accessory(chosen)
        print(f"listening on {chosen.listen}", file=sys.stderr, flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    main()
