# SPDX-License-Identifier: Apache-2.0
# Accessories get the home network by Wi-Fi Easy Connect (DPP), while this machine stays on it. Whatever happens, nothing stays
# behind in wpa_supplicant.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() { start_accessoryd && enrollee; }

hands_the_network_over_and_loses_no_packet() {
    watch_uplink
    onboard_label
    onboards 0 'is on the network'
    uplink_never_moved
    enrollee_is_at home
    nothing_is_left
    nothing_is_granted
}

a_plan_hands_the_network_over_and_loses_no_packet() {
    watch_uplink
    provision_label
    exits plans 0 'has the network'
    uplink_never_moved
    enrollee_is_at home
    nothing_is_left
    nothing_is_granted
}

records_how_the_network_was_protected_and_keeps_the_secret() {
    onboard_label
    onboards 0
    accessoryctl access history >"$AGENT/history"
    grep 'uplinkGiven  *org.accessoryd.onboard  *HomeNet' "$AGENT/history"
    grep "'proven' or better" "$AGENT/history"
    not grep -F -e "$(passphrase_of home)" -e "$(passphrase_of home | busybox xxd -p -c 64)" "$AGENT"/*.output "$AGENT"/*.errors \
        "$AGENT/history" "$LOGS/accessoryd.log"
}

hands_over_a_network_that_takes_wpa3_alone() {
    access_point iot IoT security=wpa3 passphrase='things at home' channel=1
    nmcli connection add type wifi ifname wlan0 con-name IoT autoconnect no ssid IoT wifi-sec.key-mgmt sae \
        wifi-sec.psk 'things at home'
    onboard_label --network IoT
    onboards 0 'is on the network'
    enrollee_is_at iot
    nothing_is_left
    nmcli connection delete IoT
}

hands_over_a_connector_that_the_networks_own_key_signs() {
    access_point iot IoT security=wpa2 passphrase='things at home' channel=1
    has_connectors iot
    nmcli connection add type wifi ifname wlan0 con-name IoT autoconnect no ssid IoT wifi-sec.key-mgmt wpa-psk \
        wifi-sec.psk 'things at home'
    enrollee_joins_by_a_connector Network=IoT
    nmcli connection delete IoT
}

hands_over_a_network_that_takes_connectors_alone() {
    access_point iot IoT security=wpa2 passphrase='things at home' channel=1
    has_connectors iot DPP
    watch_uplink
    enrollee_joins_by_a_connector SSID=IoT
    uplink_never_moved
}

refuses_a_network_without_a_passphrase() {
    access_point guests Guests channel=1
    nmcli connection add type wifi ifname wlan0 con-name Guests autoconnect no ssid Guests
    onboard_label --network Guests
    onboards 4 'has no passphrase'
    nothing_is_left
    nmcli connection delete Guests
}

refuses_a_label_with_another_key() {
    has_another_key
    onboard_label
    onboards 29 'it took 3 calls and answered none'
    not enrollee_is_at home
    nothing_is_left
}

gives_up_when_the_accessory_is_not_there() {
    enrollee_goes
    onboard_label
    onboards 30 'went away'
    nothing_is_left
}

leaves_what_other_programs_added() {
    supplicant_cli dpp_configurator_add | grep -Fx 1
    supplicant_cli dpp_qr_code "$(<"$AIR/enrollee/label")" | grep -Fx 1
    dies_at DPP_AUTH_INIT
    onboard_label
    has_died
    start_accessoryd
    wait_until 20 "nothing of ours is left" nothing_is_left 2
    supplicant_cli dpp_bootstrap_get_uri 1 | grep -Fx "$(<"$AIR/enrollee/label")"
    not grep FAIL <<<"$(supplicant_cli dpp_configurator_get_key 1)"
    supplicant_cli dpp_bootstrap_remove 1
    supplicant_cli dpp_configurator_remove 1
}

leaves_nothing_when_its_caller_dies() {
    onboard_label
    wait_until 30 "the accessory is called" has_printed onboarding 'making an encrypted session'
    kill_program onboarding
    wait_until 20 "nothing is left" nothing_is_left
}

leaves_nothing_when_it_is_killed_after_the_configurator() {
    dies_and_leaves_nothing DPP_CONFIGURATOR_ADD
}

leaves_nothing_when_it_is_killed_after_the_label() {
    dies_and_leaves_nothing DPP_QR_CODE
}

leaves_nothing_when_it_is_killed_after_the_call() {
    dies_and_leaves_nothing DPP_AUTH_INIT
}

leaves_nothing_when_it_is_killed_after_the_proof() {
    dies_and_leaves_nothing DPP-AUTH-SUCCESS
}

leaves_nothing_when_it_is_killed_after_the_configuration() {
    dies_and_leaves_nothing DPP-CONF-SENT
}

leaves_nothing_when_it_is_killed_after_the_report() {
    dies_and_leaves_nothing DPP-CONN-STATUS-RESULT
}

leaves_nothing_when_it_is_killed_while_it_removes() {
    dies_and_leaves_nothing DPP_BOOTSTRAP_REMOVE
}
