# SPDX-License-Identifier: Apache-2.0
# One radio, whose uplink is not the plain one.
# shellcheck disable=SC2154 # of guest/home.sh

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd; }

second_is_active() { gives 100 state_of wlan0 && gives HomeNet-2 profile_of wlan0; }

restores_the_one_of_two_profiles_for_the_uplinks_ssid() {
    nmcli connection add type wifi ifname wlan0 con-name HomeNet-2 ssid HomeNet autoconnect no \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$(passphrase_of home)"
    nmcli --wait 40 connection up HomeNet-2
    access_point camera MyCam-Two
    app_visits camera setup --ssid MyCam-Two --select MyCam-Two
    ended 0
    stays 3 "the profile that was active is active again" second_is_active
    nmcli connection delete HomeNet-2
}
