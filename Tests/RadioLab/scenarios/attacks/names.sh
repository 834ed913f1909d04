# SPDX-License-Identifier: Apache-2.0
# Several accessories of one name, as all of some families have, and what takes the name of one to get the home network.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() { start_accessoryd && provisioning_is_there; }

lamp() { family "$1" wled WLED-AP security=wpa2 passphrase=wled1234; }
its_passphrase() { printf '%s' --passphrase-file="$AIR/lamp/passphrase"; }

gives_the_network_to_the_one_with_the_key() {
    lamp lamp
    is_weaker lamp
    family twin wled WLED-AP channel=1
    onboard WLED-AP "$(its_passphrase)" --allow-cleartext
    onboards 0 'only that network can show'
    joins_the_home_network lamp
    got_no_network twin
}

gives_the_network_to_no_open_twin() {
    lamp lamp
    access_point_off lamp
    family twin wled WLED-AP channel=1
    onboard WLED-AP "$(its_passphrase)" --allow-cleartext
    onboards 4 'WPA2 or better was expected, and it is open'
    onboard --all "$(its_passphrase)" --allow-cleartext
    onboards 4 'WPA2 or better was expected, and it is open'
    onboard --label 'WIFI:S:WLED-AP;T:WPA;P:wled1234;;' --allow-cleartext
    onboards 4 'WPA2 or better was expected, and it is open'
    got_no_network twin
    nothing_is_granted
}

finds_the_labels_accessory_behind_another_of_its_name() {
    lamp lamp
    is_weaker lamp
    family twin wled WLED-AP channel=1 security=wpa2 passphrase='another key'
    onboard --label 'WIFI:S:WLED-AP;T:WPA;P:wled1234;;'
    onboards 0 'only that network can show'
    joins_the_home_network lamp
    got_no_network twin
}

takes_each_of_three_home() {
    lamp lamp
    lamp hall
    lamp porch
    onboard --all "$(its_passphrase)"
    onboards 0 'only that network can show'
    joins_the_home_network lamp
    joins_the_home_network hall
    joins_the_home_network porch
    same "accessories of the name" 3 "$(accessoryctl -t access list | grep -c WLED-AP)"
}
