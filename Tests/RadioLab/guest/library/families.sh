# SPDX-License-Identifier: Apache-2.0
# Accessories of the known families: a hotspot with the family's own pages, and a station of its own that joins for real.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

# family NAME FAMILY SSID [OPTION OF access_point ...] [-- OPTION OF Tests/Accessories/FAMILY.py ...]
family() {
    local name=$1 family=$2 ssid=$3 options=() number
    shift 3
    while (($# > 0)) && [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    access_point "$name" "$ssid" "${options[@]}"
    # For its station.
    take_radio
    echo "$number" >"$AIR/$name/station"
    has_pages "$name" "$family" home HomeNet "${@:2}"
}

# has_pages NAME FAMILY ACCESS_POINT SSID [OPTION OF Tests/Accessories/FAMILY.py ...]: in its hotspot, for the network of this access point.
has_pages() {
    local name=$1 number
    number=$(<"$AIR/$name/station")
    nsenter --net="/run/netns/radio$(<"$AIR/$name/radio")" python3 -B "/run/accessories/$2.py" --address "$(address_of "$name")" \
        --network "$4" --passphrase "$(passphrase_of "$3")" --join "$PWD/guest/devices/station $number ${station_options:-}" \
        "${@:5}" >"$LOGS/$name.device" 2>&1 &
    echo $! >"$AIR/$name/httpd.pid"
    comes 20 has_text "$LOGS/$name.device" listening || fail "no pages: $(cat "$LOGS/$name.device")"
}

has_address() { # RADIO ADDRESS OF ITS STATION
    printf '%s\n' "link set wlan$1 down" "link set wlan$1 address $2" | ip -n "radio$1" -batch -
}

# gadget FAMILY [OPTION OF peripheral ...] [-- OPTION OF Tests/Accessories/*.py ...]: the same over Bluetooth, with no hotspot.
# Its address is in gadget.
gadget() {
    local family=$1 number options=()
    shift
    while (($# > 0)) && [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    take_radio
    mkdir "$AIR/gadget"
    echo "$number" >"$AIR/gadget/station"
    accessory_is_there gadget --name Lamp "${options[@]}" "--$family" "--network HomeNet --passphrase '$(passphrase_of home)' \
        --join '$PWD/guest/devices/station $number' ${*:2}"
    gadget=$(bluez /hci1 org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Address)
    gadget=${gadget##* }
}

# onboard_gadget [MEMBER...]: the order to put the gadget on the home network, with these members of the call besides its address, such
# as "allowsClearText":true.
onboard_gadget() {
    local members=("\"bluetoothAddress\":\"$gadget\"" "$@")
    start_program onboard exec "$PWD/guest/programs/order" "$AGENT/runtime/control.socket" Onboard "{$(IFS=, && echo "${members[*]}")}"
}

gadget_is_on_the_home_network() { has_printed gadget '"event": "joined"' && is_associated gadget; }

is_on_the_home_network() { has_text "$LOGS/$1.device" '"event": *"joined"' && is_associated "$1"; }
is_associated() { # NAME
    local number
    number=$(<"$AIR/$1/station")
    [[ $(on_radio "$number" iw dev "wlan$number" link) == *"$(<"$AIR/home/bssid")"* ]]
}
joins_the_home_network() { wait_until 30 "$1 is on the home network" is_on_the_home_network "$1"; }
got_no_network() { not grep -E '"event": *"(joined|refused)"' "$LOGS/$1.device"; }

proof() { (umask 077 && printf '%s\n' "$1" >"$AGENT/proof"); }

# profile NAME SSID PASSPHRASE: a network that this machine knows, and does not join.
profile() {
    nmcli connection add type wifi ifname wlan0 con-name "$1" autoconnect no ssid "$2" wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$3"
}

# A plan that hands the home network over, with these lines in [Provision], by the program whose command is in `program` if it is
# set.
provision() { # ACCESSORY SSID [LINE...]
    local secret=() command=()
    [[ ! -s $AIR/$1/passphrase ]] || secret=("PassphraseFile=$AIR/$1/passphrase")
    [[ -z ${program:-} ]] || command=('[Program]' "Command=$program" User=nobody)
    mkdir -p "$AGENT/config/provision.d"
    printf '%s\n' '[Uplink]' "CredentialsFor=$app" >"$AGENT/config/accessoryd.conf"
    printf '%s\n' '[Plan]' "App=$app" Afterwards=provision '[Accessory]' "SSID=$2" "${secret[@]}" "${command[@]}" \
        '[Provision]' "${@:3}" '[Attempts]' Attempts=1 \
        >"$AGENT/config/provision.d/plug.conf"
    accessoryctl general reload
    start_program plans exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" provision run plug --config-dir "$AGENT/config"
}

# sees_no_secret_while_it_runs NAME WORD VARIABLE: no process of ours has a secret in its arguments or its environment once NAME
# has printed WORD. One of them has this variable. The accessory plug joins with --join-when "$AGENT/join", so the program runs as
# long as this looks.
sees_no_secret_while_it_runs() {
    wait_until 30 "the program runs" has_printed "$1" "$2"
    local process
    for process in /proc/[0-9]*; do
        [[ $(readlink "$process/exe" || :) == /run/binaries/* ]] || continue
        tr '\0' '\n' <"$process/cmdline" >>"$AGENT/visible" || :
        tr '\0' '\n' <"$process/environ" >>"$AGENT/visible" || :
    done
    touch "$AGENT/join"
    grep -q "$3" "$AGENT/visible"
    not grep -F -e "$(passphrase_of home)" -e k7qm2vxd "$AGENT/visible"
}
