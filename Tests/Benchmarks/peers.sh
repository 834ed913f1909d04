# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# Sourced by run, whose variables it uses: the services to compare with, on a bus of our own.

start_bus() {
    # Nothing but our own programs can reach it, so it has no rules; and room for the 256 clients.
    cat >"$folder/bus.conf" <<XML
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=$folder/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
  </policy>
  <limit name="max_connections_per_user">2048</limit>
  <limit name="max_incomplete_connections">512</limit>
  <limit name="max_replies_per_connection">2048</limit>
</busconfig>
XML
    chmod 711 "$folder" # polkitd gives up root, and still has to reach the bus
    dbus-daemon --config-file="$folder/bus.conf" --nofork --nopidfile 2>"$folder/bus.log" &
    started+=($!)
    export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$folder/bus DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/bus
    until_true test -S "$folder/bus"
}

# has_owner NAME: a program owns this name on the bus.
has_owner() {
    dbus-send --bus="$DBUS_SYSTEM_BUS_ADDRESS" --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
        org.freedesktop.DBus.NameHasOwner string:"$1" 2>/dev/null | grep -q 'boolean true'
}

# With a network, files and processes of its own, it finds nothing of the machine to manage.
start_network_manager() {
    unshare --net --mount bash -euc '
        mount --make-rprivate /
        mount -o remount,ro /sys 2>/dev/null || mount -t sysfs -o ro sysfs /sys
        for folder in /run /etc/NetworkManager /var/lib/NetworkManager; do
            [[ ! -d $folder ]] || mount -t tmpfs tmpfs "$folder"
        done
        printf "[main]\nauth-polkit=false\nplugins=keyfile\n[logging]\nlevel=WARN\n" >/etc/NetworkManager/NetworkManager.conf
        ip link set lo up
        exec NetworkManager --no-daemon
    ' 2>"$folder/networkmanager.log" >&2 &
    started+=($!)
    until_true has_owner org.freedesktop.NetworkManager
}

# polkitd answers for root without its rules, so the subject is another user's process.
start_polkit() {
    /usr/lib/polkit-1/polkitd --no-debug 2>"$folder/polkit.log" >&2 &
    started+=($!)
    setpriv --reuid nobody --regid nogroup --clear-groups sleep infinity &
    subject=$!
    started+=("$subject")
    until_true has_owner org.freedesktop.PolicyKit1
    # Field 22 of proc(5)'s stat; the name may hold blanks.
    subject_started=$(awk '{ sub(/^.*\) /, ""); print $20 }' "/proc/$subject/stat")
}

start_permission_store() {
    mkdir -p "$folder/data"
    XDG_DATA_HOME=$folder/data /usr/libexec/xdg-permission-store 2>"$folder/permissions.log" >&2 &
    started+=($!)
    local store=org.freedesktop.impl.portal.PermissionStore
    until_true has_owner "$store"
    dbus-send --bus="$DBUS_SESSION_BUS_ADDRESS" --print-reply --dest="$store" "/${store//.//}" "$store.SetPermission" \
        string:devices boolean:true string:camera string:org.example.camera array:string:yes >/dev/null
}
