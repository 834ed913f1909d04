# SPDX-License-Identifier: Apache-2.0
# One radio, which is the uplink's: every kind of accessory is found, joined and left again.

before_each() { app_is_known 'SSIDPrefixes=MyCam-;Kam;' && start_accessoryd; }
ended_at() { ended 0 && is_visited "$1"; }
secret_of() { echo "--passphrase-file=$AIR/$1/passphrase"; }

joins_an_open_network() {
    access_point camera MyCam-Open
    app_visits camera setup --ssid MyCam-Open --select MyCam-Open
    ended_at camera
    app_may MyCam-Open
}

joins_a_wpa2_network() {
    access_point camera MyCam-WPA2 security=wpa2 passphrase='camera obscura'
    app_visits camera setup --ssid MyCam-WPA2 --select MyCam-WPA2 "$(secret_of camera)"
    ended_at camera
}

joins_a_wpa3_network() {
    access_point camera MyCam-WPA3 security=wpa3 passphrase='camera lucida' channel=1
    app_visits camera setup --ssid MyCam-WPA3 --select MyCam-WPA3 "$(secret_of camera)"
    ended_at camera
}

joins_a_network_of_both_wpa2_and_wpa3() {
    access_point camera MyCam-Mixed security=mixed passphrase='camera mista'
    app_visits camera setup --ssid MyCam-Mixed --select MyCam-Mixed "$(secret_of camera)"
    ended_at camera
}

joins_the_network_of_the_wanted_band() {
    access_point camera MyCam-Bands
    access_point porch MyCam-Bands channel=36
    app_visits porch setup --ssid MyCam-Bands --band 5 --select MyCam-Bands
    ended_at porch
    [[ ! -e $AIR/camera/visited ]]
}

joins_an_opportunistically_encrypted_network() {
    access_point camera MyCam-OWE security=owe channel=11
    app_visits camera setup --ssid MyCam-OWE --select MyCam-OWE
    ended_at camera
}

joins_a_hidden_network_by_its_exact_name() {
    access_point camera MyCam-Hidden security=wpa2 passphrase='camera oculta' hidden=yes
    app_visits camera setup --ssid MyCam-Hidden --select MyCam-Hidden "$(secret_of camera)"
    ended_at camera
}

joins_the_picked_one_of_three_with_the_prefix() {
    access_point first MyCam-P1
    access_point second MyCam-P2
    access_point third MyCam-P3 channel=1
    app_visits second setup --ssid-prefix MyCam-P --select MyCam-P2
    ended_at second
    app_may MyCam-P2
    app_may_not MyCam-P1
}

joins_the_picked_one_of_two_with_the_same_name() {
    access_point first MyCam-Twin channel=1
    access_point second MyCam-Twin channel=6
    app_visits second setup --ssid MyCam-Twin --select "$(bssid_of second)"
    ended_at second
}

joins_a_network_whose_name_is_not_text() {
    access_point camera $'Kam\xe9ra\xff'
    app_visits camera setup --ssid-prefix Kam --select only
    ended_at camera
}

joins_a_network_on_an_unusual_channel() {
    access_point camera MyCam-Nine channel=9
    app_visits camera setup --ssid MyCam-Nine --select MyCam-Nine
    ended_at camera
}

# Not every country allows this channel.
joins_a_network_on_channel_13() {
    access_point camera MyCam-Thirteen security=wpa2 passphrase='camera obscura' channel=13
    app_visits camera setup --ssid MyCam-Thirteen --select MyCam-Thirteen "$(secret_of camera)"
    ended_at camera
}

# With a prefix the agent chooses nothing before it has visited every channel.
joins_the_only_network_with_the_prefix_on_5_ghz() {
    access_point camera MyCam-Action security=wpa2 passphrase='camera obscura' channel=149
    app_visits camera setup --ssid-prefix MyCam-A --select only "$(secret_of camera)"
    ended_at camera
}

joins_a_hidden_network_on_5_ghz() {
    access_point camera MyCam-Hidden5 security=wpa2 passphrase='camera oculta' hidden=yes channel=36
    app_visits camera setup --ssid MyCam-Hidden5 --select MyCam-Hidden5 "$(secret_of camera)"
    ended_at camera
}

# Some distributions store profiles elsewhere, such as Ubuntu in netplan's files: a volatile one is stored nowhere, and goes with its
# activation (NMSettingsConnectionFlags).
keeps_its_profile_in_memory_alone() {
    local value='' profile
    access_point camera MyCam-Memory
    app_stays_at camera setup --ssid MyCam-Memory --select MyCam-Memory
    device wlan0 && property "$value" .Device ActiveConnection && property "$value" .Connection.Active Connection
    profile=$value
    property "$profile" .Settings.Connection Flags
    (((value & 4) != 0)) || fail "the profile is not volatile: flags $value"
    property "$profile" .Settings.Connection Filename
    [[ $value == /run/* ]] || fail "the profile is stored at $value"
    same "stored profiles" "$PROFILES/HomeNet.nmconnection" "$(compgen -G "$PROFILES/*")"
    let_go
    ended_at camera
}

# No other network is there, DHCP names no router, and the program names no interface.
finds_a_camera_by_multicast() {
    access_point camera MyCam-Search gateway=no
    answers_searches camera
    app_stays_at camera setup --ssid MyCam-Search --select MyCam-Search
    same "who answers" "$(address_of camera)" "$(guest/programs/search)"
    not grep . <<<"$(ip -4 route show default)"
    let_go
    ended_at camera
    wait_until 40 "the uplink HomeNet is activated again" uplink_is_activated
    same "routes for multicast" '' "$(ip -4 route show table default)"
}

# NetworkManager reports the end of a scan before it lists what that found.
finds_what_it_knew_before_without_wpa_supplicant() {
    access_point camera MyCam-Known security=wpa2 passphrase='camera obscura'
    app_visits camera setup --ssid MyCam-Known --select MyCam-Known "$(secret_of camera)"
    ended_at camera
    stop_accessoryd
    end_accessory_programs
    app_is_known 'SSIDPrefixes=MyCam-;Kam;'
    start_accessoryd nobody
    # What was seen in the last five seconds counts without a scan.
    pause 9
    rm "$AIR/camera/visited"
    app_visits camera setup --ssid MyCam-Known --select MyCam-Known --timeout 2m "$(secret_of camera)"
    wait_until 60 "the app is at the camera" is_visited camera
    ended 0
}

shows_no_accessory_the_radios_own_address_where_that_is_wanted() {
    local own first
    own=$(</sys/class/net/wlan0/address)
    printf '%s\n' '[Radios]' Address=stable >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    access_point camera MyCam-Address
    access_point other MyCam-Other channel=11
    app_stays_at camera setup --ssid MyCam-Address --select MyCam-Address
    first=$(station_of camera)
    [[ $first == ?[26ae]:* && $first != "$own" ]]
    leaves_for_home
    app_stays_at camera hotspot join --ssid MyCam-Address
    same "the address at the second join" "$first" "$(station_of camera)"
    leaves_for_home
    app_stays_at other setup --ssid MyCam-Other --select MyCam-Other
    not grep -E "^($own|$first)$" <<<"$(station_of other)"
    leaves_for_home
    rm "$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    app_stays_at camera hotspot join --ssid MyCam-Address
    same "the address without the setting" "$own" "$(station_of camera)"
    leaves_for_home
}

# station_of NAME: the address of the access point's only station, as that sees it.
station_of() { # NAME
    local number
    number=$(<"$AIR/$1/radio")
    on_radio "$number" iw dev "wlan$number" station dump | sed -n 's/^Station \([^ ]*\) .*/\1/p'
}

leaves_for_home() { # afterwards the home network sees the radio's own address
    let_go
    ended 0
    rm "$AIR"/*/visited
    same "the address at home" "$own" "$(</sys/class/net/wlan0/address)"
}
