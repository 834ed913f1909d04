# SPDX-License-Identifier: Apache-2.0
"""The peripheral's service of Espressif's provisioning, which Tests/Accessories/espressif.py plays. Each endpoint is a
characteristic with its name in a descriptor: a write is a request, and the next read has the answer."""
import sys

import dbus

from gatt.conversation import Attribute, Characteristic

sys.path.append("/run/accessories")
import accessory  # noqa: E402
import espressif  # noqa: E402

SERVICE = "021a9004-0382-4aea-bff4-6b3f1c5adfb4"
ENDPOINTS = {"prov-ctrl": 0x4F, "prov-session": 0x51, "prov-config": 0x52, "proto-ver": 0x53}


def start(arguments):
    """An accessory with these options of Tests/Accessories."""
    return espressif.Espressif(accessory.options("Espressif", espressif.add).parse_args(arguments))


def advertisement(device):
    return {"ServiceUUIDs": dbus.Array([SERVICE], "s")}


class Failed(dbus.DBusException):
    _dbus_error_name = "org.bluez.Error.Failed"


class Endpoint(Characteristic):
    def WriteValue(self, value, where):
        # One link has one session.
        headers = {"Cookie": f"session={self.device.cookie}"}
        answer = self.device.receive(accessory.Request("POST", f"/{self.endpoint}", {}, bytes(value), headers))
        if answer is None and self.device.just_applied:
            self.leave()
        if answer is None:
            raise Failed("it breaks off")
        self.value = answer.body


class Description(Attribute):
    def __init__(self, bus, endpoint):
        super().__init__(
            bus, f"{endpoint.path}/description", "org.bluez.GattDescriptor1", UUID="2901",
            Characteristic=dbus.ObjectPath(endpoint.path), Flags=dbus.Array(["read"], "s"))
        self.text = endpoint.endpoint

    @dbus.service.method("org.bluez.GattDescriptor1", in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, where):
        return dbus.ByteArray(self.text.encode()[int(where.get("offset", 0)):])


def attributes(bus, path, device, leave):
    """All of the service; leave() cuts every link, with which an answer is lost."""
    service = Attribute(bus, path, "org.bluez.GattService1", UUID=SERVICE, Primary=dbus.Boolean(True))
    endpoints = []
    for name, number in ENDPOINTS.items():
        endpoint = Endpoint(bus, path, name.replace("-", "_"), f"021aff{number:02x}{SERVICE[8:]}", "read", "write")
        endpoint.device, endpoint.endpoint, endpoint.leave = device, name, leave
        endpoints.append(endpoint)
    return [service, *endpoints, *(Description(bus, endpoint) for endpoint in endpoints)]
