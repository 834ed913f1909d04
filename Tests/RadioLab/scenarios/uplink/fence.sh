# SPDX-License-Identifier: Apache-2.0
# The kernel keeps a joined hotspot for its app alone. Packets count where they arrive: at the access point.
# shellcheck disable=SC2034 # read by guest/scenarios
source guest/library/fence.sh

before_each() { prepare_fence; }

after_each() {
    kill_app
    wait_until 10 "no fence is left" no_fence_is_left
    stop TERM "$AGENT/link.pid"
}

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
    wait_until 5 "the camera heard the app in every way" test "$(it_heard camera probe-app)" -ge 10
    same "what else the camera heard" '' "$(grep -vE 'ready| probe-app|^tcp:80 ' "$AIR/camera/heard" || :)"
    wait_until 15 "the agent reports who was refused" refused_is other.service
    accessoryctl -m multiline hotspot status
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

finds_its_camera_by_a_search() {
    app_is_at_its_camera
    answers_searches camera
    same "who answers" "$(address_of camera)" \
        "$(in_cgroup system.slice/camera.service guest/programs/search "$(our_address wlan0)")"
    not in_cgroup system.slice/other.service guest/programs/search "$(our_address wlan0)"
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
}
