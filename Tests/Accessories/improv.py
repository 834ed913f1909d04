# SPDX-License-Identifier: Apache-2.0
"""Improv over Bluetooth LE without its radio: bytes that are written, and values that change. RadioLab's peripheral puts
it on the air.

From improv-wifi/website, src/ble.md (2.4), and from what ESPHome does: it joins frames that come in several writes,
and has one error, "unable to connect", for every failure."""

from accessory import IDLE, JOINED, JOINING, Accessory, Request, report

SERVICE, STATE, ERROR, COMMAND, RESULT, CAPABILITIES = (f"00467768-6228-2272-4663-27747826800{n}" for n in range(6))

AUTHORIZATION_REQUIRED, AUTHORIZED, PROVISIONING, PROVISIONED = 1, 2, 3, 4
NO_ERROR, INVALID, UNKNOWN_COMMAND, UNABLE_TO_CONNECT, NOT_AUTHORIZED = range(5)
NETWORK, IDENTIFY, INFORMATION, SCAN = 1, 2, 3, 4
# Identify, information and scan.
ABILITIES = 0b111


def frame(command, data):
    body = bytes([command, len(data)]) + data
    return body + bytes([sum(body) & 0xFF])


def result(command, texts):
    return frame(command, b"".join(bytes([len(text)]) + text for text in map(str.encode, texts)))


def strings(data):
    """The strings of a frame's data; None if they do not fit."""
    found = []
    while data:
        text, data = data[1 : 1 + data[0]], data[1 + data[0] :] if len(data) > data[0] else None
        if data is None:
            return None
        found.append(text)
    return found


class Improv(Accessory):
    """`values` has the value of each characteristic; `changed` is called with its UUID after every change."""

    def __init__(self, options):
        super().__init__(options)
        self.partial = b""
        self.changed = lambda uuid: None
        begin = AUTHORIZATION_REQUIRED if options.button else AUTHORIZED
        self.values = {STATE: bytes([begin]), ERROR: b"\0", RESULT: b"", CAPABILITIES: bytes([ABILITIES])}

    def service_data(self):
        """Of the advertisement, for the UUID 4677."""
        return self.values[STATE] + self.values[CAPABILITIES] + bytes(4)

    def press(self):
        """A person presses the button."""
        if self.values[STATE] == bytes([AUTHORIZATION_REQUIRED]):
            self.set(STATE, bytes([AUTHORIZED]))

    def write(self, piece):
        """What was written to the command. A frame ends by its own length."""
        self.partial += piece
        if len(self.partial) < 2 or len(self.partial) < self.partial[1] + 3:
            return
        whole, self.partial = self.partial, b""
        answer = self.receive(Request("FRAME", "", {}, whole, {}))
        if answer:
            self.set(RESULT, answer)

    def answer(self, request):
        command, data = request.body[0], request.body[2:-1]
        if len(request.body) != request.body[1] + 3 or sum(request.body[:-1]) & 0xFF != request.body[-1]:
            return self.fail(INVALID)
        self.fail(NO_ERROR)
        if command == NETWORK:
            return self.take(strings(data))
        if command == IDENTIFY:
            return report("identified")
        if command == INFORMATION:
            return result(INFORMATION, ["ESPHome", "2026.7.0", "ESP32", "lamp"])
        if command == SCAN:
            return self.scan()
        return self.fail(UNKNOWN_COMMAND)

    def take(self, texts):
        if self.values[STATE] == bytes([AUTHORIZATION_REQUIRED]):
            return self.fail(NOT_AUTHORIZED)
        if not texts or len(texts) != 2 or self.state == JOINING:
            return self.fail(INVALID)
        self.set(STATE, bytes([PROVISIONING]))
        self.apply(*(text.decode(errors="surrogateescape") for text in texts))

    def scan(self):
        if self.options.network_off:
            return result(SCAN, [])
        return result(SCAN, [self.options.network, "-60", "WPA2" if self.options.passphrase else "NO"])

    def ended(self):
        if self.options.lose_answer:
            return
        if self.state == JOINED:
            self.set(RESULT, result(NETWORK, [self.options.page or f"http://{self.address}"]))
            self.set(STATE, bytes([PROVISIONED]))
        else:
            self.state = IDLE
            self.fail(UNABLE_TO_CONNECT)
            self.set(STATE, bytes([AUTHORIZED]))

    def fail(self, error):
        if self.values[ERROR] != bytes([error]):
            self.set(ERROR, bytes([error]))

    def set(self, uuid, value):
        self.values[uuid] = value
        self.changed(uuid)


def add(parser):
    parser.add_argument("--button", action="store_true", help="a person has to press the button first")
    parser.add_argument("--page", help="the page that it names, if not its own")
