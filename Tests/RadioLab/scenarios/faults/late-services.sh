# SPDX-License-Identifier: Apache-2.0
# One radio: accessoryd starts before the services that it needs. It reports which one is missing, and works as soon as that
# is there.

before_each() { app_is_known 'SSIDPrefixes=MyCam-'; }

visits() { app_visits camera setup --ssid MyCam-Late --select MyCam-Late; }
status_shows() { grep -qF "$1" <<<"$(accessoryctl general status)"; }

# The agent's status shows what is missing, and a set-up fails at once with that reason.
is_missing() { wait_until 20 "the status shows: $1" status_shows "$1" && visits && ended 8 "$1"; }

works_from_now_on() { uplink_is_there && visits && ended 0 && is_visited camera; }

starts_before_networkmanager_and_works_when_that_has_come() {
    access_point camera MyCam-Late
    stop_networkmanager
    start_accessoryd
    is_missing 'NetworkManager is not running'
    start_networkmanager
    works_from_now_on
}

starts_before_wpa_supplicant_and_works_when_that_has_come() {
    access_point camera MyCam-Late
    stop_networkmanager
    stop_supplicant
    start_accessoryd
    start_networkmanager
    is_missing 'wpa_supplicant is not running'
    start_supplicant
    works_from_now_on
}

goes_on_when_wpa_supplicant_has_gone_and_come_back() {
    access_point camera MyCam-Late
    start_accessoryd
    stop_supplicant
    is_missing 'wpa_supplicant is not running'
    start_supplicant
    works_from_now_on
}

starts_before_the_radio_is_managed_and_works_when_it_is() {
    access_point camera MyCam-Late
    nmcli device set wlan0 managed no
    start_accessoryd
    is_missing 'NetworkManager does not manage it'
    nmcli device set wlan0 managed yes
    works_from_now_on
}
