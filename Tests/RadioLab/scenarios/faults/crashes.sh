# SPDX-License-Identifier: Apache-2.0
# One radio: accessoryd is killed without warning. The next one repairs what it left, and knows what it knew.

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    grant_app MyCam-Earlier
}

after_each() { app_may MyCam-Earlier; }

mends_what_a_kill_while_joining_left() {
    access_point camera MyCam-Slow dhcp=no
    app_visits camera setup --ssid MyCam-Slow --select MyCam-Slow
    wait_until 60 "wlan0 joins the camera" ours_is_on wlan0
    kill_accessoryd
    start_accessoryd
    app_may_not MyCam-Slow
}

mends_what_a_kill_while_joined_left() {
    access_point camera MyCam-Joined
    app_stays_at camera setup --ssid MyCam-Joined --select MyCam-Joined
    kill_accessoryd
    lost_its_lease
    start_accessoryd
    app_may MyCam-Joined
}

brings_back_an_uplink_that_would_not_come_by_itself() {
    access_point camera MyCam-Alone
    app_stays_at camera setup --ssid MyCam-Alone --select MyCam-Alone
    nmcli connection modify HomeNet connection.autoconnect no
    kill_accessoryd
    start_accessoryd
    app_may MyCam-Alone
}

brings_it_back_when_networkmanager_was_killed_too() {
    access_point camera MyCam-Both
    app_stays_at camera setup --ssid MyCam-Both --select MyCam-Both
    nmcli connection modify HomeNet connection.autoconnect no
    kill_accessoryd
    stop KILL "$SERVICES/NetworkManager.pid"
    start_networkmanager
    start_accessoryd
}
