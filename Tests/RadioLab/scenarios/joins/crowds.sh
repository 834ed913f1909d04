# SPDX-License-Identifier: Apache-2.0
# One radio among forty networks of one prefix, on six channels.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    # Another crowd each time: the agent still counts the one of the scenario before, whose access points are gone.
    crowd=MyCam-$(<"$AIR/count")
    access_point first "$crowd-A" beside=7 channel=1
    access_point second "$crowd-B" beside=7 channel=4
    access_point third "$crowd-C" beside=7 channel=6
    access_point fourth "$crowd-D" beside=7 channel=9
    access_point fifth "$crowd-E" beside=3 channel=11
    access_point sixth "$crowd-F" beside=3 channel=3
}

scan_finds_all() { gives 40 how_many_are_found; }
how_many_are_found() { accessoryctl -g SSID scan --app "$app" | grep "^$crowd-" | sort -u | wc -l; }

scans_forty_networks() {
    wait_until 60 "one scan finds all forty" scan_finds_all
}

refuses_to_choose_the_only_one_of_forty() {
    app_visits first setup --ssid-prefix "$crowd-" --select only
    ended 2 'select only: there are [0-9]'
    nothing_is_granted
}

chooses_the_strongest_of_forty() {
    app_visits first setup --ssid-prefix "$crowd-" --select strongest
    has_ended
    same "access records" 1 "$(accessoryctl -t access list | wc -l)"
}
