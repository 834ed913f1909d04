# SPDX-License-Identifier: Apache-2.0
"""bus.py [NAME [PEER]]: a program on the system bus, with this name. Prints its unique name, and answers org.freedesktop.DBus.Peer.
With PEER it calls a pairing agent there instead, as bluetoothd does, and prints the name of the error."""

import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
for name in sys.argv[1:2]:
    if bus.request_name(name) != dbus.bus.REQUEST_NAME_REPLY_PRIMARY_OWNER:
        sys.exit(f"{name} is taken")
for peer in sys.argv[2:]:
    try:
        bus.call_blocking(peer, "/", "org.bluez.Agent1", "Release", "", ())
    except dbus.DBusException as error:
        sys.exit(error.get_dbus_name())
print(bus.get_unique_name(), flush=True)
GLib.MainLoop().run()
