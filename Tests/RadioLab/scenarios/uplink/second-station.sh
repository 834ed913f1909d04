# SPDX-License-Identifier: Apache-2.0
# One radio that can be two stations on one channel, and accessory-link, which makes the second one: the uplink, on channel 11,
# loses no packet and no route while an accessory on its channel is joined. Otherwise the accessory is joined as without
# accessory-link.

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && link_is_there && start_accessoryd_in_its_unit
    interfaces=$(interfaces_of_the_radio)
    watch_uplink 0.02
}

after_each() {
    wait_until 10 "the second station is gone" gives "$interfaces" interfaces_of_the_radio
    stop_watching
}

keeps_the_uplink_from_the_search_to_the_end() {
    access_point camera MyCam-Beside channel=11 security=wpa2 passphrase='camera obscura'
    app_stays_at camera setup --ssid MyCam-Beside --select MyCam-Beside --passphrase-file "$AIR/camera/passphrase"
    joined_beside
    not grep -i "HomeNet" "$AGENT/errors"
    let_go
    ended 0
    uplink_never_moved
}

uses_another_address_and_always_the_same_one() {
    local first
    access_point camera MyCam-Address channel=11
    app_stays_at camera setup --ssid MyCam-Address --select MyCam-Address
    first=$(<"/sys/class/net/acc0/address")
    [[ $first == ?[26ae]:* && $first != "$(<"/sys/class/net/wlan0/address")" ]]
    let_go
    ended 0
    rm "$AIR/camera/visited"
    app_stays_at camera hotspot join --ssid MyCam-Address
    same "address" "$first" "$(<"/sys/class/net/acc0/address")"
    let_go
    ended 0
    uplink_never_moved
}

# The last lines are one join by the radio alone, for whoever compares.
keeps_the_uplink_in_twenty_joins() {
    access_point camera MyCam-Twenty channel=11
    grant_app MyCam-Twenty
    for _ in {1..20}; do
        rm -f "$AIR/camera/visited"
        app_stays_at camera hotspot join --ssid MyCam-Twenty
        joined_beside
        let_go
        ended 0
    done
    uplink_never_moved
    echo "beside the uplink: $(packets)"
    printf '%s\n' '[Radios]' SecondStation=never >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    watch_packets 0.02
    rm "$AIR/camera/visited"
    app_stays_at camera hotspot join --ssid MyCam-Twenty
    joined_by_the_radio
    let_go
    ended 0
    stop INT "$HOME_STATE/ping.pid"
    echo "by the radio alone, one join: $(packets)"
}

cuts_the_uplink_for_another_channel() {
    access_point camera MyCam-Elsewhere channel=6
    app_stays_at camera setup --ssid MyCam-Elsewhere --select MyCam-Elsewhere
    joined_by_the_radio
    logs_why 'this radio needs both networks on one channel'
    let_go
    ended 0 "'HomeNet' is back"
}

cuts_the_uplink_if_the_settings_want_it() {
    printf '%s\n' '[Radios]' SecondStation=never >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    access_point camera MyCam-Never channel=11
    app_stays_at camera setup --ssid MyCam-Never --select MyCam-Never
    joined_by_the_radio
    let_go
    ended 0 "'HomeNet' is back"
}

# Nothing is cut before: the access point accepts this machine's own address only.
goes_on_with_the_radio_if_the_station_is_rejected() {
    local first
    access_point camera MyCam-Rejecting channel=11
    app_stays_at camera setup --ssid MyCam-Rejecting --select MyCam-Rejecting
    first=$(<"/sys/class/net/acc0/address")
    let_go
    ended 0
    uplink_never_moved
    denies_station camera "$first"
    rm "$AIR/camera/visited"
    app_stays_at camera hotspot join --ssid MyCam-Rejecting
    joined_by_the_radio
    logs_why ''
    let_go
    ended 0 "'HomeNet' is back"
}

goes_on_with_the_radio_without_accessory_link() {
    link_is_gone
    access_point camera MyCam-Alone channel=11
    app_stays_at camera setup --ssid MyCam-Alone --select MyCam-Alone
    joined_by_the_radio
    logs_why 'accessory-link does not run'
    let_go
    ended 0 "'HomeNet' is back"
}

leaves_no_station_when_the_agent_is_killed() {
    access_point camera MyCam-Killed channel=11
    app_stays_at camera setup --ssid MyCam-Killed --select MyCam-Killed
    kill_accessoryd
    wait_until 1 "the second station is gone" gives "$interfaces" interfaces_of_the_radio
    lost_its_lease
    start_accessoryd
    uplink_never_moved
}

leaves_no_station_when_accessory_link_is_killed() {
    access_point camera MyCam-Link channel=11
    app_stays_at camera setup --ssid MyCam-Link --select MyCam-Link
    kill_link
    wait_until 1 "the second station is gone" gives "$interfaces" interfaces_of_the_radio
    lost_its_lease
    uplink_never_moved
}

leaves_the_accessory_for_an_uplink_that_moves_to_another_channel() {
    access_point camera MyCam-Moving channel=11
    app_stays_at camera setup --ssid MyCam-Moving --select MyCam-Moving
    joined_beside
    home_moves_to 1
    lost_its_lease 'needs the radio for its own network'
    home_moves_to 11
    # NetworkManager gave the uplink another metric while there was a second Wi-Fi interface, and keeps it until the radio was off.
    switch_wifi off
    switch_wifi on
}

leaves_the_accessory_when_wifi_is_switched_off() {
    access_point camera MyCam-Off channel=11
    app_stays_at camera setup --ssid MyCam-Off --select MyCam-Off
    switch_wifi off
    lost_its_lease
    switch_wifi on
}

leaves_the_accessory_when_the_radio_is_blocked() {
    access_point camera MyCam-Blocked channel=11
    app_stays_at camera setup --ssid MyCam-Blocked --select MyCam-Blocked
    joined_beside
    guest/programs/rfkill block phy0
    lost_its_lease
    guest/programs/rfkill unblock phy0
    uplink_is_there
}

# As logind has NetworkManager do before the machine sleeps, and afterwards.
leaves_the_accessory_when_the_machine_sleeps() {
    access_point camera MyCam-Asleep channel=11
    app_stays_at camera setup --ssid MyCam-Asleep --select MyCam-Asleep
    joined_beside
    networkmanager_sleeps true
    lost_its_lease
    wait_until 10 "the second station is gone" not ip link show acc0
    networkmanager_sleeps false
    uplink_is_there
}

networkmanager_sleeps() { # true|false
    dbus-send --system --print-reply --dest=org.freedesktop.NetworkManager /org/freedesktop/NetworkManager \
        org.freedesktop.NetworkManager.Sleep boolean:"$1"
}

# The fence lets the user accessory-provision through, as whom the lab does not run the program that hands over.
puts_two_accessories_on_the_home_network() {
    printf '%s\n' '[Fence]' Mode=off >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    provisioning_is_there
    family lamp wled WLED-AP security=wpa2 passphrase=wled1234 channel=11
    family sensor esphome 'Kitchen Fallback Hotspot' security=wpa2 passphrase='fall back to me' channel=11
    onboard WLED-AP --passphrase-file "$AIR/lamp/passphrase"
    onboards 0
    onboard 'Kitchen Fallback Hotspot' --passphrase-file "$AIR/sensor/passphrase"
    onboards 0
    not logs_why ''
    uplink_never_moved
}
