# SPDX-License-Identifier: Apache-2.0
# accessory-link without systemd, and what it leaves of fences and second stations.

# link_is_there: it answers the agent in the unit that has the agent's name. It ends when nobody has called it for 30 s.
link_is_there() {
    mkdir -p "$AGENT/runtime"
    guest/programs/socket-unit "$AGENT/runtime/link.socket" "$AGENT/link.pid" \
        /run/binaries/accessory-link --agent-user root --rules /run/conf/nftables &>>"$LOGS/link.log" &
    echo $! >"$AGENT/link-unit.pid"
    wait_until 10 "the socket of accessory-link is there" test -S "$AGENT/runtime/link.socket"
}

link_is_gone() {
    stop KILL "$AGENT/link-unit.pid"
    stop KILL "$AGENT/link.pid"
    rm "$AGENT/runtime/link.socket"
}

# It starts again, unless nobody has called it for a while.
kill_link() { [[ ! -e $AGENT/link.pid ]] || kill -KILL "$(<"$AGENT/link.pid")"; }

# start_accessoryd_in_its_unit: as accessory-link demands it.
start_accessoryd_in_its_unit() {
    local unit=$CGROUP/system.slice/accessoryd.service
    [[ -e $CGROUP/cgroup.procs ]] || mount -n -t cgroup2 cgroup2 "$CGROUP"
    mkdir -p "$unit"
    start_accessoryd
    cat "$AGENT/accessoryd.pid" >"$unit/cgroup.procs"
}

no_fence_is_left() { [[ -z $(nft list ruleset) ]]; }
# Without the P2P device, which has no name: wpa_supplicant has one for a radio, at whichever of its interfaces it began with.
interfaces_of_the_radio() {
    iw dev | awk '/^\t[^\t]/ { named = /Interface/ } /^phy/ || named' | grep -v -e ifindex -e wdev -e txpower
}
# Each time another device of NetworkManager.
joined_beside() { rm -f "$SERVICES/device-acc0" && ours_is_on acc0 && not ours_is_on wlan0; }
joined_by_the_radio() { ours_is_on wlan0 && not ip link show acc0; }
logs_why() { logged_since accessoryd | grep -F "joining cuts 'HomeNet': $1"; }

# denies_station NAME ADDRESS: the access point rejects a station with this address.
denies_station() {
    access_point_off "$1"
    echo "$2" >"$AIR/$1/denied"
    printf '%s\n' macaddr_acl=0 "deny_mac_file=$AIR/$1/denied" >>"$AIR/$1/hostapd.conf"
    access_point_on "$1"
}
