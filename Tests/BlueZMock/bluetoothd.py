# SPDX-License-Identifier: Apache-2.0
"""A bluetoothd for one test, on python-dbusmock: its bluez5 template, with devices that advertise, and fail as the
test requests it. The methods of org.bluez.Mock are for the test."""

import dbus
from dbusmock import OBJECT_MANAGER_IFACE, mockobject
from dbusmock.templates import bluez5
from dbusmock.templates.bluez5 import ADAPTER_IFACE, BLUEZ_MOCK_IFACE, DEVICE_IFACE, AddAdapter  # noqa: F401
from gi.repository import GLib

BUS_NAME, MAIN_OBJ, SYSTEM_BUS, IS_OBJECT_MANAGER = "org.bluez", "/", True, True
ADAPTER = "/org/bluez/hci0"

# The behaviour of each device at a connection, by its path.
manners = {}


def load(mock, parameters):
    bluez5.load(mock, parameters)


def update(device, **properties):
    device.UpdateProperties(DEVICE_IFACE, properties)


def cut(device):
    update(device, Connected=dbus.Boolean(False), ServicesResolved=dbus.Boolean(False))


def connect(device):
    how = manners.get(device.path, "works")
    if how == "away":
        raise dbus.exceptions.DBusException("le-connection-abort-by-local", name="org.bluez.Error.Failed")
    if device.props[DEVICE_IFACE]["Connected"]:
        return
    if how == "silent":
        # Without a signal, as bluetoothd when a link's channel is there before the link.
        device.props[DEVICE_IFACE]["Connected"] = dbus.Boolean(True)
        update(device, ServicesResolved=dbus.Boolean(True))
        return
    update(device, Connected=dbus.Boolean(True))
    if how in ("cut", "cut once"):
        cut(device)
        if how == "cut once":
            manners[device.path] = "works"
        raise dbus.exceptions.DBusException("le-connection-abort-by-local", name="org.bluez.Error.Failed")
    if how == "cut late":
        GLib.timeout_add(50, lambda: cut(device))
        return
    update(device, ServicesResolved=dbus.Boolean(True))


def remove(adapter, path):
    """As bluetoothd with a connected device: everybody who asks is answered when it is disconnected and gone."""
    if path in mockobject.objects:
        bluez5.RemoveDevice(adapter, path)


def pair(device):
    update(device, Paired=dbus.Boolean(True), Bonded=dbus.Boolean(True), Connected=dbus.Boolean(True),
           ServicesResolved=dbus.Boolean(True))


@dbus.service.method(BLUEZ_MOCK_IFACE, in_signature="ssnb", out_signature="s")
def Appear(mock, address, name, rssi, is_bonded):
    """A device is heard."""
    path = f"{ADAPTER}/dev_{address.replace(':', '_')}"
    properties = {
        "Address": address, "AddressType": "public", "Name": name, "Alias": name, "Adapter": dbus.ObjectPath(ADAPTER),
        "UUIDs": dbus.Array(["0000fea6-0000-1000-8000-00805f9b34fb"], "s"), "RSSI": rssi,
        "ManufacturerData": dbus.Dictionary({dbus.UInt16(0x02F2): dbus.ByteArray(b"\x02\x01")}, "qv"),
        "ServiceData": dbus.Dictionary({}, "sv"), "AdvertisingFlags": dbus.ByteArray(b"\x06"),
        "Paired": dbus.Boolean(is_bonded), "Bonded": dbus.Boolean(is_bonded), "Connected": dbus.Boolean(False),
        "ServicesResolved": dbus.Boolean(False)}
    mock.AddObject(path, DEVICE_IFACE, properties, [
        ("Connect", "", "", connect), ("Disconnect", "", "", cut), ("Pair", "", "", pair), ("CancelPairing", "", "", "")])
    mockobject.objects["/"].EmitSignal(
        OBJECT_MANAGER_IFACE, "InterfacesAdded", "oa{sa{sv}}", [dbus.ObjectPath(path), {DEVICE_IFACE: properties}])
    return path


@dbus.service.method(BLUEZ_MOCK_IFACE, in_signature="oq")
def Offer(mock, device, handle):
    """The device has a service with this handle, and a characteristic with the next one."""
    service, characteristic = f"{device}/service{handle:04x}", f"{device}/service{handle:04x}/char{handle + 1:04x}"
    objects = {
        service: ("org.bluez.GattService1", {
            "UUID": "0000ffb0-0000-1000-8000-00805f9b34fb", "Primary": dbus.Boolean(True), "Device": dbus.ObjectPath(device)}),
        characteristic: ("org.bluez.GattCharacteristic1", {
            "UUID": "0000ffb1-0000-1000-8000-00805f9b34fb", "Service": dbus.ObjectPath(service), "MTU": dbus.UInt16(185),
            "Flags": dbus.Array(["read", "notify"], "s")})}
    for path, (interface, properties) in objects.items():
        methods = [] if path == service else [
            ("ReadValue", "a{sv}", "ay", "ret = [7]"), ("StartNotify", "", "", ""), ("StopNotify", "", "", "")]
        mock.AddObject(path, interface, properties, methods)
        mockobject.objects["/"].EmitSignal(
            OBJECT_MANAGER_IFACE, "InterfacesAdded", "oa{sa{sv}}", [dbus.ObjectPath(path), {interface: properties}])


@dbus.service.method(BLUEZ_MOCK_IFACE, in_signature="qay")
def Manufacture(_mock, company, data):
    """Every device advertises this from now on."""
    for path, device in list(mockobject.objects.items()):
        if path.startswith(ADAPTER + "/"):
            update(device, ManufacturerData=dbus.Dictionary({dbus.UInt16(company): dbus.ByteArray(bytes(data))}, "qv"))


@dbus.service.method(BLUEZ_MOCK_IFACE, in_signature="os")
def Behave(_mock, path, how):
    manners[str(path)] = str(how)
    if how == "goes for all":
        mockobject.objects[ADAPTER].AddMethod(ADAPTER_IFACE, "RemoveDevice", "o", "", remove)


@dbus.service.method(BLUEZ_MOCK_IFACE, in_signature="b")
def Serve(mock, is_there):
    """bluetoothd ends, or has started again."""
    driver = mock.connection.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus", introspect=False)
    if is_there:
        driver.RequestName(BUS_NAME, dbus.UInt32(0), dbus_interface="org.freedesktop.DBus")
    else:
        driver.ReleaseName(BUS_NAME, dbus_interface="org.freedesktop.DBus")
