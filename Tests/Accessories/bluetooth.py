# SPDX-License-Identifier: Apache-2.0
"""What the accessories on Bluetooth do, without a radio. The vectors of Improv are those of its specification."""

import json
import queue

import accessory
import improv
import shelly_frames
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
