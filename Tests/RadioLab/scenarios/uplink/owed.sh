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

brings_the_uplink_back_when_the_radio_is_switched_on_again() {
    the_uplink_vanishes_during_a_lease
    switch_wifi off
    lost_its_lease
    access_point_on home
    switch_wifi on
    is_restored
}
