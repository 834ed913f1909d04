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

finds_the_labels_accessory_behind_one_that_rejects_everybody() {
    lamp lamp
    is_weaker lamp
    access_point twin WLED-AP channel=1 security=wpa2 passphrase='another key'
    access_point_off twin
    echo macaddr_acl=1 >>"$AIR/twin/hostapd.conf"
    access_point_on twin
    onboard --label 'WIFI:S:WLED-AP;T:WPA;P:wled1234;;'
    onboards 0 'only that network can show'
    joins_the_home_network lamp
}

finds_the_labels_accessory_behind_one_with_another_proof() {
    family plug espressif PROV_C049EF -- --security 1 --pop k7qm2vxd
    is_weaker plug
    family twin espressif PROV_C049EF channel=1 -- --security 1 --pop another0
    onboard --label '{"ver":"v1","name":"PROV_C049EF","pop":"k7qm2vxd","transport":"softap"}'
    onboards 0 'is on the network'
    joins_the_home_network plug
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
