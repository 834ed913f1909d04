# SPDX-License-Identifier: Apache-2.0
# Five new plugs at once, beside the uplink: each needs a radio for its hotspot, and another one for the home network.
# shellcheck disable=SC2034 # read by run
radios=13

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && link_is_there && start_accessoryd_in_its_unit
    provisioning_is_there
    watch_uplink 0.02
}

puts_five_new_plugs_on_the_home_network_in_one_go() {
    printf '%s\n' '[Fence]' Mode=off >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    local plug
    for plug in {1..5}; do family "plug$plug" wled WLED-AP security=wpa2 passphrase=wled1234 channel=11; done
    onboard --all --passphrase-file "$AIR/plug1/passphrase"
    onboards 0
    for plug in {1..5}; do joins_the_home_network "plug$plug"; done
    same "accessories of the name" 5 "$(accessoryctl -t access list | grep -c WLED-AP)"
    uplink_never_moved
    echo "packets of the uplink, and lost ones: $(packets)"
}
