# SPDX-License-Identifier: Apache-2.0
# The uplink cannot be restored when the lease ends. The agent owes it until it is restored, without a restart of any service.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

# The agent looks for the uplink every five seconds. An attempt takes up to 20 s, and the first one may begin before the network
# answers.
is_restored() { wait_until 60 "the uplink HomeNet is activated" uplink_is_activated; }

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd && grant_app MyCam-Owed; }

# The status of the radio at this moment, with the uplink that is owed.
the_status_is_true() { accessoryctl general status | tee "$AGENT/status" && not grep -E 'wlan0 +connected' "$AGENT/status" &&
    grep -E 'MyCam-Owed.*restoring|restoring.*MyCam-Owed' "$AGENT/status"; }

brings_the_uplink_back_while_its_holder_waits() {
    the_uplink_vanishes_during_a_lease
    let_go
    wait_until 60 "the holder gets the report of a failed attempt" grep -q "'HomeNet' is not back yet" "$AGENT/errors"
    access_point_on home
    is_restored
    ended 0
}

brings_the_uplink_back_long_after_its_holder_has_given_up() {
    the_uplink_vanishes_during_a_lease
    let_go
    wait_until 300 "the holder gives up" not is_running "$AGENT/app.pid"
    ended 5 "'HomeNet' is not back yet"
    the_status_is_true
    access_point_on home
    is_restored
}

# One look at the air is enough: nobody else waits for the uplink.
joins_again_though_the_uplink_is_out_of_range() {
    the_uplink_vanishes_during_a_lease
    kill_accessoryd
    lost_its_lease
    start_accessoryd
    begin hotspot join --app "$app" --ssid MyCam-Owed -- sleep 3600
    wait_until 5 "the app hears for what it waits" grep -q "waiting until 'HomeNet' is back" "$AGENT/errors"
    wait_until 45 "it is joined all the same" ours_is_on wlan0
    not grep "joining it cuts" "$AGENT/errors"
    access_point_on home
    kill_app
    is_restored
}

brings_the_uplink_back_when_the_radio_is_switched_on_again() {
    the_uplink_vanishes_during_a_lease
    switch_wifi off
    lost_its_lease
    access_point_on home
    switch_wifi on
    is_restored
}
