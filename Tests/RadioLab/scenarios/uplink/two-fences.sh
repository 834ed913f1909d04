# SPDX-License-Identifier: Apache-2.0
# The fence on a machine with two radios: beside an uplink, and beside the fence of another app.
# shellcheck disable=SC2034 # read by guest/scenarios
source guest/library/two-apps.sh
stations=2

before_each() { prepare_fence Multicast=true; }

after_each() { end_the_fence; }

sends_the_apps_search_to_the_camera_beside_an_uplink() {
    start_link
    start_agent
    watch_uplink
    access_point camera MyCam-Search
    answers_searches camera
    app_holds camera MyCam-Search
    ours_is_on wlan1
    listen camera wlan1
    same "who answers" "$(address_of camera)" "$(in_cgroup system.slice/camera.service guest/programs/search)"
    not in_cgroup system.slice/other.service guest/programs/search
    local program
    for program in sony-search node-search; do
        same "where the camera of $program is" "http://$(address_of camera):64321/dd.xml" \
            "$(in_cgroup system.slice/camera.service "guest/programs/$program")"
        not in_cgroup system.slice/other.service "guest/programs/$program"
    done
    for unit in camera other; do in_cgroup "system.slice/$unit.service" "${shout[@]}" "probe-$unit"; done
    wait_until 5 "the camera heard the app's broadcast" has_text "$AIR/camera/heard" ' probe-camera'
    same "others' broadcasts at the camera" 0 "$(it_heard camera probe-other)"
    uplink_never_moved
}

shout=(python3 -c 'import socket, sys
channel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
channel.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
channel.sendto(sys.argv[1].encode(), ("255.255.255.255", 5003))')

# The other app is a desktop's, whose scope its user can remove.
stands_although_another_apps_cgroup_goes() {
    local scopes=user.slice/user-1.slice/user@1.service/app.slice
    local scope=$scopes/app-org.example.other-7.scope
    mkdir -p "$CGROUP/$scope"
    printf '%s\n' '[App]' Name=Other '[Identity]' DesktopApps=org.example.other '[Discovery]' SSIDPrefixes=Other- \
        >"$AGENT/config/apps.d/org.example.other.conf"
    start_link
    start_agent
    access_point camera MyCam-Two
    access_point other Other-Two
    app_holds camera MyCam-Two
    accessoryctl access grant --app org.example.other --ssid Other-Two
    start_program other become "$scope" setpriv --reuid=daemon --regid=daemon --clear-groups \
        "$PWD/guest/programs/holder" "$AGENT/runtime/app.socket" Other-Two
    wait_until 60 "the other app is at its accessory" has_printed other 'joined wlan'
    same "fences" 'cgroup cgroup' "$(fences)"
    cat "$CGROUP/$scope/cgroup.procs" >"$CGROUP/$scopes/cgroup.procs"
    rmdir "$CGROUP/$scope"
    wait_until 15 "the other app has no fence" gives 'cgroup none' fences
    not has_text "$LOGS/accessoryd.log" 'the kernel does not take the fence'
    kill_program other
}

leads_each_app_to_its_own_of_two_cameras_with_one_address() {
    another_app_is_known Accept=tcp:8554
    start_link
    start_agent
    two_cameras_have_one_address Same
    each_app_reaches_its_own
    not page_of_camera system.slice/accessoryd.service
    # Nor does an app reach the other one's by its interface.
    not page_of_camera system.slice/other.service --interface "$(interface_at camera)"
    not page_of_camera system.slice/camera.service --interface "$(interface_at other)"
    same "the app's page" 'the first' "$(page_of_camera system.slice/camera.service --interface "$(interface_at camera)")"
    same "the other app's page" 'the second' "$(page_of_camera system.slice/other.service --interface "$(interface_at other)")"
    # What the accessory begins is answered there.
    start_program server become system.slice/other.service busybox httpd -f -p 8554 -h "$AIR/other/web"
    wait_until 10 "the other camera begins" reaches_this_machine other
    not reaches_this_machine camera
    # A mark of root's own leads nowhere.
    same "what marks lead to" 'refused refused' "$(for index in 3 4; do in_cgroup system.slice/accessoryd.service "${marked[@]}" "$index"; done | xargs)"
    kill_app
    wait_until 20 "one fence is left" gives cgroup fences
    same "the other app's page" 'the second' "$(page_of_camera system.slice/other.service)"
    same "rules of hotspots" '' "$(ip rule | grep 'fwmark 0x61' || :)"
    kill_program other
    echo 0 >"$AGENT/app.pid"
}

# The uplink is on the other one's channel.
leads_each_app_to_its_own_by_a_second_station() {
    another_app_is_known
    start_link
    start_agent
    watch_uplink
    two_cameras_have_one_address Station channel=11
    same "interfaces" 'wlan1 acc0' "$(interface_at camera) $(interface_at other)"
    each_app_reaches_its_own
    not page_of_camera system.slice/accessoryd.service
    not page_of_camera system.slice/camera.service --interface acc0
    not page_of_camera system.slice/other.service --interface wlan1
    kill_program other
    wait_until 20 "one fence is left" gives cgroup fences
    same "the app's page" 'the first' "$(page_of_camera system.slice/camera.service)"
    uplink_never_moved
}

each_app_reaches_its_own() { # three times
    for _ in 1 2 3; do
        same "the app's page" 'the first' "$(page_of_camera system.slice/camera.service)"
        same "the other app's page" 'the second' "$(page_of_camera system.slice/other.service)"
    done
}

page_of_camera() { in_cgroup "$1" curl --silent --max-time 5 "${@:2}" "http://$(address_of camera)/"; } # CGROUP [OPTION...]

reaches_this_machine() { # NAME
    on_radio "$(<"$AIR/$1/radio")" curl --silent --max-time 3 "http://$(our_address "$(interface_at "$1")"):8554/" | grep -q 'the second'
}

marked=(python3 -c 'import socket, sys
channel = socket.socket()
channel.settimeout(3)
channel.setsockopt(socket.SOL_SOCKET, 36, 0x61000000 + int(sys.argv[1]))
try: print(channel.connect(("192.168.55.1", 80)) or "connected")
except ConnectionRefusedError: print("refused")')
