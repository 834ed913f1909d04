# SPDX-License-Identifier: Apache-2.0
"""bus.py [NAME]: a program on the system bus, with this name. Prints its unique name, and answers org.freedesktop.DBus.Peer."""

import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
for name in sys.argv[1:]:
    if bus.request_name(name) != dbus.bus.REQUEST_NAME_REPLY_PRIMARY_OWNER:
        sys.exit(f"{name} is taken")
print(bus.get_unique_name(), flush=True)
GLib.MainLoop().run()
