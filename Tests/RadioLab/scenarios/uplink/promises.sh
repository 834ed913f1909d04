# SPDX-License-Identifier: Apache-2.0
# A lease takes over the uplink that another one owes, ends when its grant is revoked, or waits longer than usual.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd && grant_app MyCam-Owed; }

another_lease_takes_over_what_is_owed() {
    the_uplink_vanishes_during_a_lease
    let_go
    wait_until 300 "the holder gives up" not is_running "$AGENT/app.pid"
    ended 5
    rm -f "$AIR/camera/visited"
    app_stays_at camera hotspot join --ssid MyCam-Owed
    access_point_on home
    let_go
    ended 0
}

a_clock_that_jumps_ends_a_lease_whose_grant_has_expired() {
    access_point camera MyCam-Owed
    accessoryctl access grant --app "$app" --ssid MyCam-Owed --expires 1h
    app_stays_at camera hotspot join --ssid MyCam-Owed
    date -s "@$(($(date +%s) + 7200))"
    wait_until 20 "the lease ends" not ours_is_on wlan0
    lost_its_lease expired
    date -s "@$(($(date +%s) - 7200))"
}

waits_for_an_address_as_long_as_nmcli_does() {
    access_point camera MyCam-Owed
    stop TERM "$AIR/camera/dnsmasq.pid"
    gives_addresses camera --dhcp-reply-delay=10
    app_visits camera hotspot join --ssid MyCam-Owed
    ended 0
}
