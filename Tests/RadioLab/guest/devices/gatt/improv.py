# SPDX-License-Identifier: Apache-2.0
"""The peripheral's service of Improv, which Tests/Accessories/improv.py plays."""
import sys

import dbus
from gi.repository import GLib

from gatt.conversation import Attribute, Characteristic, Notifying

sys.path.append("/run/accessories")
import accessory  # noqa: E402
import improv  # noqa: E402


def start(arguments):
    """An accessory with these options of Tests/Accessories."""
    return improv.Improv(accessory.options("Improv", improv.add).parse_args(arguments))


def advertisement(device):
    state = dbus.Dictionary({"00004677-0000-1000-8000-00805f9b34fb": dbus.ByteArray(device.service_data())}, "sv")
    return {"ServiceUUIDs": dbus.Array([improv.SERVICE], "s"), "ServiceData": state}


class Command(Characteristic):
    def WriteValue(self, value, where):
        self.device.write(bytes(value))


class Value(Notifying):
    def ReadValue(self, where):
        self.value = self.device.values[self.uuid]
        return Characteristic.ReadValue(self, where)


def attributes(bus, path, device, leave):
    """All of the service. Once the device is on the network, it cuts every link after a second, as ESPHome does."""
    command = Command(bus, path, "command", improv.COMMAND, "write", "write-without-response")
    values = {}
    for name, uuid in {"state": improv.STATE, "error": improv.ERROR, "result": improv.RESULT}.items():
        values[uuid] = Value(bus, path, name, uuid, "read", "notify")
    values[improv.CAPABILITIES] = Value(bus, path, "capabilities", improv.CAPABILITIES, "read")
    for uuid, value in values.items():
        value.uuid, value.device = uuid, device
    command.device = device

    def changed(uuid):
        # A join ends in another thread.
        GLib.idle_add(values[uuid].notify, device.values[uuid])
        if uuid == improv.STATE and device.values[uuid] == bytes([improv.PROVISIONED]):
            GLib.timeout_add(1000, leave)

    device.changed = changed
    return [Attribute(bus, path, "org.bluez.GattService1", UUID=improv.SERVICE, Primary=dbus.Boolean(True)), command,
            *values.values()]
