# SPDX-License-Identifier: Apache-2.0
"""The peripheral's services of a GoPro, which Tests/Accessories/gopro.py plays. All of it needs a bond."""
import sys

import dbus
from gi.repository import GLib

from gatt.conversation import Attribute, Characteristic, Notifying

sys.path.append("/run/accessories")
import accessory  # noqa: E402
import gopro  # noqa: E402


def start(arguments):
    """An accessory with these options of Tests/Accessories."""
    return gopro.GoPro(accessory.options("GoPro", gopro.add).parse_args(arguments))


def advertisement(device):
    return {"ServiceUUIDs": dbus.Array([gopro.CONTROL], "s")}


class Written(Characteristic):
    def WriteValue(self, value, where):
        self.device.write(self.uuid, bytes(value))


def attributes(bus, path, device, leave):
    """The service of commands and that of camera management; leave() is another family's."""
    services = {f"{path}/control": gopro.CONTROL, f"{path}/management": gopro.MANAGEMENT}
    notified, written = {}, []
    for service, name, uuid in (
            ("control", "command", gopro.COMMANDED), ("control", "query", gopro.QUERIED),
            ("management", "network", gopro.NETWORKED)):
        notified[uuid] = Notifying(bus, f"{path}/{service}", f"{name}_response", uuid, "notify", "encrypt-notify")
    for service, name, uuid in (
            ("control", "command", gopro.COMMAND), ("control", "query", gopro.QUERY),
            ("management", "network", gopro.NETWORK)):
        characteristic = Written(bus, f"{path}/{service}", name, uuid, "write", "encrypt-write")
        characteristic.device, characteristic.uuid = device, uuid
        written.append(characteristic)

    # The answer to a write goes before what the write brought about, and a scan ends in another thread.
    device.notify = lambda uuid, packet: GLib.idle_add(notified[uuid].notify, packet)
    return [*(Attribute(bus, service, "org.bluez.GattService1", UUID=uuid, Primary=dbus.Boolean(True))
              for service, uuid in services.items()), *written, *notified.values()]
