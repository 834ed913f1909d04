# SPDX-License-Identifier: Apache-2.0
# One radio, and the picker's page on a phone in the home network: each join cuts the page's own way to this machine.
# shellcheck disable=SC2154 # of guest/library
source guest/library/phone.sh

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    camera=MyCam-$(<"$AIR/count")
    phone_is_at_home
    page_is_open
}

# The phone's page warns before the choice.
phone_chooses() { # [PASSPHRASE]
    prints phone "\"items\":[\"$camera\"]"
    grep '^[^ ]* choosing {"warns":"HomeNet"' "$AGENT/phone.output"
    send_line phone "choose $camera${1:+ $1}"
}

# After the choice the page is lost, and knows why.
phone_is_lost() { prints phone 'lost {"expected":true}'; }

shows_the_result_when_the_uplink_is_restored() {
    access_point camera "$camera" security=wpa2 passphrase='camera obscura'
    app_asks --stay "$AGENT/hold"
    phone_chooses 'camera obscura'
    wait_until 60 "the app is at the camera" is_visited camera
    phone_is_lost
    stays 5 "the page is away" not has_printed phone back
    let_go
    ended 0
    prints phone back
    prints phone "finished {\"warns\":\"HomeNet\",\"away\":false,\"chosen\":\"$camera\""
    not grep '"code"' "$AGENT/phone.output"
    app_may "$camera"
    send_line phone close
    wait_until 20 "the page waits for an app again" last_line_is waiting
}

# The home network is away, too, so that the question comes before the page does.
asks_for_the_passphrase_when_the_page_is_back() {
    access_point camera "$camera" security=wpa2 passphrase='camera obscura'
    app_asks
    phone_chooses 'camera lucida'
    wait_until 60 "wlan0 joins the camera" ours_is_on wlan0
    access_point_off home
    phone_is_lost
    wait_until 60 "the agent leaves the camera" is_being_left WrongPassphrase
    stays 5 "the page is away" not has_printed phone back
    access_point_on home
    prints phone back
    prints phone '"question":"passphrase"'
    send_line phone 'accept camera obscura'
    ended 0
    is_visited camera
    prints phone 'finished {'
    app_may "$camera"
}

asks_whether_to_try_again_when_the_page_is_back() {
    access_point camera "$camera" dhcp=no
    app_asks
    phone_chooses
    phone_is_lost
    prints phone '"question":"retry"'
    has_printed phone back
    send_line phone decline
    ended 4 NoAddress
    nothing_is_granted
}

shows_that_the_agent_was_killed_while_the_page_was_away() {
    access_point camera "$camera" dhcp=no
    app_asks
    phone_chooses
    wait_until 60 "wlan0 joins the camera" ours_is_on wlan0
    phone_is_lost
    kill_accessoryd
    lost_its_lease
    start_accessoryd
    prints phone back
    prints phone '"isInterrupted":true'
    last_line_is finished
    nothing_is_granted
}

# Otherwise the radio would be at the camera for two minutes, until the agent gives the question up.
keeps_the_name_that_no_page_can_ask_for() {
    access_point camera "$camera" web='a camera'
    viewer_is_installed
    accessoryctl general reload
    viewer_starts --rename
    phone_chooses
    exits viewer 0 "'HomeNet' is back"
    has_printed viewer pickerSetupRename
    prints phone '"isNameKept":true'
    accessoryctl accessory list
}

once_waits_for_the_page_with_the_result() {
    kill_program phone
    kill_program picker
    page_is_open --once
    access_point camera "$camera"
    app_asks --stay "$AGENT/hold"
    phone_chooses
    phone_is_lost
    let_go
    ended 0
    prints phone 'finished {'
    is_running "$AGENT/picker.pid"
    send_line phone close
    exits picker 0
}

last_line_is() { [[ $(tail -n 1 "$AGENT/phone.output") == *" $1 {"* ]]; }

# app_asks [OPTION OF VISIT...]: the app's accessories are shown to who has a picker.
app_asks() { begin setup --ssid "$camera" --app "$app" -- "$PWD/guest/programs/visit" "$@" camera; }
