# SPDX-License-Identifier: Apache-2.0
"""A GoPro without its radio: packets that are written, and packets that are notified. RadioLab's peripheral puts it on
the air, and lets it talk over a bonded link only.

From gopro/OpenGoPro: the documentation of May 2026 (its branch gh-pages), protobuf/*.proto, and the maker's Python SDK.
Without a scan the camera ignores a request to join. A bond counts once the pairing is declared finished."""

import threading

from accessory import IDLE, JOINED, JOINING, NOT_FOUND, WRONG_PASSPHRASE, Accessory, Answer, Request
from fields import BreaksOff, decode, encode

# The 16-bit UUID that it advertises, and its characteristics.
CONTROL = "0000fea6-0000-1000-8000-00805f9b34fb"
MANAGEMENT, COMMAND, COMMANDED, QUERY, QUERIED, NETWORK, NETWORKED = (
    f"b5f9{number}-aa8d-11e3-9046-0002a5d5c51b" for number in ("0090", "0072", "0073", "0076", "0077", "0091", "0092")
)
PACKET = 20
# A longer message needs a length of 13 bits.
SHORT = 20

# Features and their actions; an answer has bit 7.
NETWORKS, PAIRING, QUERYING = 0x02, 0x03, 0xF5
PAIRED, START_SCAN, ENTRIES, CONNECT, CONNECT_NEW, SCANNED, PROVISIONED = 0x01, 0x02, 0x03, 0x04, 0x05, 0x0B, 0x0C
HOME_STATUS = 0x6F
# EnumPairingFinishState.
PAIRING_SUCCESS = 0
# EnumResultGeneric.
SUCCESS, ILL_FORMED, ARGUMENT_INVALID = 1, 2, 5
# The status of a command, and of a message that the camera does not know: there it follows the feature at once.
INVALID = 2
# EnumScanning.
SCANNING, SCANNING_SUCCESS = 2, 5
# EnumProvisioning.
STARTED, SUCCESS_NEW, SUCCESS_OLD = 2, 5, 6
FAILURES = {WRONG_PASSPHRASE: 8, NOT_FOUND: 7}
# Flags of an entry.
AUTHENTICATED, CONFIGURED, ASSOCIATED = 1, 2, 8


def packets(message):
    """A length of 5 or 13 bits before the first packet's bytes, a counter before those of each other one."""
    head = bytes([len(message)]) if len(message) < SHORT else (0x2000 | len(message)).to_bytes(2, "big")
    first = PACKET - len(head)
    yield head + message[:first]
    for number, at in enumerate(range(first, len(message), PACKET - 1)):
        yield bytes([0x80 | number & 0x0F]) + message[at : at + PACKET - 1]


class Message:
    """One that comes in packets."""

    def __init__(self):
        self.length, self.bytes = 0, b""

    def take(self, packet):
        """The whole message, once it is there."""
        if packet[0] & 0x80:
            self.bytes += packet[1:]
        else:
            size = 1 + (packet[0] >> 5)
            self.length = int.from_bytes(packet[:size], "big") & 0x1FFF if size < 3 else int.from_bytes(packet[1:3], "big")
            if size == 1 and self.length > SHORT:
                self.length = 0
            self.bytes = packet[size:]
        return self.bytes[: self.length] if 0 < self.length <= len(self.bytes) else None


class GoPro(Accessory):
    """`notify` is called with a characteristic and a packet."""

    def __init__(self, options):
        super().__init__(options)
        self.notify = lambda uuid, packet: None
        self.messages = {uuid: Message() for uuid in (COMMAND, QUERY, NETWORK)}
        self.is_paired = False
        self.scan = 0
        self.questions_asleep = options.asleep
        # The networks that it has, with their passphrases.
        self.configured = {} if options.stored is None else {options.network: options.stored}

    def write(self, uuid, packet):
        message = self.messages[uuid].take(packet)
        if message is None:
            return
        self.messages[uuid] = Message()
        answer = self.receive(Request("MESSAGE", uuid, {}, message, {}))
        if answer:
            self.send({COMMAND: COMMANDED, QUERY: QUERIED, NETWORK: NETWORKED}[uuid], answer.body)

    def send(self, uuid, message):
        for packet in packets(message):
            self.notify(uuid, packet)

    def answer(self, request):
        message = request.body
        if request.path == COMMAND:
            return Answer(self.command(message[0]))
        if self.questions_asleep:
            return None
        feature, action = message[0], message[1]
        try:
            fields = decode(message[2:])
        except BreaksOff:
            return Answer(bytes([feature, action | 0x80]) + encode((1, ILL_FORMED)))
        if (feature, action) == (PAIRING, PAIRED):
            self.is_paired = fields.get(1) == PAIRING_SUCCESS
            answer = encode((1, SUCCESS))
        elif (feature, action) == (QUERYING, HOME_STATUS):
            # Not provisioned, and its state is not known.
            answer = encode((1, 0), (2, 0))
        elif feature != NETWORKS or action not in (START_SCAN, ENTRIES, CONNECT, CONNECT_NEW):
            return Answer(bytes([feature, INVALID]))
        elif not self.is_paired:
            return None
        else:
            answer = self.manage(action, fields)
        return answer and Answer(bytes([feature, action | 0x80]) + answer)

    def command(self, number):
        """A command that is no message has a status, and values with a length before each."""
        values, reserved = [], b""
        if self.questions_asleep:
            # It wakes up from its sleep, and wants to be asked for the hardware again.
            self.questions_asleep -= number == 0x3C
            return bytes([number, INVALID])
        if number == 0x3C:
            values = [(62).to_bytes(4, "big"), b"HERO12 Black", b"\0\0\0\5", b"H23.01.02.32.00", b"C3501325000123"]
            values += [b"GP25000123", self.mac.encode()]
            reserved = bytes(11)
        elif number == 0x51:
            values = [b"\2", b"\0"]
        return bytes([number, 0]) + b"".join(bytes([len(value)]) + value for value in values) + reserved

    # The networks

    def manage(self, action, fields):
        if action == START_SCAN:
            threading.Timer(self.options.scan_time, self.scanned).start()
            return encode((1, SUCCESS), (2, SCANNING))
        if action == ENTRIES:
            if not self.scan or fields.get(3) != self.scan:
                return encode((1, ARGUMENT_INVALID), (2, self.scan))
            first = fields.get(1, 0)
            return encode((1, SUCCESS), (2, self.scan), *((3, entry) for entry in self.entries()[first : first + fields[2]]))
        if not self.scan or self.state == JOINING:
            return None
        ssid = fields.get(1, b"").decode()
        if action == CONNECT and ssid not in self.configured:
            return encode((1, ARGUMENT_INVALID), (2, 1), (3, 0))
        passphrase = fields.get(2, b"").decode() if action == CONNECT_NEW else self.configured[ssid]
        self.joining = {ssid: passphrase}
        self.success = SUCCESS_OLD if action == CONNECT else SUCCESS_NEW
        self.apply(ssid, passphrase)
        return encode((1, SUCCESS), (2, STARTED), (3, 60))

    def entries(self):
        known = {"Neighbours' network": AUTHENTICATED, "Cafe": 0}
        if not self.options.network_off:
            own = AUTHENTICATED if self.options.passphrase else 0
            own |= CONFIGURED if self.options.network in self.configured else 0
            own |= ASSOCIATED if self.state == JOINED else 0
            known[self.options.network] = own
        return [encode((1, ssid.encode()), (2, 3), (4, 2462), (5, flags)) for ssid, flags in known.items()]

    def scanned(self):
        with self.lock:
            self.scan += 1
            found = [(1, SCANNING_SUCCESS), (2, self.scan), (3, len(self.entries())), (4, len(self.configured))]
            self.send(NETWORKED, bytes([NETWORKS, SCANNED]) + encode(*found))

    def ended(self):
        state = FAILURES.get(self.state, 0)
        if self.state == JOINED:
            self.configured |= self.joining
            state = self.success
        else:
            self.state = IDLE
        if not self.options.lose_answer:
            self.send(NETWORKED, bytes([NETWORKS, PROVISIONED]) + encode((1, state)))


def add(parser):
    parser.add_argument("--scan-time", type=float, default=1.0, help="seconds that a look at the networks takes")
    parser.add_argument("--asleep", type=int, default=0, metavar="N", help="it is not ready for the first N questions")
    parser.add_argument("--stored", metavar="PASSPHRASE", help="it has the network already, with this passphrase")
