# SPDX-License-Identifier: Apache-2.0
# The fence while NetworkManager, the bus or accessory-link hangs, dies or is kept busy.
source guest/library/fence.sh

before_each() { prepare_fence; }

after_each() { end_the_fence; }

# accessory-link cannot ask NetworkManager, and the interface gets an address, as NetworkManager would give it.
stands_while_networkmanager_does_not_agree_to_it() {
    DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere start_link
    crowd_sends_to_camera MyCam-Mute dhcp=no
    app_begins MyCam-Mute
    wait_until 30 "the camera is to give an address" has_text "$AGENT/output" addressing
    ip address add "$(address_of camera | sed 's/[0-9]*$/58/')/24" dev wlan0
    wait_until 10 "the other program is refused" has_printed crowd refused
    wait_until 15 "the fence is to be renewed" fence_has_less_than 4
    wait_until 15 "it is renewed" not fence_has_less_than 9
    wait_until 15 "the fence is to be renewed again" fence_has_less_than 4
    same "packets of the other program at the camera" 0 "$(it_heard camera probe-crowd)"
    kill_program crowd
    # It could be the uplink again, and nobody has heard the word.
    ip route add default dev wlan0 metric 4000
    wait_until 15 "it ends" not is_fenced
    kill_app
    wait_until 120 "the uplink HomeNet is activated again" uplink_is_activated
}

# An order waits for NetworkManager's word, and the app leaves meanwhile.
stands_until_the_accessory_is_left_though_an_order_waits() {
    start_link
    crowd_sends_to_camera MyCam-Asked
    app_holds camera MyCam-Asked
    wait_until 10 "the other program is refused" has_printed crowd refused
    kill -STOP "$(<"$SERVICES/NetworkManager.pid")"
    wait_until 15 "an order is due" fence_has_less_than 20
    pause 0.5
    kill_app
    stays 2 "the fence" is_fenced
    kill -CONT "$(<"$SERVICES/NetworkManager.pid")"
    crowd_is_kept_out
    fence_goes
}

# Anybody can keep it busy.
stands_while_networkmanager_does_not_answer() {
    app_is_at_its_camera
    kill -STOP "$(<"$SERVICES/NetworkManager.pid")"
    wait_until 15 "the fence is to be renewed" fence_has_less_than 22
    wait_until 15 "it is renewed" not fence_has_less_than 25
    probe root .
    same "packets of others at the camera" 0 "$(it_heard camera probe-root)"
    kill -CONT "$(<"$SERVICES/NetworkManager.pid")"
    wait_until 15 "the agent has it" fence_is cgroup
}

# Anybody can keep NetworkManager busy, which accessory-link has to ask. The join waits then, and may fail.
lets_nobody_in_while_networkmanager_is_busy() {
    start_link
    crowd_sends_to_camera MyCam-Busy
    local number
    for number in 1 2 3 4 5 6; do
        start_program "pester$number" exec setpriv --reuid=nobody --regid=nogroup --clear-groups "$PWD/guest/programs/pester" 12
        prints "pester$number" asks
    done
    app_begins MyCam-Busy
    wait_until 150 "the app is at its camera, or the join has failed" app_is_answered
    kill_app
    wait_until 90 "the camera is left" not is_associated MyCam-Busy
    for number in 1 2 3 4 5 6; do kill_program "pester$number"; done
    crowd_is_kept_out
    wait_until 60 "NetworkManager has nothing to do" nmcli --wait 1 general status
}

app_is_answered() { has_text "$AGENT/output" '(joined wlan|left)' || has_text "$AGENT/errors" RadioUnavailable; }

is_associated() { iw dev wlan0 link | grep -qF "SSID: $1"; } # SSID

# wpa_supplicant stays at the camera.
leaves_the_camera_before_the_fence_goes_if_networkmanager_dies() {
    start_link
    crowd_sends_to_camera MyCam-Orphan
    app_holds camera MyCam-Orphan
    wait_until 10 "the other program is refused" has_printed crowd refused
    stop_networkmanager KILL
    pause 10
    start_networkmanager
    kill_app
    crowd_is_kept_out
}

leaves_the_camera_before_the_fence_goes_if_networkmanager_hangs() {
    start_link
    crowd_sends_to_camera MyCam-Frozen
    app_holds camera MyCam-Frozen
    wait_until 10 "the other program is refused" has_printed crowd refused
    kill -STOP "$(<"$SERVICES/NetworkManager.pid")"
    kill_app
    pause 42
    kill -CONT "$(<"$SERVICES/NetworkManager.pid")"
    crowd_is_kept_out
}

# Anybody can keep so many connections that say nothing, and accessory-link has to wait in their queue.
stands_though_the_bus_lets_nobody_in() {
    start_link
    crowd_sends_to_camera MyCam-Queue
    app_holds camera MyCam-Queue
    wait_until 10 "the other program is refused" has_printed crowd refused
    start_program queue exec setpriv --reuid=nobody --regid=nogroup --clear-groups "$PWD/guest/programs/queue" 900
    prints queue holds
    stays 35 "the fence" is_fenced
    gives cgroup accessoryctl -g FENCE hotspot status
    kill_program queue
    kill_app
    crowd_is_kept_out
}

# It does not renew the fence, and says nothing.
says_that_the_fence_is_gone_if_accessory_link_hangs() {
    app_is_at_its_camera
    kill -STOP "$(<"$AGENT/link.pid")"
    wait_until 45 "the fence is over" fence_is_over
    gives none accessoryctl -g FENCE hotspot status
    kill -CONT "$(<"$AGENT/link.pid")"
    wait_until 30 "it stands again" gives cgroup accessoryctl -g FENCE hotspot status
    kill_app
    fence_goes
}

fence_is_over() { [[ $(nft list set inet accessoryd fenced) != *expires* ]]; }
