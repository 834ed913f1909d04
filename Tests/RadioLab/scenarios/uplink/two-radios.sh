# SPDX-License-Identifier: Apache-2.0
# Two radios: the accessory is joined with the idle one. The uplink loses no packet, and default route and name servers
# do not change even for a moment.
# shellcheck disable=SC2034 # read by guest/scenarios
stations=2

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    watch_uplink
}

after_each() {
    wait_until 30 "the idle radio is idle again" gives 30 state_of wlan1
    uplink_never_moved
}

keeps_the_uplink_while_joining_and_leaving() {
    access_point camera MyCam-Joined security=wpa2 passphrase='camera obscura'
    app_stays_at camera setup --ssid MyCam-Joined --select MyCam-Joined --passphrase-file "$AIR/camera/passphrase"
    ours_is_on wlan1
    let_go
    ended 0
}

# The default route has all multicast that names no interface.
keeps_multicast_on_the_uplink_unless_the_app_binds() {
    access_point camera MyCam-Search
    answers_searches camera
    app_stays_at camera setup --ssid MyCam-Search --select MyCam-Search
    ours_is_on wlan1
    [[ $(ip -4 route get 239.255.255.250) == *' dev wlan0 '* ]]
    same "who answers" "$(address_of camera)" "$(guest/programs/search "$(our_address wlan1)")"
    let_go
    ended 0
}

# Until it is left, some of the uplink's packets go there.
refuses_a_network_that_would_take_the_uplinks_traffic() {
    stop_watching
    access_point camera MyCam-Huge dhcp=no
    gives_addresses camera --dhcp-option-force=1,128.0.0.0
    app_visits camera setup --ssid MyCam-Huge --select MyCam-Huge
    ended 4 '/1, a network so large'
    [[ $(ip -4 route get "$INTERNET") == *' dev wlan0 '* ]]
    internet_is_reached
    watch_uplink
}

# The kernel would send what is meant for the narrower network to the accessory, such as a query for a name.
refuses_a_network_that_would_take_the_homes_router() {
    stop_watching
    local router number
    router=$(ip -4 route show default | sed -E 's/.* via ([0-9.]+) .*/\1/')
    access_point camera MyCam-Narrow dhcp=no
    number=$(<"$AIR/camera/radio")
    ip -n "radio$number" address add "${router%.*}.3/24" dev "wlan$number"
    echo "${router%.*}.3" >"$AIR/camera/address"
    gives_addresses camera "--dhcp-option-force=1,255.255.255.128"
    app_visits camera setup --ssid MyCam-Narrow --select MyCam-Narrow
    ended 4 "/25, a part of the network on 'wlan0'"
    [[ $(ip -4 route get "$router") == *' dev wlan0 '* ]]
    internet_is_reached
    watch_uplink
}

# All that this machine sends there would stay here, and it would answer for the other one at home.
refuses_a_network_that_gives_it_the_address_of_a_station_at_home() {
    stop_watching
    local home radio number
    home=$(address_of home)
    radio=$(<"$AIR/home/radio")
    ip -n "radio$radio" address add "${home%.*}.9/32" dev "wlan$radio"
    busybox ping -c 1 -W 2 "${home%.*}.9"
    access_point camera MyCam-Twin dhcp=no
    number=$(<"$AIR/camera/radio")
    ip -n "radio$number" address add "${home%.*}.3/24" dev "wlan$number"
    echo "${home%.*}.3" >"$AIR/camera/address"
    range=${home%.*}.9,${home%.*}.9 gives_addresses camera
    app_visits camera setup --ssid MyCam-Twin --select MyCam-Twin
    ended 4 "the address of a station on 'wlan0'"
    busybox ping -c 1 -W 2 "${home%.*}.9"
    ip -n "radio$radio" address del "${home%.*}.9/32" dev "wlan$radio"
    watch_uplink
}

keeps_the_uplink_when_joining_fails() {
    access_point camera MyCam-Wrong security=wpa3 passphrase='camera lucida'
    printf 'not the passphrase' >"$AIR/wrong"
    app_visits camera setup --ssid MyCam-Wrong --select MyCam-Wrong --passphrase-file "$AIR/wrong"
    ended 4 WrongPassphrase
}

keeps_the_uplink_when_the_app_is_killed() {
    access_point camera MyCam-Killed
    app_stays_at camera setup --ssid MyCam-Killed --select MyCam-Killed
    kill_app
}

keeps_the_uplink_when_accessoryd_is_killed() {
    access_point camera MyCam-Crash
    app_stays_at camera setup --ssid MyCam-Crash --select MyCam-Crash
    kill_accessoryd
    lost_its_lease
    start_accessoryd
}

# The uplink on the other radio never broke, so there is nothing to restore and nothing to wait for.
ends_the_lease_when_the_idle_radio_is_unplugged() {
    access_point camera MyCam-Unplugged
    app_stays_at camera setup --ssid MyCam-Unplugged --select MyCam-Unplugged
    ours_is_on wlan1
    unplug_radio 1
    wait_until 10 "the client ends" not is_running "$AGENT/app.pid"
    ended 8 RadioUnavailable
    not grep 'not back' "$AGENT/errors"
    same "access records, and nothing owed" 1 "$(guest/programs/whole "$AGENT/state/accessoryd.db" MyCam-Unplugged)"
    [[ $(accessoryctl --json general status) == *'"leases":[]'* ]]
    plug_radio_in 1
}
