# SPDX-License-Identifier: Apache-2.0
# The network moves: accessories that live on the home network get the network of a new router, whoever is killed meanwhile.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
radios=14

SENSOR='Kitchen Fallback Hotspot'

before_each() {
    start_accessoryd
    provisioning_is_there
    avahi_is_there
}

after_each() { gives HomeNet profile_of wlan0 || this_machine_moves_to HomeNet; }

a_plug_lives_at_home() { # before a new router is there
    plug_is_there
    onboard_plug
    lives_at_home plug shelly "$STATION"
    onboards 0 "its station address"
}

a_sensor_lives_at_home() { # with a protected hotspot to fall back to
    SENSOR_STATION=$(next_station)
    family sensor esphome "$SENSOR" security=wpa2 passphrase='fall back to me' -- --mac "${SENSOR_STATION//:/}"
    has_address "$(<"$AIR/sensor/station")" "$SENSOR_STATION"
    start_program onboarding exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" onboard "$SENSOR" --passphrase-file "$AIR/sensor/passphrase"
    lives_at_home sensor esphome "$SENSOR_STATION" esphomelib
    onboards 0
}

moves_a_plug_to_the_network_of_a_new_router() {
    a_plug_lives_at_home
    new_router
    has_home "$SHELLY" HomeNet 'over the network'
    moves HomeNet NewNet --all --dry-run
    exits moves 0 "it would get 'NewNet'"
    was_given_nothing
    moves HomeNet NewNet "$SHELLY"
    exits moves 0 "this machine is not on 'NewNet'"
    has_home "$SHELLY" HomeNet "has 'NewNet'"
    accessoryctl access history | grep "uplinkGiven .*NewNet .*for '$SHELLY' over the home network"
    announces_itself_on plug NewNet
    this_machine_moves_to NewNet
    has_moved "$SHELLY"
    grep "no accessory has 'HomeNet' any more" "$LOGS/accessoryd.log"
}

moves_each_family_that_takes_a_network_there() {
    local family name station digits
    local -A names
    for family in shelly1 wled tasmota; do
        station=$(next_station)
        digits=${station//:/}
        digits=${digits:6}
        names=([shelly1]=shelly1-${digits^^} [wled]=WLED-AP [tasmota]=tasmota-${digits^^}-0123)
        family "$family" "$family" "${names[$family]}" -- --mac "${station//:/}"
        has_address "$(<"$AIR/$family/station")" "$station"
        start_program onboarding exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" onboard "${names[$family]}" --allow-cleartext
        lives_at_home "$family" "$family" "$station" http
        onboards 0 "station address"
        echo "${names[$family]}" >>"$AGENT/moving"
    done
    new_router
    moves HomeNet NewNet --all
    exits moves 0
    for family in shelly1 wled tasmota; do announces_itself_on "$family" NewNet; done
    this_machine_moves_to NewNet
    while read -r name; do has_moved "$name"; done <"$AGENT/moving"
}

# Before the hand-over, and after it.
goes_on_when_the_agent_was_killed() {
    a_plug_lives_at_home
    new_router
    kill_program plug
    moves HomeNet NewNet --all
    prints moves 'looking for it'
    kill_accessoryd
    resides plug "$(<"$AIR/plug/station")" "$STATION" --no-page
    start_accessoryd
    prints plug-page '"event": "joined", "ssid": "NewNet"'
    wait_until 20 "the agent keeps that" has_home "$SHELLY" HomeNet "has 'NewNet'"
    kill_accessoryd
    start_accessoryd
    has_home "$SHELLY" HomeNet "has 'NewNet'"
    announces_itself_on plug NewNet
    this_machine_moves_to NewNet
    has_moved "$SHELLY"
    same "hand-overs of the other network" 1 "$(accessoryctl access history | grep -c 'uplinkGiven .*NewNet')"
}

gives_the_other_network_to_no_liar() {
    a_plug_lives_at_home
    new_router
    kill_program plug
    kill_program plug-page
    ip -n "radio$(<"$AIR/plug/station")" link set "wlan$(<"$AIR/plug/station")" down
    liar_is_there
    moves HomeNet NewNet --all
    COMMAND_LIMIT=70 exits moves 10
    was_given_nothing
    has_home "$SHELLY" HomeNet "to 'NewNet'"
    accessoryctl network keep --all | grep "$SHELLY"
    has_home "$SHELLY" HomeNet 'over the network'
}

# He has the plug's station address, which its hotspot's name shows to everybody, and its page.
gives_the_other_network_to_nobody_on_a_cable() {
    a_house_is_there
    avahi_goes
    avahi_is_there wlan0,house0
    a_plug_lives_at_home
    new_router
    kill_program plug
    kill_program plug-page
    ip -n "radio$(<"$AIR/plug/station")" link set "wlan$(<"$AIR/plug/station")" down
    printf '%s\n' 'link set eth0 down' "link set eth0 address $STATION" 'link set eth0 up' 'address replace 10.1.0.9/24 dev eth0' |
        ip -n house -batch -
    start_program liar-page exec nsenter --net=/run/netns/house python3 -B /run/accessories/shelly.py --address 0.0.0.0 --at-home HomeNet \
        --mac "${STATION//:/}" --network NewNet
    prints liar-page listening
    start_program liar exec nsenter --net=/run/netns/house "$PWD/guest/devices/resident" eth0 "$STATION" --no-page
    prints liar 'lives at'
    moves HomeNet NewNet --all
    COMMAND_LIMIT=70 exits moves 10
    was_given_nothing
    ip netns delete house
}

gives_nothing_to_an_accessory_that_was_removed() {
    a_plug_lives_at_home
    new_router
    kill_program plug
    moves HomeNet NewNet --all
    prints moves 'looking for it'
    accessoryctl accessory remove "$SHELLY"
    resides plug "$(<"$AIR/plug/station")" "$STATION" --no-page
    exits moves 29 'removed meanwhile'
    was_given_nothing
}

# It is still on the first network, with the other one as its first.
takes_a_move_back_while_the_first_network_is_there() {
    a_plug_lives_at_home
    new_router
    # It joins the other network when this file is there.
    kill_program plug-page
    has_page_at_home plug shelly "$STATION" --join-when "$AGENT/join"
    moves HomeNet NewNet --all
    exits moves 0 "this machine is not on 'NewNet'"
    has_home "$SHELLY" HomeNet "has 'NewNet'"
    start_program undo exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" network undo HomeNet --all
    COMMAND_LIMIT=70 exits undo 0
    has_home "$SHELLY" HomeNet 'over the network'
    accessoryctl access history | grep "uplinkGiven .*HomeNet .*for '$SHELLY' over the home network"
    not accessoryctl network undo HomeNet "$SHELLY" 2>"$AGENT/refusal"
    grep 'has .HomeNet. already' "$AGENT/refusal"
}

# It cannot join, and comes back.
keeps_the_way_back_of_a_plug_that_cannot_join() {
    a_plug_lives_at_home
    new_router 'not the passphrase'
    moves HomeNet NewNet --all
    exits moves 0 "this machine is not on 'NewNet'"
    announces_itself_on plug HomeNet
    # Nobody knows which of the two it has.
    accessoryctl network keep "$SHELLY"
    has_home "$SHELLY" '' 'over the network'
    moves HomeNet NewNet --all --dry-run
    exits moves 0 "it would get 'NewNet'"
}

# A fallback hotspot opens when the old router is off. The agent is killed while it waits.
adds_a_sensor_anew_in_its_fallback_hotspot() {
    a_sensor_lives_at_home
    new_router
    has_home "$SENSOR" HomeNet 'over its own radio'
    # It was restarted, and its hotspot is seen for a moment.
    access_point_on sensor
    accessoryctl -g SSID scan --ssid "$SENSOR" --timeout 20s | grep -Fx "$SENSOR"
    access_point_off sensor
    moves HomeNet NewNet --all
    exits moves 30 'opens when its network is gone'
    was_given_nothing
    kill_accessoryd
    start_accessoryd
    has_home "$SENSOR" HomeNet "to 'NewNet'"
    leaves_home sensor
    falls_back sensor esphome "$SENSOR_STATION"
    this_machine_moves_to NewNet
    joins_anew sensor "$SENSOR_STATION" esphomelib
    has_moved "$SENSOR"
    same "hand-overs of the other network" 1 "$(accessoryctl access history | grep -c 'uplinkGiven .*NewNet')"
}

# One of the two has the other network by then; the other one has none.
goes_on_when_the_router_is_swapped_in_the_middle() {
    a_plug_lives_at_home
    a_sensor_lives_at_home
    new_router
    moves HomeNet NewNet --all
    prints plug-page '"event": "joined", "ssid": "NewNet"'
    access_point_off home
    leaves_home sensor
    falls_back sensor esphome "$SENSOR_STATION"
    wait_until 90 "the sensor is on the new network" has_text "$LOGS/sensor.device" '"event": *"joined"'
    announces_itself_on plug NewNet
    # The one that the agent owes this machine is gone.
    this_machine_moves_to NewNet
    joins_anew sensor "$SENSOR_STATION" esphomelib
    has_moved "$SENSOR"
    has_moved "$SHELLY"
    same "hand-overs of the other network" 2 "$(accessoryctl access history | grep -c 'uplinkGiven .*NewNet')"
    access_point_on home
}

# It has the name of the sensor's hotspot, and its access point's address, but no passphrase; the other one has the passphrase.
gives_the_other_network_to_no_twin_of_a_hotspot() {
    a_sensor_lives_at_home
    new_router
    leaves_home sensor
    family twin esphome "$SENSOR" security=wpa2 passphrase='fall back to me'
    becomes_open sensor
    has_pages sensor esphome router NewNet
    moves HomeNet NewNet --all --allow-cleartext
    COMMAND_LIMIT=120 exits moves 30
    was_given_nothing
    has_home "$SENSOR" HomeNet "to 'NewNet'"
}

# Its hotspot has no passphrase, and nobody has agreed to that: this machine's network is not cut for it.
asks_for_consent_before_it_joins_an_open_hotspot() {
    a_plug_lives_at_home
    new_router
    leaves_home plug
    falls_back plug shelly "$STATION"
    watch_uplink
    moves HomeNet NewNet --all
    COMMAND_LIMIT=120 exits moves 29 'allow-cleartext'
    uplink_never_moved
    was_given_nothing
}

# It opens, and serves no set-up. The agent's own tries rest; a person's order is tried at once.
tries_a_fallback_hotspot_again_after_a_rest() {
    a_sensor_lives_at_home
    new_router
    leaves_home sensor
    access_point_on sensor
    moves HomeNet NewNet --all
    COMMAND_LIMIT=120 exits moves 30 'ended before it had the network'
    has_home "$SENSOR" HomeNet "to 'NewNet'"
    was_given_nothing
    access_point_off sensor
    falls_back sensor esphome "$SENSOR_STATION"
    # This machine's networks change, which is no reason to try it again so soon.
    this_machine_moves_to NewNet
    moves HomeNet NewNet --all
    COMMAND_LIMIT=120 exits moves 30 'did not confirm'
    wait_until 30 "the sensor has the new network" has_text "$LOGS/sensor.device" '"event": *"joined"'
    same "joins of its hotspot for that" 2 "$(grep -c "'$SENSOR': scanning" "$LOGS/accessoryd.log")"
}

# A camera has no such way.
names_what_a_person_has_to_do() {
    proof k7qm2vxd
    family sensor espressif PROV_C049EF -- --security 1 --pop k7qm2vxd
    onboard PROV_C049EF --proof-file "$AGENT/proof" --allow-cleartext
    onboards 0
    new_router
    accessoryctl -f all network | grep 'reset it to factory settings'
    moves HomeNet NewNet --all
    exits moves 29 'reset it to factory settings'
    was_given_nothing
}
