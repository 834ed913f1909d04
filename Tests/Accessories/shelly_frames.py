# SPDX-License-Identifier: Apache-2.0
"""A Shelly's calls over Bluetooth LE without its radio: a length, a message, the answer's length, the answer in pieces.
RadioLab's peripheral puts it on the air. From kb.shelly.cloud and aioshelly's rpc_device/blerpc.py."""

import shelly
from accessory import Request
from shelly import Shelly

SERVICE, DATA, SENT, RECEIVED = (
    f"5f6d4f53-5f52-5043-5f{rest}"
    for rest in ("53-56435f49445f", "64-6174615f5f5f", "74-785f63746c5f", "72-785f63746c5f")
)
# Of an answer.
PIECE = 180


class ShellyFrames(Shelly):
    def __init__(self, options):
        super().__init__(options)
        self.expected, self.message, self.pending, self.polls = 0, b"", b"", 0

    def write_length(self, value):
        self.expected, self.message, self.pending = int.from_bytes(value[:4], "big"), b"", b""

    def write(self, piece):
        self.message += piece
        if not self.expected or len(self.message) < self.expected:
            return
        answer = self.receive(Request("FRAME", "/rpc", {}, self.message[: self.expected], {}))
        self.expected, self.message, self.polls = 0, b"", self.options.polls
        self.pending = answer.body if answer and answer.body != b"null" else b""

    def read_length(self):
        if self.polls > 0:
            self.polls -= 1
            return bytes(4)
        wrong = 7 if self.pending and self.options.wrong_length else 0
        return (len(self.pending) + wrong).to_bytes(4, "big")

    def read(self):
        """The next piece of the answer; empty after the last one."""
        piece, self.pending = self.pending[:PIECE], self.pending[PIECE:]
        return piece


def add(parser):
    shelly.add(parser)
    parser.add_argument("--polls", type=int, default=2, help="how often an answer is not there yet")
    parser.add_argument("--wrong-length", action="store_true", help="the answer is shorter than its length")
