# SPDX-License-Identifier: Apache-2.0
# When the fence begins and ends, whoever dies or removes its rules meanwhile.
source guest/library/fence.sh

before_each() { prepare_fence; }

after_each() { end_the_fence; }

# By IPv6 both sides can talk as soon as the radio is associated, and the accessory decides how long that lasts.
stands_before_the_accessory_gives_an_address() {
    start_link
    start_agent
    access_point camera MyCam-Slow dhcp=no
    local number
    number=$(<"$AIR/camera/radio")
    start_program web exec busybox httpd -f -p 8080 -h /run/lab
    on_radio "$number" busybox httpd -f -p 8080 -h /run/lab &
    echo $! >"$AGENT/camera.pid"
    app_begins MyCam-Slow
    wait_until 30 "the camera is to give an address" has_text "$AGENT/output" addressing
    wait_until 10 "this machine has an address of IPv6" speaks_ipv6 wlan0
    not on_radio "$number" "${visit[@]}" "http://[$(link_local wlan0)%25wlan$number]:8080/"
    not in_cgroup system.slice/other.service "${visit[@]}" "http://[$(on_radio "$number" bash -c "$(declare -f link_local); link_local wlan$number")%25wlan0]:8080/"
    gives_addresses camera
    wait_until 60 "the app is at the camera" has_text "$AGENT/output" 'joined wlan'
    fence_is cgroup
    for program in web camera; do kill_program "$program"; done
}

visit=(curl --silent --max-time 5 --output /dev/null --globoff)

link_local() { ip -6 -o address show dev "$1" scope link | sed -n 's/.* inet6 \([^/]*\).*/\1/p'; } # INTERFACE

# Another program sends all the time, from before the join until the uplink is back.
stands_from_the_first_moment_to_the_last() {
    start_link
    crowd_sends_to_camera MyCam-Always
    app_holds camera MyCam-Always
    wait_until 10 "the other program is refused" has_printed crowd refused
    # What waits for the camera's hardware address goes when the kernel asks for that once more, after a second.
    pause 2
    kill_app
    crowd_is_kept_out
}

# Another 12 s would be too few for an agent that is held up.
keeps_networkmanagers_word_while_the_address_is_awaited() {
    start_link
    start_agent
    access_point camera MyCam-Patient dhcp=no
    app_begins MyCam-Patient
    wait_until 30 "the camera is to give an address" has_text "$AGENT/output" addressing
    wait_until 10 "NetworkManager has agreed" not fence_has_less_than 25
    stays 22 "the fence of 30 s" not fence_has_less_than 15
    kill_app
    fence_goes
}

# As of a home with two routers by IPv6. None of them is the camera's.
stands_beside_a_default_route_with_two_hops() {
    app_is_at_its_camera
    ip link add home0 type veth peer name home1
    ip link set home0 up
    ip link set home1 up
    ip -6 route add default metric 4000 nexthop via fe80::1 dev home0 nexthop via fe80::2 dev home0
    # Each change of an address has accessory-link look at the routes.
    ip address add 10.99.0.1/32 dev lo
    stays 3 "the fence" is_fenced
    ip address del 10.99.0.1/32 dev lo
    ip link del home0
    kill_app
    fence_goes
}

# An uplink without a default route, as beside a cable: an agent in an attacker's hands has it fenced before it has an address.
keeps_no_uplink_fenced_for_an_agent() {
    nmcli connection modify HomeNet ipv4.never-default yes ipv6.never-default yes
    an_agent_leads_its_fence_home MyCam-Taken
    wait_until 4 "the uplink is fenced no longer, though nobody has ordered anything" not is_fenced
    wait_until 10 "the uplink is fenced no longer" is_open_though_asked
    kill_program asker
    nmcli connection modify HomeNet ipv4.never-default no ipv6.never-default no
    nmcli --wait 30 connection up HomeNet
}

an_agent_leads_its_fence_home() { # SSID: it is in an attacker's hands
    start_link
    start_agent
    access_point camera "$1" dhcp=no
    app_begins "$1"
    wait_until 30 "the camera is to give an address" has_text "$AGENT/output" addressing
    start_program asker become system.slice/accessoryd.service "$PWD/guest/programs/fence-asker" "$LINK" - wlan0
    send_line asker Fence
    prints asker fence
    kill_app
    wait_until 60 "the uplink HomeNet is activated again" uplink_is_activated
}

is_open_though_asked() { send_line asker Early && pause 0.5 && not is_fenced; }

# Nobody orders anything any more, and nobody else asks.
leaves_an_uplink_with_a_default_route_at_once() {
    an_agent_leads_its_fence_home MyCam-Gone
    wait_until 4 "the uplink is fenced no longer" not is_fenced
    kill_program asker
}

ends_with_the_app() {
    app_is_at_its_camera
    kill_app
    fence_goes
}

ends_with_the_agent() {
    app_is_at_its_camera
    kill_accessoryd
    fence_goes
    start_agent
}

stands_again_after_accessory_link_was_killed() {
    app_is_at_its_camera
    stop KILL "$AGENT/link.pid"
    is_fenced
    start_link
    wait_until 12 "the fence stands again" is_fenced
    wait_until 12 "the agent knows it" fence_is cgroup
    probe root .
    same "packets of others at the camera" 0 "$(it_heard camera probe-root)"
}

# The kernel ends what nobody renews.
ends_by_itself_when_both_are_dead() {
    app_is_at_its_camera
    stop KILL "$AGENT/link.pid"
    kill_accessoryd
    wait_until 32 "the element is gone" not is_fenced
    start_agent
    start_link
}

stands_again_after_the_rules_were_flushed() {
    app_is_at_its_camera
    nft flush ruleset
    wait_until 12 "the fence stands again" is_fenced
}

stands_again_after_its_rules_alone_were_flushed() {
    app_is_at_its_camera
    local change
    for change in 'flush table inet accessoryd' 'add table inet accessoryd { flags dormant; }'; do
        nft "$change"
        wait_until 25 "accessory-link notices" logs_again
        probe root .
        same "what others may send" '' "$(grep -E ' sent$| slowly$' "$AGENT/probe.root" || :)"
        fence_is cgroup
    done
}

logs_again() { (($(grep -c 'was changed, and is loaded again' "$LOGS/accessoryd.log") > $(cat "$AGENT/again" 2>/dev/null || echo 0))) && grep -c 'was changed, and is loaded again' "$LOGS/accessoryd.log" >"$AGENT/again"; }
