# SPDX-License-Identifier: Apache-2.0
# One radio with an unusual uplink.
# shellcheck disable=SC2154 # of guest/library/home.sh
source guest/library/seats.sh

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

# The agent's own profiles have such names.
restores_an_uplink_whose_profile_is_named_as_the_agents_are() {
    nmcli connection add type wifi ifname wlan0 con-name 'accessoryd Home' ssid HomeNet autoconnect no \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$(passphrase_of home)"
    nmcli connection modify HomeNet connection.autoconnect no
    nmcli --wait 40 connection up 'accessoryd Home'
    access_point camera MyCam-Named
    app_visits camera setup --ssid MyCam-Named --select MyCam-Named
    ended 0 "'accessoryd Home' is back"
    same "active profile" 'accessoryd Home:wlan0' "$(nmcli -t -f NAME,DEVICE connection show --active | grep ':wlan0$')"
    nmcli connection modify HomeNet connection.autoconnect yes
    nmcli --wait 40 connection up HomeNet
    nmcli connection delete 'accessoryd Home'
}

tells_that_the_uplink_was_forgotten_meanwhile() {
    nmcli connection add type wifi ifname wlan0 con-name HomeNet-2 ssid HomeNet autoconnect no \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$(passphrase_of home)"
    nmcli --wait 40 connection up HomeNet-2
    nmcli connection modify HomeNet connection.autoconnect no
    access_point camera MyCam-Forgotten
    app_stays_at camera setup --ssid MyCam-Forgotten --select MyCam-Forgotten
    nmcli connection delete HomeNet-2
    let_go
    ended 5 "nothing was restored: the profile 'HomeNet-2' was removed meanwhile"
    not grep 'is back' "$AGENT/errors"
    [[ $(logged_since accessoryd) != *'is back'* ]]
    nmcli connection modify HomeNet connection.autoconnect yes
    nmcli --wait 40 connection up HomeNet
}

cuts_an_uplink_on_5_ghz_for_an_accessory_on_2_4_ghz() {
    home_moves_to 36
    access_point camera MyCam-Low security=wpa2 passphrase='camera obscura' channel=6
    app_visits camera setup --ssid MyCam-Low --select MyCam-Low --passphrase-file "$AIR/camera/passphrase"
    ended 0
    is_visited camera
    uplink_is_there
    home_moves_to 11
}

cuts_an_uplink_on_2_4_ghz_for_an_accessory_on_5_ghz() {
    access_point camera MyCam-High security=wpa2 passphrase='camera obscura' channel=149
    app_visits camera setup --ssid MyCam-High --select MyCam-High --passphrase-file "$AIR/camera/passphrase"
    ended 0
    is_visited camera
}

cuts_no_uplink_whose_passphrase_nobody_could_type() {
    access_point camera MyCam-Kept
    grant_app MyCam-Kept
    nmcli connection modify HomeNet wifi-sec.psk-flags 1
    # A login screen is nobody.
    daemon_is_active seat0 1 greeter
    app_visits camera setup --ssid MyCam-Kept --select MyCam-Kept
    ended 8 'does not store its passphrase'
    app_visits camera hotspot join --ssid MyCam-Kept
    ended 8 'does not store its passphrase'
    not is_visited camera
    gives HomeNet profile_of wlan0
    # Whoever forces it has it back once the passphrase is there.
    app_visits camera hotspot join --ssid MyCam-Kept --force
    wait_until 60 "the app is at the camera" is_visited camera
    nmcli connection modify HomeNet wifi-sec.psk-flags 0 wifi-sec.psk "$(passphrase_of home)"
    ended 0
    wait_until 30 "the uplink is back" gives HomeNet profile_of wlan0
    nmcli connection modify HomeNet wifi-sec.psk-flags 1
    # A person at the screen can type it.
    daemon_is_active seat0 1
    rm "$AIR/camera/visited"
    app_visits camera hotspot join --ssid MyCam-Kept
    wait_until 60 "the app is at the camera" is_visited camera
    nmcli connection modify HomeNet wifi-sec.psk-flags 0 wifi-sec.psk "$(passphrase_of home)"
    ended 0
    wait_until 30 "the uplink is back" gives HomeNet profile_of wlan0
    rm -r /run/systemd/{sessions,users,seats}
}

cuts_no_uplink_whose_passphrase_is_gone() {
    access_point camera MyCam-Gone
    grant_app MyCam-Gone
    sed -i '/^psk=/d' "$PROFILES/HomeNet.nmconnection"
    nmcli connection reload
    app_visits camera hotspot join --ssid MyCam-Gone
    ended 8 'does not store its passphrase'
    not is_visited camera
    gives HomeNet profile_of wlan0
    nmcli connection modify HomeNet wifi-sec.psk "$(passphrase_of home)"
}

restores_the_uplink_with_the_answer_of_a_session() {
    local before
    only_a_session_has_the_passphrase
    before=$(times_given)
    access_point camera MyCam-Asked
    grant_app MyCam-Asked
    app_visits camera hotspot join --ssid MyCam-Asked
    ended 0
    is_visited camera
    gives HomeNet profile_of wlan0
    not gives "$before" times_given
    not grep -rqF "$(passphrase_of home)" "$AGENT" "$LOGS"
    networkmanager_has_the_passphrase
}

restores_a_manual_uplink_with_the_answer_of_a_session() {
    local before
    nmcli connection modify HomeNet connection.autoconnect no
    only_a_session_has_the_passphrase
    before=$(times_given)
    access_point camera MyCam-Manual
    grant_app MyCam-Manual
    app_visits camera hotspot join --ssid MyCam-Manual
    ended 0
    is_visited camera
    gives HomeNet profile_of wlan0
    not gives "$before" times_given
    networkmanager_has_the_passphrase
}

reports_that_the_session_with_the_passphrase_has_gone() {
    only_a_session_has_the_passphrase
    access_point camera MyCam-Gone
    grant_app MyCam-Gone
    app_stays_at camera hotspot join --ssid MyCam-Gone
    kill_program keyring
    let_go
    wait_until 60 "the holder gets the reason" grep -q "no person's session gave the right one" "$AGENT/errors"
    not grep 'did not take the passphrase' "$AGENT/errors"
    not uplink_is_activated
    # Whoever begins a session with the passphrase has it back, and the agent notices that.
    keyring_starts
    ended 0
    uplink_is_there
    networkmanager_has_the_passphrase
}

# Its clients would lose it.
leaves_an_access_point_of_this_machine_alone() {
    access_point camera MyCam-Tether
    grant_app MyCam-Tether
    nmcli connection add type wifi ifname wlan0 con-name Shared ssid OurHotspot autoconnect no mode ap wifi.band bg wifi.channel 6 \
        ipv4.method manual ipv4.addresses 10.77.0.1/24 ipv6.method disabled wifi-sec.key-mgmt wpa-psk wifi-sec.psk 'our own hotspot'
    nmcli --wait 40 connection up Shared
    app_visits camera hotspot join --ssid MyCam-Tether
    ended 8 'an access point of this machine'
    accessoryctl general status | grep -E '^wlan0 .*an access point of this machine'
    gives Shared profile_of wlan0
    nmcli connection delete Shared
    nmcli --wait 30 connection up HomeNet
}
