# SPDX-License-Identifier: Apache-2.0
# Two accessories with one address, of two apps: one of the accessories, or both, want what is not theirs.
# shellcheck disable=SC2034 # read by guest/scenarios
source guest/library/two-apps.sh
stations=2

before_each() {
    prepare_fence 'Accept=tcp:5005'
    another_app_is_known
    start_link
    start_agent
}

after_each() {
    kill_program other
    local program
    for program in server hearer forger; do [[ ! -e $AGENT/$program.pid ]] || kill_program "$program"; done
    [[ ! -e /run/netns/house ]] || ip netns delete house
    end_the_fence
    wait_until 30 "the other radio is idle again" gives 30 state_of wlan1
    wait_until 40 "the uplink HomeNet is activated again" uplink_is_activated
    # NetworkManager gives each radio a metric of its own; alone again, the uplink has the one that it had.
    nmcli --wait 30 connection up HomeNet
}

gives_no_accessory_another_ones_connection() {
    two_cameras_have_one_address Stolen
    local own
    own=$(our_address "$(interface_at camera)")
    start_program server become system.slice/camera.service "${traffic[@]}" serve '' 5005
    at_access_point camera hearer hear 192.168.55.1 7001 "$own" 5005
    wait_until 10 "the camera hears the app" has_printed hearer 'secret 2'
    at_access_point other forger forge "wlan$(<"$AIR/other/radio")" 192.168.55.1 7001 "$own" 5005
    nobody_steals
}

takes_no_answer_from_another_accessory() {
    two_cameras_have_one_address Answer
    start_program hearer become system.slice/other.service python3 -uc 'import socket
channel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
channel.bind(("", 6100))
channel.sendto(b"question", ("192.168.55.1", 6000))
print("asked")
while True: print("heard", channel.recv(100))'
    wait_until 10 "the app has asked" has_printed hearer asked
    local address
    for address in "$(our_address wlan0)" "$(our_address wlan1)"; do
        on_radio "$(<"$AIR/camera/radio")" "${traffic[@]}" say lie 192.168.55.1 6000 "$address" 6100
    done
    not has_printed hearer lie
    on_radio "$(<"$AIR/other/radio")" "${traffic[@]}" say truth 192.168.55.1 6000 "$(our_address "$(interface_at other)")" 6100
    wait_until 5 "the app hears its own camera" has_printed hearer truth
}

refuses_an_accessory_that_hands_out_another_ones_address() {
    access_point camera MyCam-First subnet=55 web='the first'
    app_holds camera MyCam-First
    access_point_with other Other-Claims 192.168.55.7/24 192.168.55.1
    another_app_joins Other-Claims
    wait_until 60 "the other app is refused" has_printed other 'the address of another accessory'
    same "the app's page" 'the first' "$(in_cgroup system.slice/camera.service curl --silent --max-time 5 http://192.168.55.1/)"
}

# The newcomer claims to be where this machine is in the first one's hotspot.
keeps_the_first_accessory_whatever_a_newcomer_says() {
    access_point camera MyCam-Kept subnet=55 web='the first'
    app_holds camera MyCam-Kept
    access_point_with other Other-Newcomer "$(our_address "$(interface_at camera)")/24" 192.168.55.99
    another_app_joins Other-Newcomer
    wait_until 60 "the other app is refused" has_printed other 'which this machine has in the hotspot of another accessory'
    same "the app's page" 'the first' "$(in_cgroup system.slice/camera.service curl --silent --max-time 5 http://192.168.55.1/)"
    same "the app's states" joined "$(sed -n '$s/ .*//p' "$AGENT/output")"
}

# The network that an accessory hands out is as large as one may be, and the home is a part of it.
leads_nothing_of_the_homes_to_an_accessory() {
    a_house_is_there
    access_point_with other Other-Large 10.5.5.9/8 10.5.5.100
    another_app_joins Other-Large
    wait_until 60 "the other app is at its accessory" has_printed other 'joined wlan'
    local evil
    evil=$(<"$AIR/other/radio")
    ip -n "radio$evil" address add 10.1.0.9/32 dev "wlan$evil"
    access_point_with camera MyCam-Small 10.5.5.9/24 10.5.5.130
    app_holds camera MyCam-Small
    wait_until 15 "both are fenced" gives 'cgroup cgroup' fences
    # What an app asks of the home.
    start_program server exec nsenter --net=/run/netns/house "${traffic[@]}" serve 10.1.0.9 80
    start_program hearer become system.slice/other.service "${traffic[@]}" hear 10.1.0.2 7003 10.1.0.9 80
    wait_until 10 "the app hears the home" has_printed hearer 'secret 2'
    kill_program hearer
    kill_program server
    # What a program answers there.
    start_program server become system.slice/accessoryd.service "${traffic[@]}" serve 10.1.0.2 2223
    start_program hearer exec nsenter --net=/run/netns/house "${traffic[@]}" hear 10.1.0.9 7002 10.1.0.2 2223
    wait_until 10 "the home hears the program" has_printed hearer 'secret 2'
    ip -n "radio$evil" route replace 10.1.0.2 via "$(our_address "$(interface_at other)")"
    at_access_point other forger forge "wlan$evil" 10.1.0.9 7002 10.1.0.2 2223
    nobody_steals
}

traffic=("$PWD/guest/programs/traffic")

at_access_point() { # NAME PROGRAM ARGUMENT...
    start_program "$2" exec nsenter --net="/run/netns/radio$(<"$AIR/$1/radio")" "${traffic[@]}" "${@:3}"
}

nobody_steals() { # of hearer
    prints forger played
    not has_printed forger stolen
    not has_printed hearer silence
}

access_point_with() { # NAME SSID ADDRESS/LENGTH ADDRESS-THAT-IT-HANDS-OUT
    access_point "$1" "$2" dhcp=no
    local number
    number=$(<"$AIR/$1/radio")
    ip -n "radio$number" address flush dev "wlan$number"
    ip -n "radio$number" address add "$3" dev "wlan$number"
    echo "${3%/*}" >"$AIR/$1/address"
    range=$4,$4 gives_addresses "$1"
}
