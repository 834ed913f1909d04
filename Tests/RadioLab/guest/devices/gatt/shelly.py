# SPDX-License-Identifier: Apache-2.0
"""The peripheral's service of a Shelly's calls, which Tests/Accessories/shelly_frames.py plays."""
import sys

import dbus

from gatt.conversation import Attribute, Characteristic

sys.path.append("/run/accessories")
import accessory  # noqa: E402
import shelly_frames  # noqa: E402


def start(arguments):
    """An accessory with these options of Tests/Accessories."""
    return shelly_frames.ShellyFrames(accessory.options("Shelly", shelly_frames.add).parse_args(arguments))


def advertisement(device):
    # The maker's data begins with flags: it takes calls over Bluetooth.
    return {"ManufacturerData": dbus.Dictionary({dbus.UInt16(0x0BA9): dbus.ByteArray(bytes([1, 4, 0]))}, "qv")}


class Length(Characteristic):
    """Of the message that follows."""
    def WriteValue(self, value, where):
        self.device.write_length(bytes(value))


class Pending(Characteristic):
    """The length of the answer."""
    def ReadValue(self, where):
        self.value = self.device.read_length()
        return Characteristic.ReadValue(self, where)


class Data(Characteristic):
    def WriteValue(self, value, where):
        self.device.write(bytes(value))

    def ReadValue(self, where):
        # A read of a long value asks again with an offset, and means the same piece.
        if int(where.get("offset", 0)) == 0:
            self.value = self.device.read()
        return Characteristic.ReadValue(self, where)


def attributes(bus, path, device, leave):
    data = Data(bus, path, "data", shelly_frames.DATA, "read", "write")
    length = Length(bus, path, "length", shelly_frames.SENT, "write")
    pending = Pending(bus, path, "pending", shelly_frames.RECEIVED, "read", "notify")
    for characteristic in (data, length, pending):
        characteristic.device = device
    return [Attribute(bus, path, "org.bluez.GattService1", UUID=shelly_frames.SERVICE, Primary=dbus.Boolean(True)), data,
            length, pending]
