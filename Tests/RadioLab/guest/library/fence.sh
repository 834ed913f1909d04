# SPDX-License-Identifier: Apache-2.0
# The fence of a joined hotspot: accessory-link, the programs in their cgroups, and what the accessory hears of them.

LINK=$AGENT/runtime/link.socket

# prepare_fence [LINE...]: makes the cgroups, and the app's manifest with these lines under [Network].
prepare_fence() {
    [[ -e $CGROUP/cgroup.procs ]] || mount -t cgroup2 cgroup2 "$CGROUP"
    mkdir -p "$CGROUP"/system.slice/{accessoryd,camera,other}.service "$CGROUP"/user.slice/user-1.slice/session-3.scope
    mkdir -p "$AGENT/config/apps.d" "$AGENT/runtime"
    # shellcheck disable=SC2154 # of accessory.sh
    printf '%s\n' '[App]' Name=Camera '[Identity]' Units=camera.service '[Discovery]' SSIDPrefixes=MyCam- '[Network]' "$@" \
        >"$AGENT/config/apps.d/$app.conf"
}

# become CGROUP COMMAND...: makes this shell, one in the background, a process that the service manager starts there. in_cgroup waits
# for its end.
become() {
    echo "$BASHPID" >"$CGROUP/$1/cgroup.procs"
    exec "${@:2}"
}
in_cgroup() { (become "$@"); }

start_link() {
    local rules=${RULES:-/run/conf/nftables}
    /run/binaries/accessory-link --socket "$LINK" --agent-user root --rules "$rules" &>>"$LOGS/accessoryd.log" &
    echo $! >"$AGENT/link.pid"
    wait_until 10 "accessory-link listens" test -S "$LINK"
}

# The agent in the cgroup of its unit, by which accessory-link knows it.
start_agent() {
    echo "$BASHPID" >"$CGROUP/system.slice/accessoryd.service/cgroup.procs"
    start_accessoryd
    echo "$BASHPID" >"$CGROUP/cgroup.procs"
}

# app_begins SSID: the app, a program of camera.service, joins the hotspot and stays there.
app_begins() {
    grant_app "$1"
    become system.slice/camera.service guest/programs/holder "$AGENT/runtime/app.socket" "$1" \
        >"$AGENT/output" 2>"$AGENT/errors" &
    echo $! >"$AGENT/app.pid"
}

# app_holds NAME SSID: the app is at the access point, and stays there.
app_holds() {
    app_begins "$2"
    wait_until 60 "the app is at $1" has_text "$AGENT/output" 'joined wlan'
}

# The app is at its camera, which has a web server and writes down what it hears.
app_is_at_its_camera() {
    start_link
    start_agent
    local ssid
    ssid=MyCam-$(<"$AIR/count")
    access_point camera "$ssid" web='a camera'
    app_holds camera "$ssid"
    listen camera
}

# listen NAME [INTERFACE]: from now on the access point writes down what this machine sends; it_heard counts it.
listen() {
    local number interface=${2:-wlan0}
    number=$(<"$AIR/$1/radio")
    on_radio "$number" guest/programs/listener "wlan$number" "$(<"/sys/class/net/$interface/address")" >"$AIR/$1/heard" &
    echo $! >"$AGENT/listener.pid"
    wait_until 10 "the access point listens" has_text "$AIR/$1/heard" ready
    wait_until 10 "this machine has an address of IPv6" speaks_ipv6 "$interface"
}

# The kernel looks for an address's twin first, for a second or two.
speaks_ipv6() { [[ -n $(ip -6 -o address show dev "$1" scope link -tentative) ]]; }

has_heard() { (($(it_heard "$1" "$2") >= $3)); } # NAME WORD COUNT
it_heard() { grep -c " $2" "$AIR/$1/heard" || :; }

# probe TAG CGROUP COMMAND...: a program sends all kinds of packets to the accessory, with the tag in each.
probe() {
    local tag=$1 group=$2
    shift 2
    in_cgroup "$group" "$@" "$PWD/guest/programs/probe" "$tag" wlan0 "$(our_address wlan0)" "$(address_of camera)" \
        >"$AGENT/probe.$tag"
    cat "$AGENT/probe.$tag"
}

is_fenced() { [[ $(nft list set inet accessoryd fenced) == *wlan0* ]]; }
fence_is() { [[ $(accessoryctl -g FENCE hotspot status) == "$1" ]]; }

# The guests share processors, so this prints how long it took, and fails only for what hangs.
fence_goes() {
    local begin
    begin=$(milliseconds)
    wait_until 10 "the fence is gone" no_fence_is_left
    echo "the fence went after $(($(milliseconds) - begin)) ms"
}

# bits_per_second: the app's throughput to the camera.
bits_per_second() {
    on_radio "$(<"$AIR/camera/radio")" iperf3 --server --one-off --daemon 2>/dev/null || :
    pause 0.5
    in_cgroup system.slice/camera.service iperf3 --client "$(address_of camera)" --time 3 --json |
        jq '.end.sum_received.bits_per_second | floor'
}

# The app ends, and nothing of the fence may stay.
end_the_fence() {
    kill_app
    wait_until 10 "no fence is left" no_fence_is_left
    stop TERM "$AGENT/link.pid"
}

crowd_sends_to_camera() { # SSID [OPTION]
    start_agent
    access_point camera "$@"
    listen camera
    start_program crowd become system.slice/other.service "$PWD/guest/programs/crowd" wlan0 "$(address_of camera)"
}

crowd_is_kept_out() { # until the uplink is back
    wait_until 90 "the uplink HomeNet is activated again" uplink_is_activated
    same "packets of the other program at the camera" 0 "$(it_heard camera probe-crowd)"
    kill_program crowd
}

fence_has_less_than() { # SECONDS
    (($(nft list set inet accessoryd fenced | sed -n 's/.* expires \([0-9]*\)s.*/\1/p') < $1))
}
