# SPDX-License-Identifier: Apache-2.0
# Apps that talk to a Bluetooth accessory through the agent, and the policy of the bus that leaves BlueZ to the agent.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

another_app_is_known() { # APP USER
    printf '%s\n' '[App]' "Name=$1" '[Identity]' "Users=$2" '[Discovery]' SSIDPrefixes=MyCam- >"$AGENT/config/apps.d/$1.conf"
}

# lamp_is_there [OPTION...]: starts an accessory with the service of gatt/conversation.py; its address is in lamp.
# shellcheck disable=SC2120 # scenarios pass them
lamp_is_there() {
    accessory_is_there lamp --name MyCam --talks "$@"
    lamp=$(bluez /hci1 org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Address)
    lamp=${lamp##* }
}

# app_has_a_lamp: the app has a grant for it, and the talker `first` has found it.
app_has_a_lamp() {
    app_is_known 'SSIDPrefixes=MyCam-'
    another_app_is_known org.example.second daemon
    start_accessoryd
    lamp_is_there
    accessoryctl access grant --app "$app" --ssid MyCam-Talk --bluetooth "$lamp"
    talker_starts first root
    find_accessory first
}

talker_starts() { # NAME USER
    start_program "$1" setpriv --reuid="$2" --regid=nogroup --clear-groups "$PWD/guest/programs/talker" "$AGENT/runtime/app.socket"
}

find_accessory() { does "$1" find && prints "$1" "found poweredOn"; } # NAME

# does NAME COMMAND: the talker has done it.
does() {
    local before
    before=$(times_done "$1" "$2")
    send_line "$1" "$2"
    wait_until 60 "$1 did '$2'; $(output_of "$1")" not gives "$before" times_done "$1" "$2"
}

times_done() { grep -cxF "did $2" "$AGENT/$1.output" || :; }

# refuses NAME COMMAND ERROR: the command fails with this error.
refuses() {
    send_line "$1" "$2"
    prints "$1" "$2 failed $3"
}

links() { # NAME
    local before
    before=$(times_linked "$1")
    does "$1" connect
    wait_until 60 "$1 has a link" not gives "$before" times_linked "$1"
}

times_linked() { grep -cxF 'link connected' "$AGENT/$1.output" || :; }

is_connected() { [[ $(bluez "/hci0/dev_${lamp//:/_}" org.freedesktop.DBus.Properties.Get string:org.bluez.Device1 string:Connected) == *true ]]; }

is_known() { bluez "/hci0/dev_${lamp//:/_}" org.freedesktop.DBus.Properties.Get string:org.bluez.Device1 string:Address; }

little_endian() { printf '%02x%02x0000' $(($1 % 256)) $(($1 / 256)); }

calls_bluez() {
    setpriv --reuid=daemon --regid=nogroup --clear-groups dbus-send --system --print-reply --dest=org.bluez / org.freedesktop.DBus.ObjectManager.GetManagedObjects
}

# bus_has_policy: the agent's user is nobody here. The bus reads its configuration again on request.
bus_has_policy() {
    cp -r /etc/dbus-1 "$AGENT/dbus-1"
    sed 's/user="accessoryd"/user="nobody"/' /run/conf/bluez-exclusive.conf >"$AGENT/dbus-1/system-local.conf"
    mount -n --bind "$AGENT/dbus-1" /etc/dbus-1
    bus_reads_its_configuration
}

bus_has_no_policy() {
    umount /etc/dbus-1
    bus_reads_its_configuration
}

bus_reads_its_configuration() { dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ReloadConfig; }
