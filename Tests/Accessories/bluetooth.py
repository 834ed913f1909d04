# SPDX-License-Identifier: Apache-2.0
"""What the accessories on Bluetooth do, without a radio. The vectors of Improv are those of its specification."""

import json
import queue

import accessory
import gopro
import improv
import shelly_frames
from fields import decode, encode
from playing import ADDRESS, RIGHT, SSID, WRONG, check

# They run in this process, so nobody reads their events.
accessory.report = improv.report = lambda *_, **__: None
ARGUMENTS = ["--network", SSID, "--passphrase", RIGHT, "--join-time", "0"]


def start(family, module, *arguments):
    return family(accessory.options("", module.add).parse_args([*ARGUMENTS, *arguments]))


class Client:
    """Writes to an accessory of Improv, and waits for its values."""

    def __init__(self, *arguments):
        self.device = start(improv.Improv, improv, *arguments)
        self.changes = queue.Queue()
        self.device.changed = lambda uuid: self.changes.put((uuid, self.device.values[uuid]))

    def next(self, count):
        return [self.changes.get(timeout=20) for _ in range(count)]

    def join(self, passphrase):
        texts = [SSID.encode(), passphrase.encode()]
        self.device.write(improv.frame(improv.NETWORK, b"".join(bytes([len(text)]) + text for text in texts)))


def check_improv():
    vector = bytes.fromhex("011e0c") + b"MyWirelessAP" + b"\x10" + b"mysecurepassword" + b"\xc0"
    texts = b"\x0cMyWirelessAP\x10mysecurepassword"
    check("improv", "makes the frames of the specification", improv.frame(improv.NETWORK, texts) == vector)
    check("improv", "splits what is in a frame", improv.strings(texts) == [b"MyWirelessAP", b"mysecurepassword"])
    check("improv", "refuses strings that are too long", improv.strings(b"\x05abc") is None)

    client = Client()
    check("improv", "advertises its state", client.device.service_data() == bytes.fromhex("020700000000"))
    client.join(RIGHT)
    address = f"http://{ADDRESS}".encode()
    url = improv.frame(improv.NETWORK, bytes([len(address)]) + address)
    expected = [(improv.STATE, b"\x03"), (improv.RESULT, url), (improv.STATE, b"\x04")]
    check("improv", "joins with the right passphrase, and gives its page", (seen := client.next(3)) == expected, seen)

    for title, arguments, passphrase in (
        ("refuses a wrong passphrase", [], WRONG),
        ("does not find a network that is off", ["--network-off"], RIGHT),
    ):
        client = Client(*arguments)
        client.join(passphrase)
        expected = [(improv.STATE, b"\x03"), (improv.ERROR, b"\x03"), (improv.STATE, b"\x02")]
        check("improv", title, (seen := client.next(3)) == expected, seen)
    client.join(RIGHT)
    check("improv", "clears the error at the next command", client.next(1) == [(improv.ERROR, b"\0")])

    client = Client("--button")
    client.join(RIGHT)
    check("improv", "wants its button pressed", client.next(1) == [(improv.ERROR, b"\x04")])
    client.device.press()
    client.join(RIGHT)
    expected = [(improv.STATE, b"\x02"), (improv.ERROR, b"\0"), (improv.STATE, b"\x03")]
    check("improv", "joins after that", (seen := client.next(3)) == expected, seen)

    client = Client()
    client.device.write(bytes.fromhex("0300"))
    client.device.write(bytes.fromhex("03"))
    ((uuid, value),) = client.next(1)
    check("improv", "joins the pieces of a frame", uuid == improv.RESULT and improv.strings(value[2:-1])[3] == b"lamp")
    client.device.write(bytes.fromhex("040004"))
    check("improv", "lists networks", SSID.encode() in client.next(1)[0][1])
    client.device.write(bytes.fromhex("040005"))
    check("improv", "refuses a wrong sum", client.next(1) == [(improv.ERROR, b"\x01")])
    client.device.write(bytes.fromhex("770077"))
    check("improv", "refuses an unknown command", client.next(2)[1] == (improv.ERROR, b"\x02"))


def check_shelly_frames():
    def ask(device, method, parameters=None):
        message = json.dumps({"id": 3, "method": method, "params": parameters}).encode()
        device.write_length(len(message).to_bytes(4, "big"))
        device.write(message[:20])
        device.write(message[20:])
        lengths = [int.from_bytes(device.read_length(), "big") for _ in range(3)]
        pieces = []
        while not pieces or pieces[-1]:
            pieces.append(device.read())
        return lengths, pieces, json.loads(b"".join(pieces))

    device = start(shelly_frames.ShellyFrames, shelly_frames)
    lengths, pieces, answer = ask(device, "Shelly.GetConfig")
    check("shelly_frames", "is not ready at once", lengths == [0, 0, len(b"".join(pieces))], lengths)
    check("shelly_frames", "answers in pieces", len(pieces) > 2 and answer["id"] == 3 and "wifi" in answer["result"])
    check("shelly_frames", "refuses an unknown method", ask(device, "Foo.Bar")[2]["error"]["code"] == 404)
    config = {"config": {"sta": {"ssid": SSID, "pass": RIGHT, "enable": True}}}
    check(
        "shelly_frames",
        "takes the network",
        ask(device, "WiFi.SetConfig", config)[2]["result"]["restart_required"] is False,
    )
    device = start(shelly_frames.ShellyFrames, shelly_frames, "--wrong-length")
    lengths, pieces, _ = ask(device, "WiFi.GetStatus")
    check("shelly_frames", "can give a wrong length", lengths[2] == len(b"".join(pieces)) + 7)


class Camera:
    """Writes messages to a camera, and puts its packets together."""

    def __init__(self, *arguments):
        self.device = start(gopro.GoPro, gopro, "--scan-time", "0", *arguments)
        self.packets = queue.Queue()
        self.device.notify = lambda uuid, packet: self.packets.put((uuid, packet))

    def write(self, feature, action, *fields):
        for packet in gopro.packets(bytes([feature, action]) + encode(*fields)):
            self.device.write(gopro.NETWORK, packet)

    def next(self):
        """The feature, the action and the fields of the next message."""
        message, whole = gopro.Message(), None
        while whole is None:
            whole = message.take(self.packets.get(timeout=20)[1])
        return whole[0], whole[1], decode(whole[2:])

    def scan(self):
        self.write(gopro.PAIRING, gopro.PAIRED, (1, gopro.PAIRING_SUCCESS), (2, b"a test"))
        self.write(gopro.NETWORKS, gopro.START_SCAN)
        return [self.next() for _ in range(3)]

    def join(self, passphrase):
        self.write(gopro.NETWORKS, gopro.CONNECT_NEW, (1, SSID.encode()), (2, passphrase.encode()), (10, 1))
        return [self.next() for _ in range(2)]


def check_gopro():
    camera = Camera()
    camera.device.write(gopro.COMMAND, bytes([1, 0x51]))
    check("gopro", "has version 2.0 of the interface", camera.packets.get(timeout=20)[1] == bytes([6, 0x51, 0, 1, 2, 1, 0]))
    camera.write(gopro.NETWORKS, gopro.START_SCAN)
    camera.write(gopro.PAIRING, gopro.PAIRED, (1, 1), (2, b"a test"))
    camera.write(gopro.NETWORKS, gopro.START_SCAN)
    check("gopro", "ignores a scan before its pairing succeeds", camera.next()[:2] == (3, 0x81) and camera.packets.empty())

    camera = Camera()
    camera.write(gopro.NETWORKS, gopro.CONNECT_NEW, (1, SSID.encode()), (2, RIGHT.encode()))
    check("gopro", "ignores a join before a scan", camera.packets.empty())
    paired, begun, ended = camera.scan()
    check("gopro", "takes the pairing", paired == (3, 0x81, {1: 1}), paired)
    check("gopro", "scans", begun == (2, 0x82, {1: 1, 2: 2}) and ended == (2, 0x0B, {1: 5, 2: 1, 3: 3, 4: 0}), (begun, ended))
    camera.write(gopro.NETWORKS, gopro.ENTRIES, (1, 0), (2, 100), (3, 1))
    entry = decode(camera.next()[2][3])
    check("gopro", "lists the network last", entry == {1: SSID.encode(), 2: 3, 4: 2462, 5: 1}, entry)
    wrong = camera.join(WRONG)
    check("gopro", "refuses a wrong passphrase", [fields for _, _, fields in wrong] == [{1: 1, 2: 2, 3: 60}, {1: 8}], wrong)
    right = camera.join(RIGHT)
    check("gopro", "joins with the right passphrase", right[1] == (2, 0x0C, {1: 5}), right)

    camera.write(gopro.NETWORKS, 0x0E)
    check("gopro", "does not know another action", camera.packets.get(timeout=20)[1] == bytes([2, 2, 2]))
    message = bytes([gopro.NETWORKS, gopro.CONNECT]) + encode((1, b"a network with a name"))
    camera.device.write(gopro.NETWORK, bytes([len(message)]) + message[:19])
    camera.device.write(gopro.NETWORK, b"\x80" + message[19:])
    camera.write(gopro.NETWORKS, gopro.START_SCAN)
    check("gopro", "wants 13 bits for the length of a long message", camera.next()[:2] == (2, 0x82))

    camera = Camera("--network-off")
    check("gopro", "does not hear a network that is off", camera.scan()[2][2][3] == 2)

    camera = Camera("--stored", WRONG)
    camera.scan()
    camera.write(gopro.NETWORKS, gopro.CONNECT, (1, SSID.encode()))
    seen = [camera.next() for _ in range(2)]
    check("gopro", "joins a known network with its own passphrase", seen[1] == (2, 0x0C, {1: 8}), seen)

    camera = Camera("--asleep", "2")
    camera.write(gopro.NETWORKS, gopro.START_SCAN)
    statuses = []
    for _ in range(3):
        camera.device.write(gopro.COMMAND, bytes([1, 0x3C]))
        statuses.append(camera.packets.get(timeout=20)[1])
    check("gopro", "is not ready at once", [packet[:3] for packet in statuses[:2]] == [bytes([2, 0x3C, 2])] * 2, statuses)
    check("gopro", "describes itself when it is", statuses[2][2:4] == bytes([0x3C, 0]), statuses)
