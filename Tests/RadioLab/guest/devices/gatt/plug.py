# SPDX-License-Identifier: Apache-2.0
"""The peripheral's GATT service of a plug, as Tests/PhoneApp knows it: a switch, a counter that notifies a subscriber a thousand
times, and a value that nobody may read."""
import dbus
from gi.repository import GLib

from gatt.conversation import Attribute, Characteristic, Refusing, Value

SERVICE, SWITCH, COUNTER, LOCKED = (f"0000fff{number}-0000-1000-8000-00805f9b34fb" for number in range(4))


class Counter(Value):
    def StartNotify(self):
        Value.StartNotify(self)
        numbers = iter(range(1000))
        GLib.idle_add(lambda: self.notify(numbers))


def attributes(bus, path):
    switch = Characteristic(bus, path, "switch", SWITCH, "read", "write")
    switch.value = b"\0"
    return [
        Attribute(bus, path, "org.bluez.GattService1", UUID=SERVICE, Primary=dbus.Boolean(True)), switch,
        Counter(bus, path, "counter", COUNTER, "notify"), Refusing(bus, path, "locked", LOCKED, "read")]
