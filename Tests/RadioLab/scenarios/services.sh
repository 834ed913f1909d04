# SPDX-License-Identifier: Apache-2.0
# One radio: NetworkManager or wpa_supplicant goes without warning while an accessory is joined or being joined.

# For how long, in seconds.
away=$LAB_PATIENCE

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd; }
after_each() { accessoryctl general status; }

# At once, and with the reason: whatever comes back later.
app_is_being_left() { wait_until 30 "the client reports that it left" grep -q "^left '.*(RadioUnavailable)" "$AGENT/errors"; }

restores_the_uplink_when_networkmanager_was_away_in_mid_join() {
    app_is_joining camera MyCam-NMJoin
    stop_networkmanager
    app_is_being_left
    pause "$away"
    start_networkmanager
    lost_its_lease
    app_may_not MyCam-NMJoin
}

restores_the_uplink_when_networkmanager_was_killed_in_mid_join() {
    app_is_joining camera MyCam-NMKill
    stop_networkmanager KILL
    app_is_being_left
    pause "$away"
    start_networkmanager
    lost_its_lease
    app_may_not MyCam-NMKill
}

restores_the_uplink_when_wpa_supplicant_is_killed_in_mid_join() {
    app_is_joining camera MyCam-WpaJoin
    stop_supplicant KILL
    app_is_being_left
    pause "$away"
    start_supplicant
    lost_its_lease
    app_may_not MyCam-WpaJoin
}

restores_the_uplink_when_wpa_supplicant_is_killed_while_joined() {
    access_point camera MyCam-WpaKept
    app_stays_at camera setup --ssid MyCam-WpaKept --select MyCam-WpaKept
    stop_supplicant KILL
    app_is_being_left
    pause "$away"
    start_supplicant
    lost_its_lease
    app_may MyCam-WpaKept
}
