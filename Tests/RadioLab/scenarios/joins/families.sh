# SPDX-License-Identifier: Apache-2.0
# Accessories of the known families get the home network by plans, and join it with a radio of their own.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() {
    app_is_known 'SSIDPrefixes=shelly;Shelly;PROV_;tasmota-;WLED-AP;Fallback'
    start_accessoryd
    provisioning_is_there
}

hands_the_home_network_over_to_a_shelly() {
    family plug shelly ShellyPlusPlugS-C049EF8C480C
    provision plug ShellyPlusPlugS-C049EF8C480C Cleartext=allow
    exits plans 0 'on the network'
    is_on_the_home_network plug
    accessoryctl access history | grep "uplinkGiven  *$app  *HomeNet"
}

# It runs as a child of the command, and not in the sandbox of the agent's own.
hands_it_over_by_the_program_of_a_plan() {
    stop TERM "$AGENT/provision.pid"
    family plug shelly ShellyPlusPlugS-C049EF8C480C
    program=/run/binaries/accessory-provision provision plug ShellyPlusPlugS-C049EF8C480C Cleartext=allow
    exits plans 0 'on the network'
    is_on_the_home_network plug
    accessoryctl access history | grep "uplinkGiven  *$app  *HomeNet"
}

proves_the_arrival_by_what_the_accessory_named() {
    # Nothing of its hotspot implies the address of its station.
    family plug shelly PROV_PLUG -- --mac "${STATION//:/}"
    has_address "$(<"$AIR/plug/station")" "$STATION"
    avahi_is_there
    provision plug PROV_PLUG Family=shelly Cleartext=allow Arrival=confirmed
    plug_lives_at_home
    exits plans 0 'confirmed by its'
}

hands_it_over_to_a_shelly_of_the_first_generation() {
    family plug shelly1 shelly1-C049EF
    provision plug shelly1-C049EF Cleartext=allow
    exits plans 0
    joins_the_home_network plug
}

hands_it_over_to_a_tasmota() {
    family plug tasmota tasmota-8C480C-1234
    provision plug tasmota-8C480C-1234 Cleartext=allow
    exits plans 0
    joins_the_home_network plug
}

hands_it_over_to_a_wled_over_its_encrypted_hotspot() {
    family lamp wled WLED-AP security=wpa2 passphrase=wled1234
    provision lamp WLED-AP
    exits plans 0 'only that network can show'
    joins_the_home_network lamp
}

hands_it_over_to_an_esphome() {
    family sensor esphome 'Fallback Hotspot' security=wpa2 passphrase='fall back to me'
    provision sensor 'Fallback Hotspot' Family=esphome
    exits plans 0 'only that network can show'
    joins_the_home_network sensor
}

hands_it_over_to_an_espressif_that_knows_the_proof() {
    family plug espressif PROV_C049EF -- --security 2 --user wifiprov --pop k7qm2vxd
    proof k7qm2vxd
    provision plug PROV_C049EF "ProofFile=$AGENT/proof"
    exits plans 0 'on the network'
    has_printed plans 'knows the proof'
    joins_the_home_network plug
}

names_a_wrong_proof() {
    family plug espressif PROV_C049EF -- --security 1 --pop k7qm2vxd
    proof another
    provision plug PROV_C049EF "ProofFile=$AGENT/proof"
    exits plans 4 'refused the proof'
    not is_associated plug
}

# The proof of esp-idf's examples is the first that an impostor tries.
hands_nothing_over_for_a_proof_that_trying_finds() {
    family plug espressif PROV_C049EF -- --security 1 --pop abcd1234
    proof abcd1234
    provision plug PROV_C049EF "ProofFile=$AGENT/proof"
    exits plans 4 'by a proof that trying finds; Cleartext=allow'
    got_no_network plug
    provision plug PROV_C049EF "ProofFile=$AGENT/proof" Cleartext=allow
    exits plans 0 'on the network'
    joins_the_home_network plug
}

names_a_wrong_passphrase() {
    family plug espressif PROV_C049EF -- --security 1 --pop k7qm2vxd
    proof k7qm2vxd
    profile Wrong HomeNet 'not sweet at all'
    provision plug PROV_C049EF "ProofFile=$AGENT/proof" Network=Wrong
    exits plans 4 "refused the accessory's passphrase"
    not is_associated plug
}

hands_over_no_network_out_of_range() {
    family plug shelly ShellyPlusPlugS-C049EF8C480C
    profile Away AwayNet 'far away from here'
    provision plug ShellyPlusPlugS-C049EF8C480C Cleartext=allow Network=Away
    exits plans 4 "no access point of 'AwayNet' is in range"
    got_no_network plug
}

sends_no_passphrase_readably_unless_the_plan_allows_it() {
    family plug shelly ShellyPlusPlugS-C049EF8C480C
    provision plug ShellyPlusPlugS-C049EF8C480C
    exits plans 9 'Cleartext=allow'
    got_no_network plug
}

restores_the_uplink_when_the_power_is_cut() {
    family plug shelly ShellyPlusPlugS-C049EF8C480C -- --power-cut-at 1
    provision plug ShellyPlusPlugS-C049EF8C480C Cleartext=allow
    exits plans 1 'ended before it had the network'
}

# The second request has the network, and may have arrived.
takes_a_power_cut_at_the_hand_over_for_unknown() {
    family plug shelly ShellyPlusPlugS-C049EF8C480C -- --power-cut-at 2
    provision plug ShellyPlusPlugS-C049EF8C480C Cleartext=allow
    exits plans 0 'only that network can show'
    got_no_network plug
}

takes_a_lost_answer_for_no_failure() {
    family plug shelly1 shelly1-C049EF -- --lose-answer
    provision plug shelly1-C049EF Cleartext=allow
    exits plans 0 'only that network can show'
    joins_the_home_network plug
}

# The passphrase of the home network and the proof are in no log, no argument, no environment and not in the history.
keeps_the_secrets_to_itself() {
    family plug espressif PROV_C049EF -- --security 1 --pop k7qm2vxd --join-when "$AGENT/join"
    proof k7qm2vxd
    provision plug PROV_C049EF "ProofFile=$AGENT/proof"
    sees_no_secret_while_it_runs plans 'protected by' LISTEN_FDS
    exits plans 0 'on the network'
    accessoryctl access history >"$AGENT/history"
    not grep -F -e "$(passphrase_of home)" -e k7qm2vxd "$AGENT/plans.output" "$AGENT/plans.errors" "$AGENT/history" "$LOGS/accessoryd.log"
}
