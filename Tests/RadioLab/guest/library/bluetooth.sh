# SPDX-License-Identifier: Apache-2.0
# Bluetooth: two virtual controllers that hear each other, or as many as controllers has. The first, hci0, is this machine's; on
# the second lives an accessory. One bluetoothd serves both. The controllers know no signal strength.

# start_bluetooth: starts Bluetooth; this machine's controller is hci0, switched on.
start_bluetooth() {
    make_controllers
    start_bluetoothd
}

make_controllers() {
    # Two bluetoothds talk over several channels (Enhanced ATT Bearer), which have no common order. Accessories have one.
    printf '%s\n' '[GATT]' Channels=1 >/etc/bluetooth/main.conf
    # btvirt asks the kernel for these ciphers after it has made a controller. Loading them then takes longer than a controller
    # has time to answer.
    python3 -c 'import socket
for kind, name in (("skcipher", "ecb(aes)"), ("hash", "cmac(aes)")): socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET).bind((kind, name))'
    btvirt -L "-l${controllers:-2}" &>"$LOGS/btvirt.log" &
    echo $! >"$SERVICES/btvirt.pid"
}

start_bluetoothd() {
    /usr/libexec/bluetooth/bluetoothd -n &>>"$LOGS/bluetoothd.log" &
    echo $! >"$SERVICES/bluetoothd.pid"
    bluetooth_is_on
}

bluetooth_is_on() {
    wait_until 20 "bluetoothd has both controllers" both_controllers_are_there
    bluez /hci0 org.freedesktop.DBus.Properties.Set string:org.bluez.Adapter1 string:Powered variant:boolean:true
}

kill_bluetoothd() { stop KILL "$SERVICES/bluetoothd.pid"; }

both_controllers_are_there() { controller_is_there hci0 && controller_is_there hci1; }
controller_is_there() { bluez "/$1" org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Address; }

# bluetooth_listens: an earlier answer, as that a picker is shown, does not prove it.
bluetooth_listens() { bluez /hci0 org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Discovering | grep -q true; }

bluez() { # OBJECT METHOD ARGUMENT...
    dbus-send --system --print-reply=literal --dest=org.bluez "/org/bluez$1" "${@:2}"
}

# accessory_is_there NAME [OPTION...]: starts a Bluetooth accessory with guest/devices/peripheral's options, as a program of
# this name.
accessory_is_there() {
    start_program "$1" exec "$PWD/guest/devices/peripheral" "${@:2}"
    prints "$1" 'is there'
}

# a_bond_is_left: this machine has a bond with a device; btvirt gives its controller this address. bluetoothd names a key after
# the side that made it.
a_bond_is_left() { grep -qs '^\[.*LongTermKey\]' /var/lib/bluetooth/00:AA:01:00:00:00/*/info; }

no_bond_is_left() { not a_bond_is_left; }

# unbonding_is_told WHY: waits for the line of history, which the agent writes when bluetoothd has answered, so after the bond is
# gone. There is one line.
unbonding_is_told() {
    wait_until 10 "the history tells of the bond's end" unbondings_match "$1"
    same "ends of the bond in the history" 1 "$(accessoryctl access history | grep -c unbonded)"
}

unbondings_match() { accessoryctl access history | grep "unbonded .*$1"; }

# no_bond_is_unowned: every bond is with an accessory that the agent has a record of.
no_bond_is_unowned() { gives '' guest/programs/unowned-bonds "$AGENT/state/accessoryd.db"; }

a_link_is_up() { hcitool -i hci0 con | grep -q handle; }

input_devices() { cat /proc/bus/input/devices; }

# forget_devices: removes all devices that bluetoothd knows.
forget_devices() {
    local path
    for path in $(dbus-send --system --print-reply --dest=org.bluez / org.freedesktop.DBus.ObjectManager.GetManagedObjects |
        sed -n 's/^ *object path "\(\/org\/bluez\/hci[0-9]*\/dev_[0-9A-F_]*\)"$/\1/p' | sort -u); do
        # A device that nobody knows may go by itself meanwhile.
        dbus-send --system --print-reply --dest=org.bluez "${path%/*}" org.bluez.Adapter1.RemoveDevice "objpath:$path" || :
    done
}
