# SPDX-License-Identifier: Apache-2.0
# Accessories of the known families get the home network, and join it with a radio of their own.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() { app_is_known 'SSIDPrefixes=shelly;Shelly' && start_accessoryd; }

hands_the_home_network_over_to_a_shelly() {
    family plug shelly ShellyPlusPlugS-C049EF8C480C
    provision ShellyPlusPlugS-C049EF8C480C Family=shelly Cleartext=allow
    exits plans 0 'on the network'
    is_on_the_home_network plug
    accessoryctl access history | grep "uplinkGiven  *$app  *HomeNet"
}
