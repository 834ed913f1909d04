# SPDX-License-Identifier: Apache-2.0
"""What the accessories of this folder share: options, the join, the faults, and a small web server.

A family is a subclass of Accessory with `answer`, and ends with `main(Family)`. It calls `apply` to start a join.
Standard output has one JSON object on a line for each event: `listening` with the port, `joined` with the address,
`refused` with the reason."""

import argparse
import collections
import http.server
import json
import os
import shlex
import socketserver
import subprocess
import sys
import threading
import time
import traceback
import urllib.parse

# The states of the station.
IDLE, JOINING, JOINED, WRONG_PASSPHRASE, NOT_FOUND = "idle", "joining", "joined", "wrong-passphrase", "not-found"

# `parameters` has the decoded query; `body` is bytes; the names in `headers` are in any case.
Request = collections.namedtuple("Request", "method path parameters body headers")


class Answer:
    def __init__(self, body=b"", status=200, kind="text/html", headers=None):
        self.body = body.encode() if isinstance(body, str) else body
        self.status = status
        self.kind = kind
        self.headers = headers or {}

    @classmethod
    def json(cls, value, status=200):
        return cls(json.dumps(value, separators=(",", ":")), status, "application/json")


def report(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


def options(description, add=None):
    """The parser of the options; `add` puts a family's own into it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--address", default="127.0.0.1", help="where the web server listens")
    parser.add_argument("--port", type=int, default=80, help="0 takes a free one, which `listening` names")
    parser.add_argument("--mac", default="c049ef8c480c", help="the station's address, 12 hexadecimal digits")
    parser.add_argument("--network", required=True, help="the SSID of the network that the accessory can join")
    parser.add_argument("--passphrase", default="", help="its passphrase; none for an open network")
    parser.add_argument("--station-address", default="192.0.2.40", help="the address that the accessory gets there")
    parser.add_argument(
        "--join",
        metavar="COMMAND",
        help="joins instead; gets the SSID and the passphrase as two lines of standard input. Its status "
        "is 0 (joined; prints the address), 2 (wrong passphrase) or 3 (not found)",
    )
    parser.add_argument("--at-home", metavar="SSID", help="it is on this network already, and serves its page there")
    parser.add_argument("--join-time", type=float, default=2.0, help="seconds that an attempt takes without --join")
    parser.add_argument("--join-when", metavar="FILE", help="an attempt begins once this file is there")
    parser.add_argument("--network-off", action="store_true", help="the network is out of range")
    parser.add_argument(
        "--power-cut-at",
        type=int,
        metavar="N",
        help="the process ends when the Nth request is there, before anything is done about it",
    )
    parser.add_argument(
        "--lose-answer",
        action="store_true",
        help="closes the connection instead of answering the request that starts the join",
    )
    parser.add_argument("--channel-change", action="store_true", help="goes silent when the join starts")
    parser.add_argument("--silence", type=float, default=3.0, help="seconds of that silence")
    if add:
        add(parser)
    return parser


class Accessory:
    """One accessory. `lock` is held in `answer`, so a family needs none of its own."""

    # Whether the server keeps a connection for the next request.
    keeps_connections = False

    def __init__(self, options):
        self.options = options
        self.mac = options.mac.lower()
        self.state = IDLE
        self.address = None
        self.ssid = None
        self.lock = threading.RLock()
        self.requests = 0
        self.silent_until = 0.0
        self.just_applied = False
        # The hotspot is closed: every connection ends without an answer.
        self.is_away = False
        if options.at_home:
            self.state, self.ssid, self.address = JOINED, options.at_home, options.station_address

    def answer(self, request):
        """The Answer to a Request, or None to close the connection without one."""
        raise NotImplementedError

    def ended(self):
        """Called after an attempt, with the lock held; `state` has the result."""

    # The join

    def join(self, ssid, passphrase):
        """Joins for real: the state that results, and the address."""
        if self.options.join:
            return self.join_by_command(ssid, passphrase)
        if self.options.network_off or ssid != self.options.network:
            return NOT_FOUND, None
        if passphrase != self.options.passphrase:
            return WRONG_PASSPHRASE, None
        return JOINED, self.options.station_address

    def join_by_command(self, ssid, passphrase):
        done = subprocess.run(
            shlex.split(self.options.join),
            input=f"{ssid}\n{passphrase}\n".encode(errors="surrogateescape"),
            stdout=subprocess.PIPE,
            check=False,
        )
        if done.returncode == 0:
            return JOINED, done.stdout.decode().strip()
        states = {2: WRONG_PASSPHRASE, 3: NOT_FOUND}
        if done.returncode not in states:
            raise RuntimeError(f"--join: status {done.returncode}")
        return states[done.returncode], None

    def apply(self, ssid, passphrase, *others):
        """Starts to join, and if that fails one of the others, each with its passphrase; a request that does so is the one
        whose answer --lose-answer loses. The lock is held."""
        self.just_applied = True
        if self.options.channel_change:
            self.silent_until = time.monotonic() + self.options.silence
            self.hang_up()
        self.state, self.address, self.ssid = JOINING, None, ssid
        threading.Thread(target=self.attempt, args=(ssid, passphrase, *others), daemon=True).start()

    def attempt(self, ssid, passphrase, *others):
        while self.options.join_when and not os.path.exists(self.options.join_when):
            time.sleep(0.05)
        if not self.options.join:
            time.sleep(self.options.join_time)
        state, address = self.join(ssid, passphrase)
        with self.lock:
            self.state, self.address = state, address
            self.ended()
        if state == JOINED:
            report("joined", ssid=ssid, address=address)
        else:
            report("refused", ssid=ssid, reason=state)
            if others:
                with self.lock:
                    self.state, self.ssid = JOINING, others[0][0]
                self.attempt(*others[0], *others[1:])

    # The faults

    def lose_power(self):
        os._exit(1)

    def hang_up(self):
        """Ends the link of a family that has no hotspot, after the answer to the request that is under way."""

    def receive(self, request):
        """The answer with the faults of the options; also for families with another transport than the web server."""
        with self.lock:
            self.requests += 1
            if self.requests == self.options.power_cut_at:
                self.lose_power()
            silence = self.silent_until - time.monotonic()
        if silence > 0:
            time.sleep(silence)
        with self.lock:
            self.just_applied = False
            answer = None if self.is_away else self.answer(request)
            return None if self.just_applied and self.options.lose_answer else answer


class Exchange(http.server.BaseHTTPRequestHandler):
    """One connection. `server.accessory` answers."""

    protocol_version = "HTTP/1.1"
    timeout = 30

    def exchange(self):
        target = urllib.parse.urlsplit(self.path)
        parameters = dict(urllib.parse.parse_qsl(target.query, keep_blank_values=True, errors="surrogateescape"))
        body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 65_536))
        accessory = self.server.accessory
        if self.headers.get("Upgrade", "").lower() == "websocket" and hasattr(accessory, "websocket"):
            self.close_connection = True
            return accessory.websocket(self)
        answer = accessory.receive(Request(self.command, target.path, parameters, body, self.headers))
        if answer is None:
            self.close_connection = True
            return
        self.send_response_only(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if not accessory.keeps_connections:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(answer.body)

    do_GET = do_POST = exchange

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, accessory):
        self.accessory = accessory
        super().__init__((accessory.options.address, accessory.options.port), Exchange)

    def verify_request(self, request, client_address):
        return not self.accessory.is_away

    def server_bind(self):
        """Without the base class's look for a host name."""
        socketserver.TCPServer.server_bind(self)

    def handle_error(self, request, client_address):
        """A client that goes away is nothing to speak of; anything else ends the accessory, so that a test fails."""
        if not isinstance(sys.exc_info()[1], OSError):
            traceback.print_exc()
            os._exit(70)


def main(family, description, add=None):
    accessory = family(options(description, add).parse_args())
    server = Server(accessory)
    report("listening", port=server.server_address[1])
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
