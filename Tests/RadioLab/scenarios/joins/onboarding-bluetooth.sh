# SPDX-License-Identifier: Apache-2.0
# Accessories get the home network over Bluetooth, on order, and join it with a radio of their own.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
bluetooth=yes
IMPROV=00467768-6228-2272-4663-277478268000

before_each() { start_accessoryd; }

hands_the_home_network_over_to_an_improv_lamp() {
    gadget improv
    onboard_gadget
    exits onboard 1 'whoever listens could read the passphrase'
    not has_printed gadget subscribed
    nothing_is_granted
    onboard_gadget '"allowsClearText":true'
    exits onboard 0 '"onNetwork"'
    gadget_is_on_the_home_network
    accessoryctl -t accessory list | grep Lamp
    accessoryctl access history | grep 'uplinkGiven  *org.accessoryd.onboard  *HomeNet'
}

has_an_improv_lamp_show_which_one_it_is() {
    gadget improv
    start_program identify exec "$PWD/guest/programs/order" "$AGENT/runtime/control.socket" IdentifyAccessory \
        "{\"bluetoothAddress\":\"$gadget\"}"
    exits identify 0
    prints gadget '"event": "identified"'
    nothing_is_granted
    onboard_gadget '"allowsClearText":true'
    exits onboard 0 '"onNetwork"'
    gadget_is_on_the_home_network
}

# It takes a network over Bluetooth alone, and only while it has none. It waits for the lamp, and for the consent to clear text.
gives_it_the_network_of_a_new_router_once_its_own_is_gone() {
    local number
    gadget improv
    onboard_gadget '"allowsClearText":true'
    exits onboard 0 '"onNetwork"'
    new_router
    has_home Lamp HomeNet 'over its own radio'
    kill_program gadget
    moves HomeNet NewNet --all --allow-cleartext
    exits moves 30 'when its own is gone'
    has_home Lamp HomeNet "to 'NewNet'"
    number=$(<"$AIR/gadget/station")
    ip -n "radio$number" link set "wlan$number" down
    accessory_is_there gadget --name Lamp --improv "--network NewNet --passphrase '$NEW_PASSPHRASE' --join '$PWD/guest/devices/station $number'"
    moves HomeNet NewNet --all
    exits moves 29 'allow-cleartext'
    was_given_nothing
    moves HomeNet NewNet --all --allow-cleartext
    COMMAND_LIMIT=90 exits moves 0
    prints gadget '"event": "joined", "ssid": "NewNet"'
    same "hand-overs of the other network" 1 "$(accessoryctl access history | grep -c 'uplinkGiven .*NewNet')"
}

hands_it_over_by_a_plan_without_a_hotspot() {
    gadget improv
    app_is_known "BluetoothServices=$IMPROV"
    mkdir -p "$AGENT/config/provision.d"
    printf '%s\n' '[Uplink]' "CredentialsFor=$app" >"$AGENT/config/accessoryd.conf"
    printf '%s\n' '[Plan]' "App=$app" Afterwards=provision '[Accessory]' "BluetoothService=$IMPROV" '[Provision]' Cleartext=allow \
        >"$AGENT/config/provision.d/lamp.conf"
    accessoryctl general reload
    start_program plans exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" provision run lamp --config-dir "$AGENT/config"
    exits plans 0 'on the network'
    gadget_is_on_the_home_network
    accessoryctl access history | grep "uplinkGiven  *$app  *HomeNet"
}

# It names a page behind the router, which nobody asks, and which no person gets to see.
asks_for_it_on_the_home_networks_link_alone() {
    provisioning_is_there
    local elsewhere=10.99.0.1 router
    router=radio$(<"$AIR/home/radio")
    ip -n "$router" address add "$elsewhere/32" dev lo
    start_program server exec nsenter --net="/run/netns/$router" python3 -u -m http.server --bind "$elsewhere" 80
    prints server Serving
    gadget improv -- --page "http://$elsewhere/"
    onboard_gadget '"allowsClearText":true' '"arrival":"likely"'
    exits onboard 1 '"notSeen"'
    gadget_is_on_the_home_network
    not has_printed server GET
    not grep -F "\"page\":\"http://$elsewhere" "$AGENT/onboard.output"
}

# It names a page in this machine's other network, which is on another link.
asks_for_it_in_no_other_network_of_this_machine() {
    provisioning_is_there
    a_house_is_there
    start_program server exec nsenter --net=/run/netns/house python3 -u -m http.server --bind 10.1.0.9 80
    prints server Serving
    gadget improv -- --page http://10.1.0.9/
    onboard_gadget '"allowsClearText":true' '"arrival":"likely"'
    exits onboard 1 '"notSeen"'
    gadget_is_on_the_home_network
    not has_printed server GET
}

# It gets a network on which this machine is not, and names a page in one on which it is.
asks_nobody_for_one_whose_network_is_elsewhere() {
    provisioning_is_there
    a_house_is_there
    start_program server exec nsenter --net=/run/netns/house python3 -u -m http.server --bind 10.1.0.9 80
    prints server Serving
    access_point cellar Cellar security=wpa2 passphrase='down the stairs' channel=6
    profile Cellar Cellar 'down the stairs'
    gadget improv -- --page http://10.1.0.9/ --network Cellar --passphrase "'down the stairs'"
    onboard_gadget '"allowsClearText":true' '"arrival":"likely"' '"network":"Cellar"'
    exits onboard 1 '"notSeen"'
    not has_printed server GET
    nmcli connection delete Cellar
}

# It names the router as itself, as whoever wants a person to open the router's page would.
shows_nobody_the_routers_page_as_its_own() {
    provisioning_is_there
    local router
    router=$(address_of home)
    start_program server exec nsenter --net="/run/netns/radio$(<"$AIR/home/radio")" \
        python3 -u -m http.server --bind "$router" 80
    prints server Serving
    gadget improv -- --page "http://$router/"
    onboard_gadget '"allowsClearText":true' '"arrival":"likely"'
    exits onboard 1 '"notSeen"'
    gadget_is_on_the_home_network
    has_printed onboard "$router was named as its address"
    not has_printed server GET
    not grep -F "\"page\":\"http://$router" "$AGENT/onboard.output"
}

hands_it_over_to_a_shelly() {
    gadget shelly
    onboard_gadget '"allowsClearText":true'
    exits onboard 0 '"onNetwork"'
    gadget_is_on_the_home_network
}

hands_it_over_to_an_espressif_that_knows_the_proof() {
    gadget espressif -- --security 2 --user wifiprov --pop k7qm2vxd
    onboard_gadget '"proof":"k7qm2vxd"'
    exits onboard 0 '"onNetwork"'
    has_printed onboard '"proven"'
    gadget_is_on_the_home_network
}

hands_it_over_once_the_button_is_pressed() {
    gadget improv -- --button
    onboard_gadget '"allowsClearText":true'
    prints gadget 'subscribed result'
    send_line gadget press
    exits onboard 0 '"onNetwork"'
    gadget_is_on_the_home_network
}

# It wakes up for the link, and is not ready at once.
hands_it_over_to_a_camera_that_is_paired_for_it() {
    gadget gopro --name 'GoPro 1234' -- --asleep 2
    onboard_gadget
    exits onboard 0 '"onNetwork"'
    has_printed gadget pairs
    has_printed onboard 'HERO12 Black'
    has_printed onboard '"link"'
    gadget_is_on_the_home_network
    wait_until 10 "this machine keeps the bond" a_bond_is_left
}

unpairs_the_camera_that_does_not_hear_the_network() {
    gadget gopro --name 'GoPro 1234' -- --network-off
    onboard_gadget
    exits onboard 1 '"networkNotInReach"'
    not has_printed gadget joined
    nothing_is_granted
    wait_until 10 "no bond is left on this machine" no_bond_is_left
}

names_a_network_that_it_could_not_join() {
    gadget improv
    profile Wrong HomeNet 'not sweet at all'
    onboard_gadget '"allowsClearText":true' '"network":"Wrong"'
    exits onboard 1 'the passphrase is wrong, or'
    not is_associated gadget
    nothing_is_granted
}

takes_a_link_that_breaks_during_the_join_for_unknown() {
    gadget improv
    onboard_gadget '"allowsClearText":true'
    prints onboard waitingForAccessory
    send_line gadget leave
    exits onboard 0 '"unknown"'
    wait_until 20 "it is on the home network all the same" gadget_is_on_the_home_network
}

# Nobody has pressed the button yet.
owns_nothing_when_the_command_dies_before_the_hand_over() {
    gadget improv -- --button
    onboard_gadget '"allowsClearText":true'
    prints gadget 'subscribed result'
    kill_program onboard
    wait_until 20 "the link is over" not a_link_is_up
    send_line gadget press
    prints gadget 'obeyed press'
    not has_printed gadget joined
    not is_associated gadget
    nothing_is_granted
    not grep uplinkGiven <<<"$(accessoryctl access history)"
}

# It has the credentials, and begins to join when the command is dead.
owns_what_comes_home_after_the_command_died() {
    gadget espressif -- --security 2 --user wifiprov --pop k7qm2vxd --join-when "$AGENT/join"
    onboard_gadget '"proof":"k7qm2vxd"'
    prints onboard waitingForAccessory
    kill_program onboard
    wait_until 20 "the link is over" not a_link_is_up
    touch "$AGENT/join"
    wait_until 30 "it is on the home network" gadget_is_on_the_home_network
    accessoryctl -t accessory list | grep Lamp
    accessoryctl access history | grep 'uplinkGiven  *org.accessoryd.onboard  *HomeNet'
}

# The camera is paired, and has not got the network yet.
forgets_the_bond_when_the_command_dies_before_the_hand_over() {
    gadget gopro --name 'GoPro 1234'
    onboard_gadget
    prints gadget pairs
    wait_until 20 "this machine has the bond" a_bond_is_left
    kill_program onboard
    wait_until 20 "no bond is left on this machine" no_bond_is_left
    not has_printed gadget joined
    nothing_is_granted
    unbonding_is_told 'no accessory'
}

keeps_the_bond_of_what_comes_home_after_the_command_died() {
    gadget gopro --name 'GoPro 1234' -- --join-when "$AGENT/join"
    onboard_gadget
    prints onboard waitingForAccessory
    kill_program onboard
    touch "$AGENT/join"
    wait_until 30 "it is on the home network" gadget_is_on_the_home_network
    accessoryctl -t accessory list | grep 'GoPro 1234'
    a_bond_is_left
}

# The agent dies when the accessory has the network, or is about to get it: what comes home has a record, and what does not has none.
owns_what_comes_home_after_the_agent_died() {
    gadget gopro --name 'GoPro 1234' -- --join-when "$AGENT/join"
    onboard_gadget
    prints onboard waitingForAccessory
    kill_accessoryd
    start_accessoryd
    touch "$AGENT/join"
    wait_until 30 "it is on the home network" gadget_is_on_the_home_network
    accessoryctl -t accessory list | grep 'GoPro 1234'
    a_bond_is_left
}

gives_nothing_to_a_device_that_checks_no_secret_of_the_order() {
    gadget improv --name WLED-AP
    refuses_an_order_with '"passphrase":"wled1234"' 'names none'
    refuses_an_order_with '"proof":"k7qm2vxd"' 'checks no proof'
    printf '%s\n' wled1234 >"$AGENT/secret"
    refuses_the_command 'passphrase is of a hotspot' WLED-AP --passphrase-file "$AGENT/secret"
    refuses_the_command 'passphrase is of a hotspot' WLED-AP --label 'WIFI:S:WLED-AP;T:WPA;P:wled1234;;'
    refuses_the_command 'passphrase is of a hotspot' --all --passphrase-file "$AGENT/secret"
    refuses_the_command 'checks no proof' WLED-AP --proof-file "$AGENT/secret"
    not has_printed gadget joined
    nothing_is_granted
    not grep uplinkGiven <<<"$(accessoryctl access history)"
}

refuses_an_order_with() { # MEMBER WORD
    onboard_gadget "$1" '"allowsClearText":true'
    prints onboard "$2"
}

refuses_the_command() { # WORD ARGUMENT...
    onboard "${@:2}" --allow-cleartext
    exits onboarding 4 "$1"
}
