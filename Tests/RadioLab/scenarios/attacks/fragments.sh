# SPDX-License-Identifier: Apache-2.0
# An accessory that sends fragments: the kernel joins what has the same addresses and number, from whatever interface it comes.
# shellcheck disable=SC2034 # read by guest/scenarios
source guest/library/fence.sh
stations=2

before_each() {
    prepare_fence
    start_link
    start_agent
    a_house_is_there
    start_program server exec nsenter --net=/run/netns/house "${fragments[@]}" serve 10.1.0.9 5300
    wait_until 10 "the house serves" has_printed server serves
    # A name of its own: the radio may still list the camera of the scenario before.
    local ssid
    ssid=MyCam-$(<"$AIR/count")
    access_point camera "$ssid"
    app_holds camera "$ssid"
    number=$(<"$AIR/camera/radio")
    ip -n "radio$number" address add 10.1.0.9/32 dev "wlan$number"
    ip -n "radio$number" route add 10.1.0.2 via "$(our_address wlan1)"
    same "what the house says" 'true true true' "$(asks_the_house)"
}

after_each() {
    kill_program server
    ip netns delete house
    end_the_fence
    wait_until 30 "the other radio is idle again" gives 30 state_of wlan1
}

replaces_no_part_of_what_the_home_says() {
    # The house has sent three.
    on_radio "$number" "${fragments[@]}" lie 10.1.0.9 10.1.0.2 4
    same "what the house says" 'true true true' "$(asks_the_house)"
}

leaves_room_for_the_homes_fragments() {
    on_radio "$number" "${fragments[@]}" begin 10.1.0.9 10.1.0.2 4000
    same "what the house says" 'true true true' "$(asks_the_house)"
    on_radio "$number" "${fragments[@]}" begin "$(address_of camera)" "$(our_address wlan1)" 4000
    same "what the house says" 'true true true' "$(asks_the_house)"
}

lets_the_cameras_own_fragments_in() {
    start_program camera exec nsenter --net="/run/netns/radio$number" "${fragments[@]}" serve "$(address_of camera)" 5300
    wait_until 10 "the camera serves" has_printed camera serves
    same "what the camera says" 'true true true' \
        "$(in_cgroup system.slice/camera.service "${fragments[@]}" ask "$(our_address wlan1)" "$(address_of camera)" 5300 | xargs)"
    kill_program camera
}

fragments=("$PWD/guest/programs/fragments")
asks_the_house() { "${fragments[@]}" ask 10.1.0.2 10.1.0.9 5300 | xargs; }
