# SPDX-License-Identifier: Apache-2.0
# The air: the simulated radios, and the access points on them. Each access point's radio lives in a namespace of its own,
# with a DHCP server that hands out itself as router and name server, as real accessories do.

AIR=/run/air
COUNTRY=DE

# open_air STATIONS: radios wlan0 to wlan(STATIONS-1) are this machine's, every other one is free for an access point.
open_air() {
    local stations=$1 radio number
    mkdir -p "$AIR/free"
    ip link set lo up
    # Debian's wireless-regdb: channels 1 to 13, and 5 GHz with radar detection from 52 to 144. The kernel asks for it at boot,
    # where its files may not be there yet.
    iw reg reload
    iw reg set "$COUNTRY"
    wait_until 10 "the radios are in $COUNTRY; is wireless-regdb installed?" is_in_country
    for radio in /sys/class/ieee80211/*; do
        number=${radio##*phy}
        ((number < stations)) || : >"$AIR/free/$number"
    done
    for radio in "$AIR"/free/*; do echo "netns add radio${radio##*/}"; done | ip -batch -
    for radio in "$AIR"/free/*; do iw phy "phy${radio##*/}" set netns name "radio${radio##*/}"; done
}

take_radio() { # sets number
    local free=("$AIR"/free/*)
    number=${free[0]##*/}
    [[ $number != '*' ]] || fail "no radio is free"
    rm "$AIR/free/$number"
}

# free_radio NUMBER: without the addresses that it had. A station that takes it next would announce the first one as its own.
free_radio() {
    ip -n "radio$1" address flush dev "wlan$1"
    : >"$AIR/free/$1"
}

# on_radio NUMBER COMMAND...: runs a command in the namespace of a radio. ip netns exec mounts a /sys for it as well, which takes
# longer than most commands.
on_radio() { nsenter --net="/run/netns/radio$1" "${@:2}"; }

is_in_country() { grep -q "^country $COUNTRY:" <<<"$(iw reg get)"; }

# access_point NAME SSID [OPTION=VALUE ...]: puts an access point on the air. SSID is bytes.
#   security=open|wpa2|wpa3|mixed|owe  passphrase=P  channel=1..13|36..48|52..144|149..165  hidden=yes|no  dhcp=yes|no
#   From channel 52 to 144 it listens for radar for a minute before it is on the air.
#   web=TEXT: its web server's page  beside=N: as many open networks more on the same radio, SSID-1 to SSID-N
#   subnet=N: its addresses are of 192.168.N.0/24  gateway=no: DHCP names no router  dhcp=ipv6: router advertisements only
# bssid_of, address_of and passphrase_of take its NAME, which only the lab knows.
access_point() {
    local name=$1 ssid=$2 option number bssid point=$AIR/$1
    local security=open passphrase='' channel=6 hidden=no dhcp=yes web='' beside=0 subnet='' gateway=yes
    shift 2
    for option; do
        case $option in
            security=* | passphrase=* | channel=* | hidden=* | dhcp=* | web=* | beside=* | subnet=* | gateway=*) local "${option?}" ;;
            *) fail "access_point $name: no option $option" ;;
        esac
    done
    take_radio

    mkdir "$point"
    echo "$number" >"$point/radio"
    echo "192.168.${subnet:-$((100 + number))}.1" >"$point/address"
    printf %s "$passphrase" >"$point/passphrase"
    printf %s "$dhcp" >"$point/dhcp"
    printf %s "$gateway" >"$point/gateway"
    next_bssid $((beside > 0 ? 8 : 1))
    echo "$bssid" >"$point/bssid"
    hostapd_configuration >"$point/hostapd.conf"

    printf '%s\n' "link set lo up" "link set wlan$number address $bssid" "address replace $(<"$point/address")/24 dev wlan$number" |
        ip -n "radio$number" -batch -
    [[ -z $web ]] || { mkdir "$point/web" && echo "$web" >"$point/web/index.html"; }
    access_point_on "$name"
}

# No two access points in a guest's life have the same BSSID, because the supplicant remembers those that are gone. Several on
# one radio differ in their last bits only. Sets bssid to the next one.
next_bssid() { # HOW MANY, a power of two
    local count=0
    [[ ! -e $AIR/count ]] || read -r count <"$AIR/count"
    count=$(((count / $1 + 1) * $1))
    echo $((count + $1 - 1)) >"$AIR/count"
    printf -v bssid '02:ac:ce:55:%02x:%02x' $((count / 256)) $((count % 256))
}

# Uses access_point's variables. Short beacon intervals let every scan hear every access point. This air loses no frame, but
# a busy machine may be slower than hostapd's limits: a message that installs a key is sent once and has four seconds, since
# one that the supplicant has answered already confuses it. The first message has 100 ms and is repeated, as on real devices.
hostapd_configuration() {
    local value band=g
    ((channel <= 14)) || band=a
    hex_of "$ssid"
    printf '%s\n' "interface=wlan$number" driver=nl80211 "hw_mode=$band" "channel=$channel" beacon_int=25 "ssid2=$value" \
        wpa_disable_eapol_key_retries=1
    not needs_radar_detection "$channel" || printf '%s\n' "country_code=$COUNTRY" ieee80211d=1 ieee80211h=1
    [[ $hidden == no ]] || echo ignore_broadcast_ssid=1
    case $security in
        open) ;;
        wpa2) printf '%s\n' wpa=2 wpa_key_mgmt=WPA-PSK rsn_pairwise=CCMP "wpa_passphrase=$passphrase" ;;
        wpa3) printf '%s\n' wpa=2 wpa_key_mgmt=SAE rsn_pairwise=CCMP ieee80211w=2 "sae_password=$passphrase" ;;
        mixed) printf '%s\n' wpa=2 'wpa_key_mgmt=WPA-PSK SAE' rsn_pairwise=CCMP ieee80211w=1 "wpa_passphrase=$passphrase" ;;
        owe) printf '%s\n' wpa=2 wpa_key_mgmt=OWE rsn_pairwise=CCMP ieee80211w=2 ;;
        *) fail "access_point $name: no security $security" ;;
    esac
    local more
    for ((more = 1; more <= beside; more++)); do
        hex_of "$ssid-$more"
        printf '%s\n' "bss=wlan${number}x$more" "ssid2=$value"
    done
}

# hex_of TEXT: sets value to its bytes.
hex_of() {
    local position
    value=''
    for ((position = 0; position < ${#1}; position++)); do printf -v value '%s%02x' "$value" "'${1:position:1}"; done
}

needs_radar_detection() { (($1 >= 52 && $1 <= 144)); }

access_point_on() {
    local point=$AIR/$1 number
    number=$(<"$point/radio")
    : >"$point/hostapd.log"
    # An accessory has a processor of its own; here it shares the guest's only one with the stations, and has priority. If
    # hostapd is still busy with its first OWE key when the station repeats its request after 100 ms, it takes that for a
    # second association, and cuts the one that it just made.
    ip netns exec "radio$number" chrt --fifo 1 \
        hostapd -B -t -P "$point/hostapd.pid" -f "$point/hostapd.log" "$point/hostapd.conf" >/dev/null
    wait_until 90 "access point $1 is on the air" has_text "$point/hostapd.log" AP-ENABLED
    if [[ -d $point/web ]]; then
        nsenter --net="/run/netns/radio$number" busybox httpd -f -p "$(<"$point/address"):80" -h "$point/web" &
        echo $! >"$point/httpd.pid"
    fi
    [[ $(<"$point/dhcp") == no ]] || gives_addresses "$1"
}

# With a variable `lease`, for another time than an hour, and with `range`, others than usual.
gives_addresses() { # NAME [OPTION OF DNSMASQ ...]
    local point=$AIR/$1 number network options
    number=$(<"$point/radio")
    network=$(<"$point/address")
    network=${network%.*}
    if [[ $(<"$point/dhcp") == ipv6 ]]; then
        options=(--enable-ra "--dhcp-range=fd00:$number::,ra-only")
        ip -n "radio$number" address replace "fd00:$number::1/64" dev "wlan$number"
    else
        # dnsmasq serves no names here (--port=0), so an option has to announce it as a name server.
        options=("--dhcp-range=${range:-$network.50,$network.90},${lease:-1h}" "--dhcp-option=option:dns-server,0.0.0.0")
        [[ $(<"$point/gateway") == yes ]] || options+=(--dhcp-option=option:router)
    fi
    on_radio "$number" dnsmasq --conf-file=/dev/null --port=0 --user=root \
        --interface="wlan$number" --bind-dynamic --dhcp-authoritative --no-ping "${options[@]}" \
        --dhcp-leasefile="$point/leases" --log-facility="$point/dnsmasq.log" --pid-file="$point/dnsmasq.pid" "${@:2}"
}

# Like pulling its plug: its stations get no deauthentication.
access_point_off() {
    local point=$AIR/$1 number
    number=$(<"$point/radio")
    stop KILL "$point/hostapd.pid"
    stop KILL "$point/dnsmasq.pid"
    stop KILL "$point/httpd.pid"
    ip -n "radio$number" link set "wlan$number" down
}

# comes_back_with NAME KEY VALUE: puts it on the air again, with another value in hostapd's configuration.
comes_back_with() {
    access_point_off "$1"
    sed -i "s/^$2=.*/$2=$3/" "$AIR/$1/hostapd.conf"
    access_point_on "$1"
}

# becomes_open NAME, becomes_wpa2 NAME: replaces it by another one with its name and address, which is open, or has its
# passphrase for WPA2.
becomes_open() {
    access_point_off "$1"
    sed -i '/^wpa/d; /^rsn_/d; /^ieee80211w=/d; /^sae_/d' "$AIR/$1/hostapd.conf"
    access_point_on "$1"
}

becomes_wpa2() {
    access_point_off "$1"
    sed -i 's/^wpa_key_mgmt=.*/wpa_key_mgmt=WPA-PSK/; s/^sae_password=/wpa_passphrase=/; s/^ieee80211w=.*/ieee80211w=0/' \
        "$AIR/$1/hostapd.conf"
    access_point_on "$1"
}

# is_weaker NAME: makes its signal 20 dB weaker than every other one.
is_weaker() {
    local number
    : >"$AIR/$1/weaker"
    number=$(<"$AIR/$1/radio")
    on_radio "$number" iw dev "wlan$number" set txpower fixed 0
}

renames_itself() { # NAME SSID
    local value
    hex_of "$2"
    comes_back_with "$1" ssid2 "$value"
}
wants_passphrase() { comes_back_with "$1" wpa_passphrase "$2"; } # NAME PASSPHRASE

# remove_access_point NAME: removes it, and frees its radio.
remove_access_point() {
    local number
    number=$(<"$AIR/$1/radio")
    access_point_off "$1"
    [[ ! -e $AIR/$1/weaker ]] || on_radio "$number" iw dev "wlan$number" set txpower auto
    free_radio "$number"
    if [[ -e $AIR/$1/station ]]; then free_station "$1"; fi
    rm -r "${AIR:?}/$1"
}

# free_station NAME: ends the station of an accessory, and frees its radio.
free_station() {
    local number
    number=$(<"$AIR/$1/station")
    stop KILL "$AIR/station$number.pid"
    free_radio "$number"
}

# remove_station NAME: ends a station without an access point, if it is there, and frees its radio.
remove_station() {
    [[ -e $AIR/$1 ]] || return 0
    free_station "$1"
    rm -r "${AIR:?}/$1"
}

bssid_of() { echo "$(<"$AIR/$1/bssid")"; }
address_of() { echo "$(<"$AIR/$1/address")"; }
# use_link_local_address NAME: guest/programs/visit then looks for it at its link-local address, which follows from the BSSID
# 02:ac:ce:55:XX:YY.
use_link_local_address() { bssid_of "$1" | sed -E 's/.*(..):(..)$/fe80::ac:ceff:fe55:\1\2/' >"$AIR/$1/address"; }
passphrase_of() { printf %s "$(<"$AIR/$1/passphrase")"; }

# is_at NAME INTERFACE: the interface is associated with this access point.
is_at() { [[ $(iw dev "$2" link) == "Connected to $(<"$AIR/$1/bssid") "* ]]; }
