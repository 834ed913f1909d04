# SPDX-License-Identifier: Apache-2.0
# The network moves: accessories that live on the home network get the network of a new router.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() {
    start_accessoryd
    provisioning_is_there
    avahi_is_there
    plug_is_there
    onboard_plug
    lives_at_home plug shelly
    onboards 0 "its station address"
    new_router
}

after_each() { this_machine_moves_to HomeNet; }

moves_a_plug_to_the_network_of_a_new_router() {
    has_home "$SHELLY" HomeNet 'over the network'
    moves HomeNet NewNet --all
    exits moves 0 "this machine is not on 'NewNet'"
    has_home "$SHELLY" HomeNet "has 'NewNet'"
    announces_itself_on plug NewNet
    this_machine_moves_to NewNet
    wait_until 90 "the agent sees it on the new network" has_home "$SHELLY" NewNet
    accessoryctl accessory locate "$SHELLY" | grep -F "$(home_address plug | sed 's/\.[0-9]*$//;s/.*/./')"
    grep -F 'uplinkGiven' <<<"$(accessoryctl -t access history)"
}
