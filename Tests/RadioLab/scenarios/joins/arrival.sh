# SPDX-License-Identifier: Apache-2.0
# Accessories on the home network, with the real avahi-daemon: where they are, and who only says so.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() {
    start_accessoryd
    provisioning_is_there
    avahi_is_there
}

ends_with_the_address_and_follows_the_plug() {
    plug_is_there
    onboard_plug
    plug_lives_at_home
    onboards 0 "its station address"
    has_printed onboarding "$(home_address plug)" || fail "another address"
    app_observes
    local moved
    moved=$(home_address plug)
    moved=${moved%.*}.199
    send_line plug "move $moved"
    wait_until 30 "the new address is noticed" has_printed app "accessoryMoved $moved confirmed"
    accessoryctl accessory locate "$SHELLY" | grep -F "$moved"
}

finds_a_plug_that_has_an_address_of_ipv6_alone() {
    plug_is_there --ipv6
    onboard_plug
    plug_lives_at_home --ipv6
    onboards 0 "its station address"
    has_printed onboarding "$(home_address plug)%wlan0" || fail "another address"
    accessoryctl accessory locate "$SHELLY" | grep -F "$(home_address plug)%wlan0"
}

notices_that_somebody_has_pulled_it_out() {
    plug_is_there
    onboard_plug
    plug_lives_at_home
    onboards 0
    app_observes
    local address
    address=$(home_address plug)
    kill_program plug
    ip -n "radio$(<"$AIR/plug/station")" link set "wlan$(<"$AIR/plug/station")" down
    # The agent asks at its address once a minute.
    wait_until 90 "the app learns that it is gone" has_printed app "accessoryGone $address"
    not accessoryctl accessory locate "$SHELLY"
}

does_not_believe_a_liar() {
    liar_is_there
    plug_is_there
    onboard_plug
    plug_lives_at_home
    onboards 0 "its station address"
    not has_printed onboarding "$(home_address liar)" || fail "the liar's address"
    app_observes
    send_line liar 'flood 40'
    local moved
    moved=$(home_address plug)
    moved=${moved%.*}.199
    send_line plug "move $moved"
    wait_until 90 "the new address is noticed" has_printed app "accessoryMoved $moved confirmed"
    not grep -F "$(home_address liar)" "$AGENT/app.output"
}

finds_it_without_avahi_by_the_address_that_it_named() {
    avahi_goes
    plug_is_there
    onboard_plug --arrival confirmed
    onboards 0 'its station address'
}

notices_that_somebody_has_reset_it() {
    plug_is_there
    onboard_plug
    plug_lives_at_home
    onboards 0
    access_point_on plug
    app_observes
    prints app 'presence appeared wifi'
    prints app 'presence reset wifi'
    grep 'has opened its set-up hotspot again' "$LOGS/accessoryd.log"
}

# The last one, because the network stays so.
says_so_when_the_network_keeps_its_stations_apart() {
    access_point_off home
    echo ap_isolate=1 >>"$AIR/home/hostapd.conf"
    access_point_on home
    uplink_is_there
    plug_is_there
    onboard_plug
    plug_lives_at_home
    prints onboarding 'looking for it'
    onboards 31 'client isolation'
}
