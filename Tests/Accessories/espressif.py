#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Espressif's unified provisioning over HTTP, with security 0, 1 and 2. A second network needs a reset first.

From ESP-IDF's components/protocomm and network_provisioning. README.md says how the maker's esp_prov believes it. Needs Debian's python3-cryptography, and python3-srp for security 2."""

import json
import random
import sys

from accessory import IDLE, JOINED, JOINING, NOT_FOUND, WRONG_PASSPHRASE, Accessory, Answer, main
from fields import BreaksOff, decode, encode
from protocomm import Clear, KeyExchange, Password, Session

SUCCESS, INTERNAL_ERROR = 0, 5
LONGEST_BODY = 4096
GET_STATUS, STATUS, SET, IS_SET, APPLY, IS_APPLIED = range(6)
STATES = {JOINED: 0, JOINING: 1, IDLE: 2, WRONG_PASSPHRASE: 3, NOT_FOUND: 3}
REASONS = {WRONG_PASSPHRASE: 0, NOT_FOUND: 1}


class Espressif(Accessory):
    keeps_connections = True

    def __init__(self, options):
        super().__init__(options)
        self.network = None
        self.cookie = self.session = None
        # One user and verifier for all sessions.
        self.password = Password(options.user, options.pop, options.patch) if options.security == 2 else None

    def security(self):
        if self.options.security == 0:
            return Clear()
        if self.options.security == 1:
            return KeyExchange(self.options.pop)
        return self.password.begun()

    def answer(self, request):
        endpoints = {
            "/proto-ver": lambda _: self.version(),
            "/prov-session": lambda body: self.session.negotiate(body),
            "/prov-config": lambda body: self.decrypted(body, self.configure),
            "/prov-ctrl": lambda body: self.decrypted(body, self.control),
        }
        if request.method != "POST" or request.path not in endpoints:
            return Answer("Nothing matches the given URI", 404)
        cookie = None
        # The whole header counts. Firmware also knows a session by its connection; without a cookie, this one does not.
        if self.session is None or request.headers.get("Cookie") != f"session={self.cookie}":
            self.session, self.cookie = Session(self.security), random.getrandbits(32)
            cookie = {"Set-Cookie": f"session={self.cookie}"}
        try:
            if not 0 < len(request.body) <= LONGEST_BODY:
                raise BreaksOff("the body has no length, or too much of it")
            body = endpoints[request.path](request.body)
        except BreaksOff as reason:
            print(f"{request.path}: breaks off: {reason}", file=sys.stderr, flush=True)
            return None
        return None if self.is_away else Answer(body, headers=cookie)

    def version(self):
        capabilities = ["wifi_prov"]
        if self.options.security == 0:
            capabilities.append("no_sec")
        if self.options.security == 1 and not self.options.pop:
            capabilities.append("no_pop")
        own = {"ver": "v1.1", "sec_ver": self.options.security, "cap": capabilities}
        if self.options.security == 2 and self.options.patch:
            own["sec_patch_ver"] = self.options.patch
        return json.dumps({"prov": own, "lamp": {"ver": "1.0", "cap": []}}).encode()

    def decrypted(self, body, endpoint):
        return self.session.encrypt(endpoint(decode(self.session.decrypt(body))))

    def configure(self, message):
        """Firmware does not look at contents that are empty anyway; esp_prov leaves that of APPLY out."""
        kind = message.get(1, 0)
        if kind == GET_STATUS:
            return encode((1, STATUS), (11, self.status()))
        if kind == SET and 12 in message:
            content = decode(message[12])
            self.network = [content.get(field, b"").decode(errors="surrogateescape") for field in (1, 2)]
            return encode((1, IS_SET), (13, encode((1, SUCCESS))))
        if kind == APPLY:
            return encode((1, IS_APPLIED), (15, encode((1, self.try_network()))))
        raise BreaksOff("no command")

    def try_network(self):
        if self.network is None or self.state != IDLE:
            return INTERNAL_ERROR
        self.is_away = self.options.vanish_on_apply
        self.apply(*self.network)
        return SUCCESS

    def status(self):
        fields = [(1, SUCCESS), (2, STATES[self.state])]
        if self.state in REASONS:
            fields.append((10, REASONS[self.state]))
        if self.state == JOINED:
            access_point = bytes.fromhex("020000000100")
            fields.append(
                (
                    11,
                    encode(
                        (1, self.address.encode()),
                        (2, 3),
                        (3, self.ssid.encode(errors="surrogateescape")),
                        (4, access_point),
                        (5, 6),
                    ),
                )
            )
        return encode(*fields)

    def control(self, message):
        if message.get(1) != 1:
            raise BreaksOff("no command")
        may_reset = self.state in REASONS
        if may_reset:
            self.state, self.network = IDLE, None
        return encode((1, 2), (2, SUCCESS if may_reset else INTERNAL_ERROR), (12, b""))


def add(parser):
    parser.add_argument("--security", type=int, choices=(0, 1, 2), default=1)
    parser.add_argument("--pop", default="k7qm2vxd", help="security 1's proof, or none; security 2's password")
    parser.add_argument("--user", default="wifiprov", help="security 2's user")
    parser.add_argument("--patch", type=int, choices=(0, 1), default=1, help="0 is older firmware of security 2")
    parser.add_argument("--vanish-on-apply", action="store_true", help="the hotspot closes when the join starts")


if __name__ == "__main__":
    main(Espressif, __doc__, add)
