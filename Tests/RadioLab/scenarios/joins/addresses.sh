# SPDX-License-Identifier: Apache-2.0
# The uplink's radio and a second one: accessories with unusual addresses.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios; of guest/library/accessory.sh
stations=2

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd; }
after_each() { wait_until 30 "the second radio is idle again" gives 30 state_of wlan1; }

# allows INTERFACE: makes it the only one for accessories.
allows() { printf '%s\n' '[Radios]' "Interfaces=$1" >"$AGENT/config/accessoryd.conf" && accessoryctl general reload; }
subnet_of() { cut -d . -f 3 "$AIR/$1/address"; }
visits() { app_visits camera setup --ssid "$1" --select "$@"; } # SSID [OPTION...]
has_visited() { ended 0 && is_visited camera; }

joins_an_accessory_with_the_uplinks_subnet_on_the_same_radio() {
    access_point camera MyCam-Same subnet="$(subnet_of home)"
    allows wlan0
    visits MyCam-Same
    has_visited
}

joins_an_accessory_with_the_uplinks_subnet_on_another_radio() {
    access_point camera MyCam-Beside subnet="$(subnet_of home)"
    allows wlan1
    watch_uplink
    visits MyCam-Beside
    has_visited
    uplink_never_moved
}

joins_an_accessory_with_the_subnet_of_another_radio() {
    access_point other Other channel=1
    nmcli connection add type wifi ifname wlan1 con-name Other ssid Other autoconnect no \
        ipv4.never-default yes ipv4.ignore-auto-dns yes ipv6.method disabled
    nmcli --wait 40 connection up Other
    access_point camera MyCam-Third subnet="$(subnet_of other)"
    allows wlan0
    visits MyCam-Third
    has_visited
    gives Other profile_of wlan1
    wait_until 40 "the uplink HomeNet is activated again" uplink_is_activated
    nmcli connection delete Other
    # NetworkManager gives each radio a metric of its own; alone again, the uplink has the one that it had.
    nmcli --wait 30 connection up HomeNet
}

# NetworkManager keeps a profile without its address, and asks for another one for most of a minute.
leaves_an_accessory_whose_lease_has_run_out() {
    access_point camera MyCam-Silent dhcp=no
    allows wlan1
    lease=2m gives_addresses camera
    app_stays_at camera setup --ssid MyCam-Silent --select MyCam-Silent
    stop KILL "$AIR/camera/dnsmasq.pid"
    wait_until 150 "the address is gone" lacks_address wlan1
    wait_until 15 "the client ends" not is_running "$AGENT/app.pid"
    ended 4 'is gone from wlan1'
}
lacks_address() { [[ -z $(our_address "$1") ]]; }

joins_an_accessory_that_names_no_gateway() {
    access_point camera MyCam-Gateless gateway=no
    visits MyCam-Gateless
    has_visited
}

refuses_link_local_addresses_unless_they_are_enough() {
    access_point camera MyCam-Local dhcp=no
    allows wlan0
    visits MyCam-Local
    ended 4 NoAddress
    app_may_not MyCam-Local
    use_link_local_address camera
    visits MyCam-Local --link-local
    has_visited
}

refuses_ipv6_only_unless_link_local_addresses_are_enough() {
    access_point camera MyCam-Six dhcp=ipv6
    allows wlan0
    visits MyCam-Six
    ended 4 NoAddress
    app_may_not MyCam-Six
    use_link_local_address camera
    visits MyCam-Six --link-local
    has_visited
}
