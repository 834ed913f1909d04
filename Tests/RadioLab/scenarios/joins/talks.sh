# SPDX-License-Identifier: Apache-2.0
# Apps that talk GATT to their accessories through the agent, over the real bluetoothd.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
bluetooth=yes
controllers=3

before_each() { app_has_a_lamp; }

reads_and_writes_what_the_accessory_has() {
    refuses first services NotConnected
    links first
    does first services
    prints first 'attributes 2 3 4 5 6 7'
    does first 'read 2'
    prints first "value $(printf hello | od -An -tx1 | tr -d ' \n')"
    does first 'write 2 00ff00'
    does first 'read 2'
    prints first 'value 00ff00'
    does first 'write 7 0102'
    does first 'read 7'
    prints first 'value 0102'
    refuses first 'read 6' "AttributeFailed"
    prints first "'attributeError': 2"
    refuses first 'write 4 ff' "AttributeFailed"
    send_line first 'write 2 zz'
    prints first 'InvalidRequest'
}

# They advertise all the time, and nobody can connect with them. The other app's attempts go one after the other, and this app has
# the radio after the one that is under way: a first one, of ten seconds.
waits_for_one_attempt_of_another_apps_deaf_accessories() {
    local number accessory began took
    start_program deaf exec "$PWD/guest/devices/advertisers" hci2 5 busy
    for number in 0 1 2 3 4; do
        accessoryctl access grant --app org.example.second --ssid "MyCam-Deaf-$number" --bluetooth "c0:00:00:00:00:0$number"
    done
    talker_starts second daemon
    find_accessory second
    for accessory in $(accessoryctl -g ACCESSORY access list --app org.example.second); do
        does second "use $accessory"
        does second connect
    done
    wait_until 20 "the first attempt is under way" the_radio_talks
    began=$(milliseconds)
    links first
    took=$(($(milliseconds) - began))
    echo "the link was there after $took ms"
    ((took <= 20000)) || fail "another app's accessories had the radio for $took ms"
    does first 'read 2'
    not has_printed second 'link connected'
}

# Nobody is heard while somebody talks, and a deaf device is heard before.
the_radio_talks() { not bluetooth_listens && (($(known_devices) > 1)); }

loses_no_write_and_no_notification() {
    links first
    does first 'pour 3 1000'
    does first 'read 3'
    prints first "value $(little_endian 1000)$(little_endian 1000)"
    does first 'subscribe 2'
    prints first 'values agreed'
    does first "write 4 6e$(little_endian 1000)"
    prints first 'values has 1000'
    # What was read is no notification.
    does first 'read 2'
    not has_printed first 'out of order'
}

finds_the_link_again_that_was_lost() {
    links first
    does first 'subscribe 2'
    prints first 'values agreed'
    does first 'write 4 64'
    prints first 'link failed ConnectionFailed'
    prints first 'values failed ConnectionFailed'
    links first
    does first 'read 2'
}

finds_the_link_again_when_bluetoothd_was_killed() {
    links first
    kill_bluetoothd
    prints first 'link failed RadioUnavailable'
    kill_program lamp
    start_bluetoothd
    lamp_is_there
    links first
    does first 'read 2'
}

ends_the_link_with_the_access() {
    links first
    does first 'subscribe 2'
    prints first 'values agreed'
    accessoryctl access deny --app "$app" --ssid MyCam-Talk
    prints first 'link failed UserRestricted'
    prints first 'values failed UserRestricted'
    refuses first 'services' UserRestricted
    wait_until 20 "the device is disconnected" not is_connected
    accessoryctl access allow --app "$app" --ssid MyCam-Talk
    links first
}

shares_a_link_between_two_apps() {
    accessoryctl access grant --app org.example.second --ssid MyCam-Talk --bluetooth "$lamp"
    talker_starts second daemon
    find_accessory second
    links first
    links second
    does first 'subscribe 2'
    does second 'subscribe 2'
    prints first 'values agreed'
    prints second 'values agreed'
    does first "write 4 6e$(little_endian 100)"
    prints first 'values has 100'
    prints second 'values has 100'
    kill_program first
    does second 'read 2'
    is_connected
    kill_program second
    wait_until 20 "the device is disconnected" not is_connected
}

gives_nothing_to_an_app_without_access() {
    local id
    links first
    id=$(sed -n 's/^found poweredOn //p' "$AGENT/first.output")
    talker_starts second daemon
    does second find
    prints second 'found unauthorized'
    does second "use $id"
    send_line second connect
    prints second 'link failed'
    refuses second services ''
    not has_printed second 'link connected'
    not has_printed second attributes
}

leaves_bluetoothd_to_the_agent_alone_by_the_policy() {
    calls_bluez
    bus_has_policy
    not calls_bluez
    another_app_is_known org.example.second nobody
    accessoryctl general reload
    accessoryctl access grant --app org.example.second --ssid MyCam-Talk --bluetooth "$lamp"
    stop_accessoryd
    start_accessoryd nobody
    talker_starts second nobody
    find_accessory second
    links second
    does second 'read 2'
    not calls_bluez
    bus_has_no_policy
    calls_bluez
}

# The sources of Tests/PhoneApp, over CoreBluetooth.
runs_a_phones_app_unchanged() {
    start_program phone_app env ACCESSORYD_RUNTIME_DIR="$AGENT/runtime" /run/binaries/phone-app
    prints phone_app 'plug MyCam-Talk'
    prints phone_app 'state poweredOn'
    prints phone_app 'connected MyCam-Talk'
    prints phone_app off
    prints phone_app 'failed 2 FFF3'
    wait_until 60 "a thousand values come" has_said phone_app 1 'count 999'
    same "the values in their order" "$(seq 0 999)" "$(sed -n 's/^count //p' "$AGENT/phone_app.output")"
    send_line phone_app on
    prints phone_app written
    wait_until 60 "the app reads the switch" has_said phone_app 1 on

    send_line lamp leave
    prints phone_app 'disconnected '
    wait_until 60 "the app finds the link again" has_said phone_app 2 'connected MyCam-Talk'
    wait_until 60 "the values come again" has_said phone_app 2 'count 999'

    kill_bluetoothd
    prints phone_app 'state resetting'
    kill_program lamp
    start_bluetoothd
    lamp_is_there
    wait_until 60 "the app connects when bluetoothd is back" has_said phone_app 3 'connected MyCam-Talk'

    accessoryctl access deny --app "$app" --ssid MyCam-Talk
    prints phone_app 'state poweredOff'
    wait_until 20 "the device is disconnected" not is_connected
    accessoryctl access allow --app "$app" --ssid MyCam-Talk
    wait_until 60 "the app connects when it may again" has_said phone_app 4 'connected MyCam-Talk'
}

# has_said NAME TIMES LINE: the program has printed this line that often.
has_said() { (($(grep -cxF "$3" "$AGENT/$1.output") >= $2)); }
