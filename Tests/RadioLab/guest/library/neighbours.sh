# SPDX-License-Identifier: Apache-2.0
# Large neighbours: hundreds of Bluetooth devices, of access points, and of services on the home network, which nobody invited.
# Devices need controllers=3, access points two free radios, and services avahi-daemon.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

NEIGHBOURS=300 # of each kind
NEIGHBOURS_CHANNELS=(1 6)
# What the agent may keep of each neighbour, in kB: twice what it kept of one of 900 in November 2026.
NEIGHBOUR_MEMORY=10

neighbours_move_in() {
    devices_move_in
    networks_move_in
    services_move_in
}

# neighbours_are_there: the machine's services know all of them.
neighbours_are_there() {
    wait_until 60 "bluetoothd knows $NEIGHBOURS devices" bluetoothd_knows_them
    wait_until 120 "NetworkManager knows $NEIGHBOURS access points" networkmanager_knows_them
}

# Unless the agent listens, somebody's program does, so that bluetoothd knows them. All have the service 180F.
devices_move_in() {
    bluetooth_listens || {
        start_program listener exec bluetoothctl
        send_line listener 'select 00:AA:01:00:00:00'
        wait_until 20 "bluetoothd listens" listens_when_asked
    }
    start_program devices exec "$PWD/guest/devices/advertisers" hci2 "$NEIGHBOURS"
}

# It refuses while it begins or ends another program's search.
listens_when_asked() {
    bluetooth_listens && return
    send_line listener 'scan le'
    pause 1
    bluetooth_listens
}

bluetoothd_knows_them() { (($(known_devices) >= NEIGHBOURS)); }
known_devices() {
    dbus-send --system --print-reply --dest=org.bluez / org.freedesktop.DBus.ObjectManager.GetManagedObjects |
        grep -c 'object path "/org/bluez/hci0/dev_[0-9A-F_]*"$'
}

# An access point's program has priority, as hostapd has: see access_point_on.
networks_move_in() {
    local channel number
    supplicant_keeps 1000 20
    for channel in "${NEIGHBOURS_CHANNELS[@]}"; do
        take_radio
        mkdir "$AIR/neighbours$channel"
        echo "$number" >"$AIR/neighbours$channel/station"
        start_program "networks$channel" exec nsenter --net="/run/netns/radio$number" chrt --fifo 1 \
            "$PWD/guest/devices/beacons" "wlan$number" "$channel" Neighbour $((NEIGHBOURS / ${#NEIGHBOURS_CHANNELS[@]}))
        prints "networks$channel" 'on the air'
    done
}

# supplicant_keeps COUNT SCANS: access points, for as many scans that miss them. Of more than 200, its default, it drops some and
# finds them again at each scan, so that NetworkManager's list has another part of them every time, and an accessory may never be
# in it. Of a hundred that answer one request, a busy machine hears some only by the third scan, and by default two are enough to
# count as gone.
supplicant_keeps() {
    local supplicant=fi.w1.wpa_supplicant1 interface setting
    interface=$(dbus-send --system --print-reply=literal --dest=$supplicant /fi/w1/wpa_supplicant1 $supplicant.GetInterface string:wlan0)
    for setting in "BssMaxCount variant:string:$1" "BSSExpireCount variant:uint32:$2"; do
        dbus-send --system --print-reply --dest=$supplicant "${interface##* }" org.freedesktop.DBus.Properties.Set \
            string:$supplicant.Interface "string:${setting% *}" "${setting#* }"
    done
}

networkmanager_knows_them() { (($(known_networks) >= NEIGHBOURS)); }
known_networks() { nmcli -g SSID device wifi list ifname wlan0 --rescan yes | grep -c '^Neighbour-'; }

services_move_in() {
    start_program services exec nsenter --net="/run/netns/radio$(<"$AIR/home/radio")" \
        "$PWD/guest/devices/announcers" "$(address_of home)" _http._tcp.local "$NEIGHBOURS"
    prints services announced
}

neighbours_move_out() {
    local name
    for name in devices listener services "${NEIGHBOURS_CHANNELS[@]/#/networks}"; do stop KILL "$AGENT/$name.pid"; done
    networks_move_out
    forget_devices
}

# networks_move_out: once their programs have ended.
networks_move_out() {
    local point number
    for point in "$AIR"/neighbours*/; do
        [[ -d $point ]] || return 0
        number=$(<"$point/station")
        ip -n "radio$number" link set "wlan$number" down
        on_radio "$number" iw dev "wlan$number" set type managed
        point=${point%/}
        remove_station "${point##*/}"
    done
    supplicant_keeps 200 2
}

# The agent's own memory, in kB.
memory() { awk '/^RssAnon:/ { print $2 }' "/proc/$(<"$AGENT/accessoryd.pid")/status"; }

# outlived_neighbours PID MEMORY: the agent is the same process, answers, and needs no more memory than the neighbours are worth.
outlived_neighbours() {
    local needed limit=$(($2 + 3 * NEIGHBOURS * NEIGHBOUR_MEMORY))
    same "the agent's process" "$1" "$(<"$AGENT/accessoryd.pid")"
    is_running "$AGENT/accessoryd.pid" || fail "the agent has died"
    accessoryctl general status
    needed=$(memory)
    echo "the agent's memory: $2 kB before, $needed kB now, $limit kB allowed"
    ((needed <= limit)) || fail "the agent needs $needed kB; $2 kB before, $limit kB allowed"
}

# Forty networks of one prefix, which is in crowd. Another crowd each time: the agent still counts the one of the scenario before,
# whose access points are gone.
forty_networks_are_there() {
    crowd=MyCam-$(<"$AIR/count")
    access_point first "$crowd-A" beside=7 channel=1
    access_point second "$crowd-B" beside=7 channel=4
    access_point third "$crowd-C" beside=7 channel=6
    access_point fourth "$crowd-D" beside=7 channel=9
    access_point fifth "$crowd-E" beside=3 channel=11
    access_point sixth "$crowd-F" beside=3 channel=3
}

scan_finds_all() { gives 40 how_many_are_found; }
# A look for the app is one over both radios in turns, which is half a minute for all channels.
how_many_are_found() { COMMAND_LIMIT=40 accessoryctl -g SSID scan --app "$app" | grep "^$crowd-" | sort -u | wc -l; }
