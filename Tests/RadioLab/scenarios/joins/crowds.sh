# SPDX-License-Identifier: Apache-2.0
# One radio among forty networks of one prefix, on six channels, and a machine among hundreds of neighbours of each kind.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
source guest/library/arrival.sh
bluetooth=yes
controllers=3

before_each() { app_is_known 'SSIDPrefixes=MyCam-' 'BluetoothServices=180F' && start_accessoryd; }

scans_forty_networks() {
    forty_networks_are_there
    wait_until 60 "one scan finds all forty" scan_finds_all
}

refuses_to_choose_the_only_one_of_forty() {
    forty_networks_are_there
    app_visits first setup --ssid-prefix "$crowd-" --select only
    ended 2 'select only: there are [0-9]'
    nothing_is_granted
}

chooses_the_strongest_of_forty() {
    forty_networks_are_there
    app_visits first setup --ssid-prefix "$crowd-" --select strongest
    has_ended
    same "access records" 1 "$(accessoryctl -t access list | wc -l)"
}

starts_among_hundreds_of_neighbours() {
    local quiet
    quiet=$(memory)
    kill_accessoryd
    avahi_is_there
    neighbours_move_in
    neighbours_are_there
    start_accessoryd
    provisioning_is_there
    local pid
    pid=$(<"$AGENT/accessoryd.pid")
    plug_is_there
    onboard_plug
    plug_lives_at_home
    onboards 0 "its station address"
    uplink_is_there
    outlived_neighbours "$pid" "$quiet"
}
