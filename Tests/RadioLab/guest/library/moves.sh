# SPDX-License-Identifier: Apache-2.0
# A new router beside the old one, and accessories that live on the old one's network.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

NEW_PASSPHRASE='a new home'

# new_router [PASSPHRASE]: makes the new router's network, and the profile that a person saved for it, with this passphrase. This machine
# stays where it is.
new_router() {
    access_point router NewNet security=wpa2 passphrase="$NEW_PASSPHRASE" channel=6
    profile NewNet NewNet "${1:-$NEW_PASSPHRASE}"
}

# lives_at_home NAME FAMILY STATION [TYPE]: the accessory that was onboarded starts anew as a station: the firmware's page is there, its
# announcement of this type is, and its hotspot is not. It can join the new router's network, and the old one's.
lives_at_home() {
    local name=$1 family=$2 station=$3
    wait_until 60 "$name is on the home network" is_on_the_home_network "$name"
    access_point_off "$name"
    has_page_at_home "$name" "$family" "$station"
    resides "$name" "$(<"$AIR/$name/station")" "$station" --no-page --type "${4:-shelly}"
}

has_page_at_home() { # NAME FAMILY STATION [OPTION OF Tests/Accessories/FAMILY.py ...]
    local number
    number=$(<"$AIR/$1/station")
    start_program "$1-page" exec nsenter --net="/run/netns/radio$number" python3 -B "/run/accessories/$2.py" --address 0.0.0.0 \
        --at-home HomeNet --mac "${3//:/}" --network NewNet --join "$PWD/guest/devices/station $number" "${@:4}"
    prints "$1-page" listening
}

# leaves_home NAME: its network is gone, and with it its page and its announcement.
leaves_home() {
    kill_program "$1"
    kill_program "$1-page"
    ip -n "radio$(<"$AIR/$1/station")" link set "wlan$(<"$AIR/$1/station")" down
}

# falls_back NAME FAMILY STATION [OPTION OF Tests/Accessories/FAMILY.py ...]: it opens its hotspot again, and can join the new router's network.
falls_back() {
    access_point_on "$1"
    has_pages "$1" "$2" router NewNet --mac "${3//:/}" "${@:4}"
}

# joins_anew NAME STATION [TYPE]: the agent gives it the new router's network in its hotspot; then it lives there.
joins_anew() {
    wait_until 90 "$1 is on the new network" has_text "$LOGS/$1.device" '"event": *"joined"'
    access_point_off "$1"
    resides "$1" "$(<"$AIR/$1/station")" "$2" --type "${3:-shelly}"
}

# announces_itself_on NAME SSID: it has joined this network, and announces itself there.
announces_itself_on() {
    prints "$1-page" "\"event\": \"joined\", \"ssid\": \"$2\""
    send_line "$1" again
    prints "$1" 'did again'
}

# next_station: the address that the station of an Espressif chip has whose access point comes next.
next_station() { printf '00:ac:ce:55:%02x:%02x\n' $((($(<"$AIR/count") + 1) / 256)) $((($(<"$AIR/count") + 1) % 256)); }

moves() { start_program moves exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" network move "$@"; }

this_machine_moves_to() { nmcli --wait 30 connection up "$1"; }

# has_home NAME NETWORK [MOVE]: the agent knows that the accessory has this network.
has_home() { [[ $(accessoryctl -g ACCESSORY,NETWORK,MOVE network) == *"$1:$2:${3:-}"* ]]; }
has_moved() { wait_until 90 "the agent sees $1 on the new network" has_home "$1" NewNet 'over '; }

# Of the other network; that of the first one was given when the accessory was onboarded.
was_given_nothing() { not grep 'uplinkGiven .*NewNet' <<<"$(accessoryctl access history)"; }
