# SPDX-License-Identifier: Apache-2.0
# One radio: a person switches it off while an accessory is joined or being joined, and the home network stays on the air. The
# lease ends with the reason, and the agent restores the uplink as soon as the radio is on again.

# The length of an absence, in seconds.
away=$LAB_PATIENCE

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd; }
after_each() { accessoryctl general status; }

app_stays() { access_point camera "$1" && app_stays_at camera setup --ssid "$1" --select "$1"; }
is_off() { wait_until 20 "wlan0 is off" not gives 100 state_of wlan0; }

restores_the_uplink_when_wifi_is_switched_off_in_mid_lease() {
    app_stays MyCam-Off
    switch_wifi off
    is_being_left
    is_off
    pause "$away"
    switch_wifi on
    lost_its_lease
}

restores_the_uplink_when_wifi_is_switched_off_in_mid_join() {
    app_is_joining camera MyCam-OffJoin
    switch_wifi off
    is_being_left
    is_off
    pause "$away"
    switch_wifi on
    lost_its_lease
    app_may_not MyCam-OffJoin
}

refuses_a_join_while_wifi_is_off_and_joins_when_it_is_on() {
    access_point camera MyCam-WhileOff
    switch_wifi off
    is_off
    app_visits camera setup --ssid MyCam-WhileOff --select MyCam-WhileOff
    ended 8 'switched off'
    switch_wifi on
    uplink_is_there
    app_visits camera setup --ssid MyCam-WhileOff --select MyCam-WhileOff
    ended 0
}

restores_the_uplink_when_the_radio_is_blocked_in_mid_lease() {
    app_stays MyCam-Block
    guest/programs/rfkill block phy0
    is_being_left
    is_off
    pause "$away"
    guest/programs/rfkill unblock phy0
    lost_its_lease
}

restores_the_uplink_when_the_radio_is_blocked_in_mid_join() {
    app_is_joining camera MyCam-BlockJoin
    guest/programs/rfkill block phy0
    is_being_left
    is_off
    pause "$away"
    guest/programs/rfkill unblock phy0
    lost_its_lease
    app_may_not MyCam-BlockJoin
}
