# SPDX-License-Identifier: Apache-2.0
"""The peripheral's GATT service of a keyboard (HID over GATT Profile 1.0): all that a host reads before it has an input device."""
import dbus

from gatt.conversation import Attribute, Characteristic, Descriptor, Notifying

SERVICE, INFORMATION, MAP, CONTROL, REPORT, MODE, REFERENCE = (
    f"0000{number}-0000-1000-8000-00805f9b34fb" for number in ("1812", "2a4a", "2a4b", "2a4c", "2a4d", "2a4e", "2908"))

# One key of a keyboard (HID Usage Tables, page 7), in a report of one byte.
KEY = bytes.fromhex("05010906a101050719002965150025657508950181 00c0")


def attributes(bus, path):
    information, key_map, report, mode = (
        Characteristic(bus, path, "information", INFORMATION, "read"), Characteristic(bus, path, "map", MAP, "read"),
        Notifying(bus, path, "report", REPORT, "read", "notify"),
        Characteristic(bus, path, "mode", MODE, "read", "write-without-response"))
    information.value, key_map.value, report.value, mode.value = bytes.fromhex("11010002"), KEY, b"\0", b"\1"
    reference = Descriptor(bus, f"{report.path}/reference", "org.bluez.GattDescriptor1", UUID=REFERENCE,
                           Characteristic=dbus.ObjectPath(report.path), Flags=dbus.Array(["read"], "s"))
    # The report has no number, and is an input.
    reference.value = b"\0\1"
    return [
        Attribute(bus, path, "org.bluez.GattService1", UUID=SERVICE, Primary=dbus.Boolean(True)),
        information, key_map, Characteristic(bus, path, "control", CONTROL, "write-without-response"), report, reference, mode]
