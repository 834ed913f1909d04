# SPDX-License-Identifier: Apache-2.0
# A house of twenty accessories, and a new router.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
radios=24
memory=1G

before_each() {
    app_is_known 'SSIDPrefixes=shelly;wled;tasmota;theta;easyConnect;esphome'
    the_house_is_there
    start_accessoryd
    provisioning_is_there
    avahi_is_there
}

after_each() { gives HomeNet profile_of wlan0 || this_machine_moves_to HomeNet; }

a_liar_is_there_for_the_plug_that_sleeps() { # by its name, and by its word
    take_radio
    mkdir "$AIR/liar"
    echo "$number" >"$AIR/liar/station"
    has_address "$number" 24:0a:c4:ff:00:01
    printf '%s\n' HomeNet "$(passphrase_of home)" | "$PWD/guest/devices/station" "$number"
    resides liar "$number" "$(station_of shelly-5)" another-plug
}

moves_a_house_of_twenty() {
    local took
    a_liar_is_there_for_the_plug_that_sleeps
    new_router
    moves HomeNet NewNet --all
    seconds wait_until 120 "all that can follow have the other network" all_have_got NewNet
    figure "agent: ${#FOLLOWERS[@]} accessories of twenty have the other network after $took s; 2 actions of a person (the order, this machine)"
    COMMAND_LIMIT=200 exits moves 29
    same "hand-overs" "${#FOLLOWERS[@]}" "$(accessoryctl access history | grep -c 'uplinkGiven .*NewNet')"
    the_house_announces_itself_on NewNet "${FOLLOWERS[@]}"
    this_machine_moves_to NewNet
    seconds wait_until 120 "all that can follow are on the new network" have_home NewNet "${FOLLOWERS[@]}"
    figure "agent: all of them are confirmed there $took s after this machine"
    not have_home NewNet shelly-5
    same "those that a person has to add again" 2 "$(accessoryctl -g MOVE network | grep -c 'by a person')"
    seconds the_house_by_script
    figure "script: the same accessories by curl at given addresses after $took s; by hand: $((2 * ${#FOLLOWERS[@]})) actions (a reset and an onboard for each)"
    remove_station liar
}

# Each life of the agent goes on for some seconds after the pause in which it lets the networks settle.
moves_a_house_whose_agent_is_killed_twenty_times() {
    local life
    a_liar_is_there_for_the_plug_that_sleeps
    new_router
    moves HomeNet NewNet --all
    for life in {1..20}; do
        pause "$((5 + life % 4)).$((life * 7 % 10))"
        kill_accessoryd
        start_accessoryd
    done
    wait_until 120 "all that can follow have the other network" all_have_got NewNet
    the_house_announces_itself_on NewNet "${FOLLOWERS[@]}"
    this_machine_moves_to NewNet
    wait_until 120 "all that can follow are on the new network" have_home NewNet "${FOLLOWERS[@]}"
    not grep "uplinkGiven .*NewNet .*'shelly-5'" <<<"$(accessoryctl access history)"
    figure "hand-overs for ${#FOLLOWERS[@]}: $(accessoryctl access history | grep -c 'uplinkGiven .*NewNet')"
    remove_station liar
}
