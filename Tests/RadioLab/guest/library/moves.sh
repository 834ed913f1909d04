# SPDX-License-Identifier: Apache-2.0
# A new router beside the old one, and accessories that live on the old one's network.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

NEW_PASSPHRASE='a new home'

# new_router: makes the new router's network, and the profile that a person saved for it. This machine stays where it is.
new_router() {
    access_point router NewNet security=wpa2 passphrase="$NEW_PASSPHRASE" channel=6
    profile NewNet NewNet "$NEW_PASSPHRASE"
}

# lives_at_home NAME FAMILY [OPTION OF Tests/Accessories/FAMILY.py ...]: the accessory that was onboarded starts anew as a station: the
# firmware's page is there, its announcement is, and its hotspot is not. It can join the new router's network.
lives_at_home() {
    local name=$1 family=$2 number
    wait_until 60 "$name is on the home network" is_on_the_home_network "$name"
    access_point_off "$name"
    number=$(<"$AIR/$name/station")
    start_program "$name-page" exec nsenter --net="/run/netns/radio$number" python3 -B "/run/accessories/$family.py" --address 0.0.0.0 \
        --at-home HomeNet --mac "${STATION//:/}" --network NewNet --passphrase "$NEW_PASSPHRASE" \
        --join "$PWD/guest/devices/station $number" "${@:3}"
    prints "$name-page" listening
    resides "$name" "$number" "$STATION" --no-page
}

# announces_itself_on NAME SSID: it has joined this network, and announces itself there.
announces_itself_on() {
    prints "$1-page" "\"event\": \"joined\", \"ssid\": \"$2\""
    send_line "$1" again
    prints "$1" 'did again'
}

moves() { start_program moves exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" network move "$@"; }

this_machine_moves_to() { nmcli --wait 30 connection up "$1"; }

# has_home NAME NETWORK [MOVE]: the agent knows that the accessory has this network.
has_home() { [[ $(accessoryctl -g ACCESSORY,NETWORK,MOVE network) == *"$1:$2:${3:-}"* ]]; }
