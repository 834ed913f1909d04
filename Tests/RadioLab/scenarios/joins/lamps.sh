# SPDX-License-Identifier: Apache-2.0
# Which one is it? Accessories on the home network show themselves by their lamps.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
radios=6

before_each() {
    start_accessoryd
    provisioning_is_there
    avahi_is_there
}

identifies() { start_program identify exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" accessory identify "$@"; }

# turned_over_and_back NAME FIRST: its lamp went the other way and back, twice.
turned_over_and_back() { # NAME FIRST
    local other=true
    [[ $2 == false ]] || other=false
    same "turns of the lamp" "$2 $other $2 $other" "$(sed -n 's/.*"event": "lamp", "on": \([a-z]*\).*/\1/p' "$AGENT/$1-page.output" | xargs)"
}

a_lamp_turns_over_and_back() {
    local station
    station=$(next_station)
    family lamp wled WLED-AP -- --mac "${station//:/}"
    has_address "$(<"$AIR/lamp/station")" "$station"
    start_program onboarding exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" onboard WLED-AP --allow-cleartext
    lives_at_home lamp wled "$station" http
    onboards 0 'station address'
    identifies WLED-AP
    COMMAND_LIMIT=70 exits identify 0
    turned_over_and_back lamp false
}

a_light_turns_over_and_back() {
    plug_is_there
    onboard_plug
    lives_at_home plug shelly "$STATION"
    onboards 0 "its station address"
    kill_program plug-page
    has_page_at_home plug shelly "$STATION" --light
    identifies "$SHELLY"
    COMMAND_LIMIT=70 exits identify 0
    turned_over_and_back plug true
}

# Nobody knows what hangs on it.
no_relay_is_switched() {
    plug_is_there
    onboard_plug
    lives_at_home plug shelly "$STATION"
    onboards 0 "its station address"
    identifies "$SHELLY"
    COMMAND_LIMIT=70 exits identify 4 'no lamp of its own'
    not grep relay "$AGENT/plug-page.output"
}

no_liar_is_asked() {
    plug_is_there
    onboard_plug
    lives_at_home plug shelly "$STATION"
    onboards 0 "its station address"
    kill_program plug
    kill_program plug-page
    ip -n "radio$(<"$AIR/plug/station")" link set "wlan$(<"$AIR/plug/station")" down
    liar_is_there
    identifies "$SHELLY"
    COMMAND_LIMIT=90 exits identify 3
}
