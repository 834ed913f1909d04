# SPDX-License-Identifier: Apache-2.0
"""The peripheral's GATT service for conversations: a value that can be read, written, and notified; a sink that counts what is
written without response; and a control, of which a write starts notifications or cuts the link."""
import dbus
import dbus.service
from gi.repository import GLib

SERVICE = "7a6e0001-5b1f-4c6d-9d0e-2f8a3c4b5d6e"
VALUE, SINK, CONTROL, SECRET, REFUSING, DESCRIPTOR = (
    f"7a6e000{number}-5b1f-4c6d-9d0e-2f8a3c4b5d6e" for number in range(2, 8))

CHARACTERISTIC = "org.bluez.GattCharacteristic1"
PROPERTIES = "org.freedesktop.DBus.Properties"


class NotPermitted(dbus.DBusException):
    _dbus_error_name = "org.bluez.Error.NotPermitted"


class Attribute(dbus.service.Object):
    def __init__(self, bus, path, interface, **properties):
        super().__init__(bus, path)
        self.path, self.interface, self.properties = path, interface, properties

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, _):
        return dbus.Dictionary(self.properties, "sv")


class Characteristic(Attribute):
    def __init__(self, bus, service, name, uuid, *flags):
        super().__init__(bus, f"{service}/{name}", CHARACTERISTIC, UUID=uuid, Service=dbus.ObjectPath(service),
                         Flags=dbus.Array(flags, "s"))

    value = b""

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, where):
        return dbus.ByteArray(self.value[int(where.get("offset", 0)):])

    @dbus.service.method(CHARACTERISTIC, in_signature="aya{sv}")
    def WriteValue(self, value, where):
        offset = int(where.get("offset", 0))
        self.value = self.value[:offset] + bytes(value)


class Notifying(Characteristic):
    """Sends its subscribers what notify() takes."""

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        print("subscribed", self.path.split("/")[-1], flush=True)

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        print("unsubscribed", self.path.split("/")[-1], flush=True)

    def notify(self, value):
        self.PropertiesChanged(CHARACTERISTIC, {"Value": dbus.ByteArray(value)}, [])


class Value(Characteristic):
    """Notifies its subscribers of numbered values of 20 bytes."""
    notifies = False

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        self.notifies = True
        print("subscribed", flush=True)

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        self.notifies = False
        print("unsubscribed", flush=True)

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    def notify(self, numbers):
        for number in numbers:
            if not self.notifies:
                return False
            value = dbus.ByteArray(number.to_bytes(4, "little") + bytes(16))
            self.PropertiesChanged(CHARACTERISTIC, {"Value": value}, [])
            if number % 16 == 15:
                return True
        return False


class Sink(Characteristic):
    """Reads as the number of writes, and the number of those that came in their order."""
    count = ordered = 0

    def ReadValue(self, where):
        self.value = self.count.to_bytes(4, "little") + self.ordered.to_bytes(4, "little")
        return Characteristic.ReadValue(self, where)

    def WriteValue(self, value, where):
        self.ordered += bytes(value)[:4] == self.count.to_bytes(4, "little")
        self.count += 1


class Control(Characteristic):
    """b"n", and a number of four bytes: notify that often. b"d": cut the link. b"z": the sink forgets its numbers."""
    def WriteValue(self, value, where):
        command, number = bytes(value[:1]), int.from_bytes(bytes(value[1:5]), "little")
        if command == b"n":
            numbers = iter(range(number))
            GLib.idle_add(lambda: self.target.notify(numbers))
        elif command == b"d":
            GLib.idle_add(self.cut)
        elif command == b"z":
            self.sink.count = self.sink.ordered = 0
        else:
            raise NotPermitted("Write not permitted")


class Refusing(Characteristic):
    def ReadValue(self, where):
        raise NotPermitted("Read not permitted")


class Descriptor(Attribute):
    value = b"a value"

    @dbus.service.method("org.bluez.GattDescriptor1", in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, where):
        return dbus.ByteArray(self.value[int(where.get("offset", 0)):])

    @dbus.service.method("org.bluez.GattDescriptor1", in_signature="aya{sv}")
    def WriteValue(self, value, where):
        self.value = bytes(value)


def attributes(bus, path, cut):
    """All of the service; cut() cuts every link."""
    value = Value(bus, path, "value", VALUE, "read", "write", "notify")
    sink = Sink(bus, path, "sink", SINK, "read", "write-without-response")
    control = Control(bus, path, "control", CONTROL, "write")
    control.target, control.sink, control.cut = value, sink, cut
    value.value = b"hello"
    secret = Characteristic(bus, path, "secret", SECRET, "encrypt-read")
    secret.value = b"for friends"
    return [
        Attribute(bus, path, "org.bluez.GattService1", UUID=SERVICE, Primary=dbus.Boolean(True)), value,
        Descriptor(bus, f"{path}/value/descriptor", "org.bluez.GattDescriptor1", UUID=DESCRIPTOR,
                   Characteristic=dbus.ObjectPath(value.path), Flags=dbus.Array(["read", "write"], "s")),
        sink, control, secret, Refusing(bus, path, "refusing", REFUSING, "read")]
