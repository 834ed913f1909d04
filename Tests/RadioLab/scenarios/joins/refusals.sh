# SPDX-License-Identifier: Apache-2.0
# One radio: a failed join reports its reason and leaves nothing behind. Tests/RadioLab/compare prints how soon.

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    printf 'not the passphrase' >"$AIR/wrong"
}

# The agent tries a passphrase twice before it reports it as wrong, and never again.
was_refused() { same "refusals of $1" 2 "$(times_refused "$@")"; } # NAME EVENT

reports_a_wrong_wpa2_passphrase() {
    access_point camera MyCam-Two security=wpa2 passphrase='camera obscura'
    app_visits camera setup --ssid MyCam-Two --select MyCam-Two --passphrase-file "$AIR/wrong"
    ended 4 'WrongPassphrase.*the 4-way handshake failed (reason 15)'
    was_refused camera 'CTRL-EVENT-DISCONNECTED .* reason=15'
    app_may_not MyCam-Two
}

reports_a_wrong_wpa3_passphrase() {
    access_point camera MyCam-Three security=wpa3 passphrase='camera lucida'
    app_visits camera setup --ssid MyCam-Three --select MyCam-Three --passphrase-file "$AIR/wrong"
    ended 4 "WrongPassphrase.*SAE's confirmation failed"
    was_refused camera CTRL-EVENT-AUTH-REJECT
    app_may_not MyCam-Three
}

reports_that_no_address_was_given() {
    access_point camera MyCam-Mute dhcp=no
    app_visits camera setup --ssid MyCam-Mute --select MyCam-Mute
    ended 4 NoAddress
    app_may_not MyCam-Mute
}

reports_that_a_network_is_not_there() {
    grant_app MyCam-Nowhere
    app_visits home hotspot join --ssid MyCam-Nowhere
    ended 10 NetworkNotFound
}

refuses_an_app_without_a_grant() {
    access_point camera MyCam-Granted
    grant_app MyCam-Granted
    # shellcheck disable=SC2034 # read by accessory.sh
    local app=org.example.other
    app_is_known 'SSIDPrefixes=MyCam-'
    accessoryctl general reload
    watch_uplink
    app_may_not MyCam-Granted
    app_visits camera hotspot join --ssid MyCam-Granted
    ended 9 NotAuthorized
    not is_visited camera
    uplink_never_moved
}
