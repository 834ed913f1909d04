# SPDX-License-Identifier: Apache-2.0
# The home network, which is this machine's uplink, and the checks that it stays undisturbed.

INTERNET=203.0.113.1 # beyond the home network's router, reached by the default route only
HOME_STATE=/run/home

# home_network [CHANNEL]: makes the access point, and the profile that a person once saved for it.
home_network() {
    mkdir -p "$HOME_STATE"
    access_point home HomeNet security=wpa2 passphrase='home sweet home' channel="${1:-11}"
    ip -n "radio$(<"$AIR/home/radio")" address add "$INTERNET/32" dev lo
    [[ -e $PROFILES/HomeNet.nmconnection ]] || save_home_profile
}

save_home_profile() {
    printf '%s\n' '[connection]' id=HomeNet uuid=4a1d2f9c-6f0e-4d9a-8f53-6b1a0c7e9d10 type=wifi interface-name=wlan0 \
        '[wifi]' ssid=HomeNet '[wifi-security]' key-mgmt=wpa-psk "psk=$(passphrase_of home)" >"$PROFILES/HomeNet.nmconnection"
    chmod 600 "$PROFILES/HomeNet.nmconnection"
}

# home_moves_to CHANNEL: changes the channel, as a router's owner may do. This machine follows it.
home_moves_to() {
    local band=g
    (($1 <= 14)) || band=a
    access_point_off home
    sed -i "s/^channel=.*/channel=$1/; s/^hw_mode=.*/hw_mode=$band/" "$AIR/home/hostapd.conf"
    access_point_on home
    wait_until 40 "the uplink is at its new channel" is_at home wlan0
    uplink_is_there
}

uplink_is_activated() {
    local value=''
    is_in_state wlan0 100 && profile_of wlan0 >/dev/null && [[ $value == HomeNet ]]
}

internet_is_reached() { busybox ping -c 1 -W 1 "$INTERNET"; }

uplink_is_there() {
    wait_until 30 "the uplink HomeNet is activated" uplink_is_activated
    wait_until 30 "the internet is reached" internet_is_reached
}

# our_address [INTERFACE]: this machine's address there.
our_address() { ip -4 -br address show dev "${1:-wlan0}" | sed -E 's/.* ([0-9.]+)\/.*/\1/'; }

# The default routes and the name servers, which a person's programs use.
default_route_and_dns() {
    ip -4 route show default
    ip -6 route show default
    local line
    while read -r line; do
        [[ $line != *nameserver* ]] || echo "$line"
    done </run/NetworkManager/resolv.conf
}

# watch_uplink [SECONDS]: sends a packet each SECONDS; from now on none of this may change even for a moment, and no packet may be lost. uplink_never_moved checks it.
watch_uplink() {
    default_route_and_dns >"$HOME_STATE/before"
    watch_packets "${1:-0.2}"
    ip -4 monitor route >"$HOME_STATE/routes" &
    echo $! >"$HOME_STATE/routes.pid"
    # A signal to a program that is still this shell can be lost.
    wait_until 10 "the routes are watched" has_text "/proc/$!/comm" '^ip$'
    watch_name_servers >"$HOME_STATE/names" &
    echo $! >"$HOME_STATE/names.pid"
}

watch_packets() { # SECONDS
    echoes >"$HOME_STATE/echoes"
    busybox ping -i "$1" "$INTERNET" >"$HOME_STATE/ping" &
    echo $! >"$HOME_STATE/ping.pid"
    # A command in the background of bash ignores SIGINT until ping itself handles it.
    wait_until 10 "the first packet is sent" not gives "$(<"$HOME_STATE/echoes")" echoes
}

# echoes: the requests that this machine has sent, and the answers that it has received, as its kernel counts them. While an
# accessory of Wi-Fi Easy Connect joins, the radio is on another channel; then many answers come at once, and ping has room for
# eighteen.
echoes() {
    awk '$1 == "Icmp:" && $2 ~ /[A-Z]/ { split($0, names) }
        $1 == "Icmp:" && $2 !~ /[A-Z]/ { for (field = 2; field <= NF; field++) count[names[field]] = $field }
        END { print count["OutEchos"], count["InEchoReps"] }' /proc/net/snmp
}

# packets: those that were sent since watch_packets, and those without an answer.
packets() { paste -d ' ' "$HOME_STATE/echoes" <(echoes) | awk '{ print $3 - $1, $3 - $1 - $4 + $2 }'; }

all_are_answered() { [[ $(packets) == *' 0' ]]; }

watch_name_servers() {
    local before now
    mapfile -t before </run/NetworkManager/resolv.conf
    while mapfile -t now </run/NetworkManager/resolv.conf; do
        [[ ${now[*]} == "${before[*]}" ]] || echo "the name servers changed: ${now[*]}"
        pause 0.05
    done
}

stop_watching() {
    stop INT "$HOME_STATE/ping.pid"
    stop TERM "$HOME_STATE/routes.pid"
    stop TERM "$HOME_STATE/names.pid"
}

# Every packet was sent and answered. A ping that cannot send ends without its closing line.
no_packet_was_lost() { grep -q ' packets transmitted' "$HOME_STATE/ping" && comes 5 all_are_answered; }

uplink_never_moved() {
    stop_watching
    no_packet_was_lost || fail "packets over the uplink were lost, of $(packets): $(tail -n 12 "$HOME_STATE/ping")"
    # A lease has a route for multicast in the table "default".
    not grep -E '^(Deleted )?default ' "$HOME_STATE/routes" || fail "the default route changed"
    [[ ! -s $HOME_STATE/names ]] || fail "$(<"$HOME_STATE/names")"
    same "default route and name servers" "$(<"$HOME_STATE/before")" "$(default_route_and_dns)"
}

# The machine's other network, with one host.
a_house_is_there() {
    # Of a scenario that failed at its beginning.
    [[ ! -e /run/netns/house ]] || ip netns delete house
    ip netns add house
    ip link add house0 type veth peer name eth0 netns house
    wait_until 10 "NetworkManager leaves the house alone" nmcli device set house0 managed no
    printf '%s\n' 'address add 10.1.0.2/24 dev house0' 'link set house0 up' | ip -batch -
    printf '%s\n' 'address add 10.1.0.9/24 dev eth0' 'link set eth0 up' | ip -n house -batch -
}
