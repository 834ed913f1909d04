# SPDX-License-Identifier: Apache-2.0
# One radio that can be two stations on two channels: the uplink, on channel 11, stays whatever the accessory's channel is.
# shellcheck disable=SC2034 # read by run
channels=2

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && link_is_there && start_accessoryd_in_its_unit
    interfaces=$(interfaces_of_the_radio)
    watch_uplink 0.02
}

after_each() {
    wait_until 10 "the second station is gone" gives "$interfaces" interfaces_of_the_radio
    uplink_never_moved
}

keeps_the_uplink_while_joining_on_another_channel() {
    access_point camera MyCam-Five channel=36
    app_stays_at camera setup --ssid MyCam-Five --select MyCam-Five
    joined_beside
    let_go
    ended 0
}

keeps_the_uplink_when_the_passphrase_is_wrong() {
    access_point camera MyCam-Wrong channel=6 security=wpa2 passphrase='camera lucida'
    printf 'not the passphrase' >"$AIR/wrong"
    app_visits camera setup --ssid MyCam-Wrong --select MyCam-Wrong --passphrase-file "$AIR/wrong"
    ended 4 WrongPassphrase
}
