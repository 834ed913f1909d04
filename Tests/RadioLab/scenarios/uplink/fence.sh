# SPDX-License-Identifier: Apache-2.0
# The kernel keeps a joined hotspot for its app alone. Packets count where they arrive: at the access point.
# shellcheck disable=SC2034 # read by guest/scenarios
source guest/library/fence.sh

before_each() { prepare_fence; }

after_each() { end_the_fence; }

lets_the_app_through_and_nobody_else() {
    app_is_at_its_camera
    is_fenced
    fence_is cgroup
    probe app system.slice/camera.service
    same "what the app may not send" '' "$(grep -v ' sent$' "$AGENT/probe.app" || :)"
    probe root .
    probe unit system.slice/other.service
    probe user user.slice/user-1.slice/session-3.scope setpriv --reuid=daemon --regid=daemon --clear-groups
    for tag in root unit user; do
        same "what others may send" '' "$(grep -E ' sent$| slowly$' "$AGENT/probe.$tag" || :)"
        same "packets of others at the camera" 0 "$(it_heard camera "probe-$tag")"
    done
    wait_until 5 "the camera heard the app in every way" has_heard camera probe-app 10
    same "what else the camera heard" '' "$(grep -vE 'ready| probe-app|^tcp:80 ' "$AIR/camera/heard" || :)"
    wait_until 15 "the agent reports who was refused" refused_is other.service
    accessoryctl -m multiline hotspot status
}

# Root's and the app's own user's among them, the agent's unit, and names that begin as the app's does: eleven kinds of packets each.
keeps_twenty_other_programs_out() {
    app_is_at_its_camera
    local number=0 group user
    for group in . system.slice/accessoryd.service system.slice/other.service system.slice/camera.service2 \
        user.slice/user-1.slice/session-3.scope; do
        mkdir -p "$CGROUP/$group"
        for user in 0 1 1000 65534; do
            probe "$((++number))" "$group" setpriv --reuid="$user" --regid="$user" --clear-groups >/dev/null
        done
    done
    same "programs" 20 "$number"
    same "what they may send" '' "$(grep -hE ' sent$| slowly$' "$AGENT"/probe.* || :)"
    same "attempts" 220 "$(cat "$AGENT"/probe.* | wc -l)"
    same "packets of others at the camera" 0 "$(it_heard camera probe-)"
    probe app system.slice/camera.service
    wait_until 5 "the camera heard the app in every way" has_heard camera probe-app 10
    rmdir "$CGROUP/system.slice/camera.service2"
}

refused_is() { [[ $(accessoryctl -g REFUSED-PROGRAMS hotspot status) == *"$1"* ]]; }

hears_only_what_the_manifest_accepts() {
    prepare_fence Accept=udp:5004
    app_is_at_its_camera
    local number own
    number=$(<"$AIR/camera/radio")
    own=$(our_address wlan0)
    busybox httpd -f -p 8080 -h /tmp &
    echo $! >"$AGENT/web.pid"
    become system.slice/camera.service python3 -uc 'import socket
stream = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
stream.bind(("", 5004))
while True: print(stream.recv(2048).decode())' >"$AGENT/stream" &
    echo $! >"$AGENT/stream.pid"
    pause 0.5
    on_radio "$number" guest/programs/scanner "$own" >"$AGENT/scan"
    same "who answered the scan" '' "$(<"$AGENT/scan")"
    wait_until 5 "the stream arrives" has_text "$AGENT/stream" 'a frame'
}

# Of the moment between the address and the fence nothing goes on, from either side. The kernel tracks connections by then, as it
# does for the rules of the fence and of a firewall.
ends_what_began_before_it_stood() {
    nft add table inet lab
    nft add chain inet lab input '{ type filter hook input priority filter; ct state invalid drop; }'
    start_link
    start_agent
    access_point camera MyCam-Early
    local number
    number=$(<"$AIR/camera/radio")
    start_program echo exec nsenter --net="/run/netns/radio$number" "$PWD/guest/programs/early-bird" --serve 0.0.0.0
    start_program own-echo exec guest/programs/early-bird --serve 0.0.0.0
    kill -STOP "$(<"$AGENT/link.pid")"
    app_begins MyCam-Early
    start_program bird become system.slice/other.service "$PWD/guest/programs/early-bird" "$(address_of camera)"
    wait_until 30 "another program is at the camera" has_printed bird connected
    start_program visitor exec nsenter --net="/run/netns/radio$number" "$PWD/guest/programs/early-bird" "$(our_address wlan0)"
    wait_until 10 "the camera is at this machine" has_printed visitor connected
    not has_printed bird cut
    kill -CONT "$(<"$AGENT/link.pid")"
    wait_until 30 "the app is at the camera" has_text "$AGENT/output" 'joined wlan'
    fence_is cgroup
    wait_until 5 "the other program is cut" has_printed bird cut
    wait_until 5 "the camera is cut" has_printed visitor cut
    nft delete table inet lab
}

finds_its_camera_by_a_search() {
    app_is_at_its_camera
    answers_searches camera
    same "who answers" "$(address_of camera)" \
        "$(in_cgroup system.slice/camera.service guest/programs/search "$(our_address wlan0)")"
    not in_cgroup system.slice/other.service guest/programs/search "$(our_address wlan0)"
}

# nftables takes a number for a name first.
stands_beside_an_interface_whose_name_is_its_number() {
    local index
    index=$(<"/sys/class/net/wlan0/ifindex")
    ip link add "$index" type veth peer name number0
    app_is_at_its_camera
    probe root .
    same "what others may send" '' "$(grep -E ' sent$| slowly$' "$AGENT/probe.root" || :)"
    same "packets of others at the camera" 0 "$(it_heard camera probe-root)"
    ip link del "$index"
}

# The accessory knows this machine's address in the home network and a connection of another program's there, and forges an answer.
lets_no_answer_of_another_networks_in() {
    app_is_at_its_camera
    ip link add home0 type veth peer name home1
    wait_until 10 "NetworkManager leaves the other network alone" nmcli device set home0 managed no
    ip address add 10.44.0.2/24 dev home0
    ip link set home0 up
    ip link set home1 up
    start_program socket become system.slice/other.service python3 -uc 'import socket
channel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
channel.bind(("10.44.0.2", 5060))
channel.connect(("10.44.0.9", 5060))
channel.send(b"a question")
print("asked")
print(channel.recv(100))'
    wait_until 10 "another program has asked" has_printed socket asked
    local number
    number=$(<"$AIR/camera/radio")
    printf '%s\n' 'address add 10.44.0.9/32 dev lo' 'link set lo up' "route add 10.44.0.2 via $(our_address wlan0)" | ip -n "radio$number" -batch -
    for _ in 1 2 3; do
        on_radio "$number" python3 -c 'import socket
channel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
channel.bind(("10.44.0.9", 5060))
channel.sendto(b"a lie", ("10.44.0.2", 5060))'
        pause 0.3
    done
    not has_printed socket lie
    kill_program socket
    ip link del home0
}

# As firewalld, ufw and container tools have them: tables of their own, and the chains of iptables, which let everything through.
lives_beside_the_rules_of_others() {
    nft -f - <<'RULES'
table inet firewalld {
    chain filter_INPUT {
        type filter hook input priority filter + 10; policy accept;
        ct state { established, related } accept
        accept
    }
    chain filter_OUTPUT { type filter hook output priority filter + 10; policy accept; accept; }
    chain filter_FORWARD { type filter hook forward priority filter + 10; policy accept; accept; }
}
table ip filter {
    chain INPUT { type filter hook input priority filter - 20; policy accept; accept; }
    chain DOCKER-USER { return; }
    chain FORWARD { type filter hook forward priority filter; policy drop; jump DOCKER-USER; accept; }
    chain OUTPUT { type filter hook output priority filter - 20; policy accept; accept; }
}
RULES
    app_is_at_its_camera
    probe app system.slice/camera.service
    probe root .
    same "what the app may not send" '' "$(grep -v ' sent$' "$AGENT/probe.app" || :)"
    same "packets of others at the camera" 0 "$(it_heard camera probe-root)"
    kill_app
    wait_until 10 "the fence is gone, and the others' rules are there" gives 2 tables
    nft flush ruleset
}

tables() { nft list tables | wc -l; }

# A network namespace with the routing and the masquerading that container tools set up. Without the fence it reaches the camera.
forwards_nothing_of_a_container() {
    ip netns add box
    ip link add box0 type veth peer name eth0 netns box
    wait_until 10 "NetworkManager leaves the container alone" nmcli device set box0 managed no
    printf '%s\n' 'address add 10.77.0.1/24 dev box0' 'link set box0 up' | ip -batch -
    printf '%s\n' 'address add 10.77.0.2/24 dev eth0' 'link set eth0 up' 'route add default via 10.77.0.1' | ip -n box -batch -
    echo 1 >/proc/sys/net/ipv4/ip_forward
    nft add table ip box
    nft add chain ip box postrouting '{ type nat hook postrouting priority srcnat; ip saddr 10.77.0.0/24 masquerade; }'
    app_is_at_its_camera
    for number in {1..20}; do container_sends "$number"; done
    nft delete table inet accessoryd
    container_sends 21
    wait_until 5 "without the fence the camera hears it" has_text "$AIR/camera/heard" probe-box21
    same "packets that came through the fence" '' "$(grep ' probe-box' "$AIR/camera/heard" | grep -v ' probe-box21$' || :)"
    wait_until 15 "the fence stands again" is_fenced
    echo 0 >/proc/sys/net/ipv4/ip_forward
    nft delete table ip box
    ip netns del box
}

# A port for each, so that none belongs to a connection of before.
container_sends() { # NUMBER
    nsenter --net=/run/netns/box python3 -c 'import socket, sys
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(sys.argv[1].encode(), (sys.argv[2], 6000))' \
        "probe-box$1 " "$(address_of camera)"
}

# A tool that a person types is no app with a cgroup: the person's other programs may use the hotspot, too.
lets_a_persons_programs_through_beside_accessoryctl() {
    start_link
    start_agent
    access_point camera MyCam-Typed web='a camera'
    grant_app MyCam-Typed
    app_stays_at camera hotspot join --ssid MyCam-Typed
    fence_is user
    listen camera
    probe root .
    same "what the person's programs may not send" '' "$(grep -v ' sent$' "$AGENT/probe.root" || :)"
    probe user . setpriv --reuid=daemon --regid=daemon --clear-groups
    same "packets of others at the camera" 0 "$(it_heard camera probe-user)"
}

# As before Linux 5.13: the kernel takes the rules without those that compare cgroups.
knows_the_app_by_its_user_if_the_kernel_compares_no_cgroups() {
    mkdir -p /run/rules
    cp /run/conf/nftables/fence.nft /run/rules
    echo 'add rule inet accessoryd programs socket cgroupv9 accept' >/run/rules/fence-cgroups.nft
    RULES=/run/rules start_link
    start_agent
    access_point camera MyCam-Older web='a camera'
    app_holds camera MyCam-Older
    fence_is user
    [[ $(accessoryctl -g WHY hotspot status) == *'cannot compare cgroups'* ]]
    listen camera
    probe unit system.slice/other.service
    same "what the user's programs may not send" '' "$(grep -v ' sent$' "$AGENT/probe.unit" || :)"
    probe user . setpriv --reuid=daemon --regid=daemon --clear-groups
    same "packets of others at the camera" 0 "$(it_heard camera probe-user)"
}

# The figures are for whoever reads the log: guests share processors.
carries_as_much_as_without_it() {
    app_is_at_its_camera
    local round fenced open
    for round in 1 2; do
        fenced=$(bits_per_second)
        nft flush ruleset
        open=$(bits_per_second)
        echo "round $round: $fenced bit/s with the fence, $open bit/s without it: $((fenced * 100 / open)) %"
        wait_until 15 "the fence stands again" is_fenced
    done
    ((fenced * 100 / open > 50))
}

refuses_to_join_without_a_fence_that_is_required() {
    printf '%s\n' '[Fence]' Mode=require >"$AGENT/config/accessoryd.conf"
    start_agent
    watch_uplink
    access_point camera MyCam-Required
    grant_app MyCam-Required
    local status=0
    in_cgroup system.slice/camera.service guest/programs/holder "$AGENT/runtime/app.socket" MyCam-Required \
        >"$AGENT/output" 2>"$AGENT/errors" || status=$?
    same "exit status of the app" 1 "$status"
    grep -q 'RadioUnavailable.*accessory-link does not answer' "$AGENT/errors"
    uplink_never_moved
    echo 0 >"$AGENT/app.pid"
}

joins_without_accessory_link_as_ever() {
    start_agent
    access_point camera MyCam-Alone
    app_holds camera MyCam-Alone
    fence_is none
    no_fence_is_left
}

# Not even the agent's own unit can have it killed for its memory, which is 64 MB at most.
keeps_little_of_what_the_agent_sends() {
    app_is_at_its_camera
    in_cgroup system.slice/accessoryd.service guest/programs/hoarder "$LINK" 60 >"$AGENT/hoarder"
    cat "$AGENT/hoarder"
    local peak
    peak=$(awk '$1 == "VmHWM:" { print int($2 / 1024) }' "/proc/$(<"$AGENT/link.pid")/status")
    echo "accessory-link took $peak MB"
    ((peak < 48))
    is_fenced
}

refuses_whoever_is_not_the_agent_and_what_is_not_the_agents() {
    app_is_at_its_camera
    local asker=(guest/programs/fence-asker "$LINK")
    same "answer to a stranger" NotAuthorized "$(in_cgroup system.slice/other.service "${asker[@]}" Fence wlan0)"
    same "answer to a stranger" NotAuthorized "$(in_cgroup . "${asker[@]}" Open wlan0)"
    for interface in lo wlan9 'wlan0 }' ../wlan0; do
        same "answer for $interface" Refused "$(in_cgroup system.slice/accessoryd.service "${asker[@]}" Fence "$interface")"
    done
    same "answer to Open of another's fence" Refused "$(in_cgroup system.slice/accessoryd.service "${asker[@]}" Open wlan0)"
    iw dev wlan0 interface add lab0 type managed
    same "answer for a foreign interface" Refused "$(in_cgroup system.slice/accessoryd.service "${asker[@]}" Fence lab0)"
    iw dev lab0 del
    is_fenced
    kill_app
    uplink_is_there
    same "answer for the uplink" Refused "$(in_cgroup system.slice/accessoryd.service "${asker[@]}" Fence wlan0)"
    same "early answer for the uplink" Undecided "$(in_cgroup system.slice/accessoryd.service "${asker[@]}" Early wlan0)"
}
