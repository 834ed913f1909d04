# SPDX-License-Identifier: Apache-2.0
"""Somebody on the system bus.

bus.py own NAME...: has these names, prints a line when it does, and answers org.freedesktop.DBus.Peer.
bus.py be: has no name but the one that the bus gives, prints that, and answers the same.
"""

import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
for name in sys.argv[2:]:
    if bus.request_name(name) != dbus.bus.REQUEST_NAME_REPLY_PRIMARY_OWNER:
        sys.exit(f"{name} is taken")
print(bus.get_unique_name(), flush=True)
GLib.MainLoop().run()
