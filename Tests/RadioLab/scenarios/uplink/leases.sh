# SPDX-License-Identifier: Apache-2.0
# One radio: the agent restores the uplink after every end of a lease.

# The app is at its camera and stays there. Each camera has another name, because the radios remember one that was switched off
# for a while.
before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    local ssid
    ssid=MyCam-$(<"$AIR/count")
    access_point camera "$ssid" security=wpa2 passphrase='camera obscura'
    app_stays_at camera setup --ssid "$ssid" --select "$ssid" --passphrase-file "$AIR/camera/passphrase"
}

restores_the_uplink_when_the_app_is_done() {
    ours_is_on wlan0
    a_checkpoint_is_there
    let_go
    ended 0
}

restores_the_uplink_when_the_app_is_killed() {
    kill_app
}

restores_an_uplink_that_does_not_come_back_by_itself() {
    nmcli connection modify HomeNet connection.autoconnect no
    kill_app
}

home_refusals() { times_refused home 'CTRL-EVENT-DISCONNECTED .* reason=15'; }

# NetworkManager does not join a network by itself after a refused passphrase, even if transmission errors were the cause.
restores_an_uplink_that_refuses_at_first() {
    local refusals
    refusals=$(home_refusals)
    wants_passphrase home 'home sour home'
    kill_app
    wait_until 40 "the uplink refuses" not gives "$refusals" home_refusals
    wants_passphrase home "$(passphrase_of home)"
}

ends_the_lease_when_the_access_point_loses_its_power() {
    access_point_off camera
    lost_its_lease
}

ends_the_lease_when_networkmanager_is_restarted() {
    stop_networkmanager
    start_networkmanager
    lost_its_lease
}

lets_go_when_a_person_joins_another_network() {
    access_point neighbour Neighbour security=wpa2 passphrase='good neighbours' channel=1
    nmcli connection add type wifi ifname wlan0 con-name Neighbour ssid Neighbour autoconnect no \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk 'good neighbours'
    nmcli --wait 30 connection up Neighbour
    lost_its_lease Interrupted
    stays 8 "the person's network is left alone" gives Neighbour profile_of wlan0
    gives 100 state_of wlan0
    nmcli --wait 30 connection up HomeNet
}
