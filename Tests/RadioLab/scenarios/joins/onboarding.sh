# SPDX-License-Identifier: Apache-2.0
# New accessories get the home network by one command each, and leave nothing behind if they do not. Tests/RadioLab/matrix plays
# every family with every fault.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() { start_accessoryd && provisioning_is_there; }

SHELLY=ShellyPlusPlugS-C049EF8C480C

hands_the_home_network_over_through_two_encrypted_hotspots() {
    family lamp wled WLED-AP security=wpa2 passphrase=wled1234
    family sensor esphome 'Kitchen Fallback Hotspot' security=wpa2 passphrase='fall back to me'
    onboard WLED-AP --passphrase-file "$AIR/lamp/passphrase"
    onboards 0 'only that network can show'
    onboard 'Kitchen Fallback Hotspot' --passphrase-file "$AIR/sensor/passphrase"
    onboards 0 'only that network can show'
    owns WLED-AP && owns 'Kitchen Fallback Hotspot'
    joins_the_home_network lamp
    joins_the_home_network sensor
}

# The passphrase of the home network and the proof are in no log, no argument, no environment and not in the history.
keeps_the_secrets_to_itself() {
    family plug espressif PROV_C049EF -- --security 1 --pop k7qm2vxd --join-when "$AGENT/join"
    proof k7qm2vxd
    onboard PROV_C049EF --proof-file "$AGENT/proof"
    sees_no_secret_while_it_runs onboarding 'handing the network over' LISTEN_FDS
    onboards 0
    accessoryctl access history >"$AGENT/history"
    grep "uplinkGiven  *org.accessoryd.onboard  *HomeNet" "$AGENT/history"
    not grep -F -e "$(passphrase_of home)" -e k7qm2vxd "$AGENT/onboarding.output" "$AGENT/onboarding.errors" \
        "$AGENT/history" "$LOGS/accessoryd.log" "$LOGS/provision.log"
}

needs_root_or_the_administrators_word() {
    family plug shelly "$SHELLY"
    onboard_as_nobody "$SHELLY" --allow-cleartext
    onboards 9 CredentialsFor
    printf '%s\n' '[Uplink]' CredentialsFor=org.accessoryd.onboard >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    onboard_as_nobody "$SHELLY"
    onboards 9 allow-cleartext
    got_no_network plug
    nothing_is_granted
    onboard_as_nobody "$SHELLY" --allow-cleartext
    onboards 0
    is_on_the_home_network plug
    owns "$SHELLY"
}

takes_the_record_back_when_the_accessory_refuses_the_proof() {
    family plug espressif PROV_C049EF -- --security 1 --pop k7qm2vxd
    proof another
    onboard PROV_C049EF --proof-file "$AGENT/proof"
    onboards 26 'check the PIN or the proof'
    got_no_network plug
    nothing_is_granted
}

leaves_the_hotspot_when_the_caller_dies() {
    family plug shelly "$SHELLY"
    onboard "$SHELLY" --allow-cleartext
    is_handing_over
    kill_program onboarding
    wait_until 10 "the program ends" not a_program_runs
    wait_until 30 "the uplink is back" uplink_is_activated
    # The hand-over had begun, so the plug may come home.
    owns "$SHELLY"
}

restores_the_uplink_after_its_own_death() {
    family plug shelly "$SHELLY"
    onboard "$SHELLY" --allow-cleartext
    is_handing_over
    kill_accessoryd
    wait_until 10 "the program ends" not a_program_runs
    start_accessoryd
    wait_until 30 "the uplink is back" uplink_is_activated
}

# The hotspot is joined, and its page does not answer.
owns_nothing_after_a_death_before_the_hand_over() {
    family plug shelly "$SHELLY"
    kill -STOP "$(<"$AIR/plug/httpd.pid")"
    onboard "$SHELLY" --allow-cleartext
    wait_until 60 "the hotspot is joined" owns "$SHELLY"
    kill_accessoryd
    kill -CONT "$(<"$AIR/plug/httpd.pid")"
    wait_until 10 "the program ends" not a_program_runs
    start_accessoryd
    wait_until 30 "the uplink is back" uplink_is_activated
    nothing_is_granted
}

owns_what_came_home_though_the_command_was_killed() {
    family plug espressif PROV_C049EF -- --security 1 --pop k7qm2vxd --join-when "$AGENT/join"
    proof k7qm2vxd
    onboard PROV_C049EF --proof-file "$AGENT/proof"
    is_handing_over
    touch "$AGENT/join"
    joins_the_home_network plug
    kill_program onboarding
    wait_until 30 "the uplink is back" uplink_is_activated
    owns PROV_C049EF
}
