# SPDX-License-Identifier: Apache-2.0
# One radio: each participant of a set-up is killed without warning at each of its stages. Nothing half added stays, and nothing
# hangs.

camera= # its SSID, which a_viewer_is chooses
before_each() { viewer_is_installed && start_accessoryd; }

cancels_when_the_picker_is_killed_while_searching() {
    a_viewer_is searching
    kill_program person
    exits viewer 3 userCancelled
    nothing_is_granted
}

cancels_when_the_picker_is_killed_while_joining() {
    a_viewer_is joining
    kill_program person
    exits viewer 3 userCancelled
    nothing_is_granted
}

leaves_nothing_of_an_app_killed_while_searching() {
    a_viewer_is searching
    kill_program viewer
    prints person dismissed
    nothing_is_granted
}

leaves_nothing_of_an_app_killed_while_joining() {
    a_viewer_is joining
    kill_program viewer
    nothing_is_granted
}

leaves_nothing_of_an_app_killed_before_it_has_confirmed() {
    a_viewer_is confirming
    kill_program viewer
    nothing_is_granted
}

leaves_nothing_of_an_app_killed_while_a_name_is_asked_for() {
    a_viewer_is naming
    kill_program viewer
    prints person dismissed
    nothing_is_granted
}

leaves_the_camera_of_an_app_killed_while_joined() {
    a_viewer_is joined
    kill_program viewer
    check_access 0 "$camera" org.example.viewer
}

goes_on_after_accessoryd_was_killed_while_searching() {
    a_viewer_is searching
    accessoryd_is_killed
    viewer_continues
}

goes_on_after_accessoryd_was_killed_while_joining() {
    a_viewer_is joining
    accessoryd_is_killed
    gives_addresses camera
    viewer_continues
}

goes_on_after_accessoryd_was_killed_before_the_app_confirmed() {
    a_viewer_is confirming
    accessoryd_is_killed
    viewer_continues
}

goes_on_after_accessoryd_was_killed_while_asking_for_a_name() {
    a_viewer_is naming
    accessoryd_is_killed
    viewer_continues
}

joins_again_after_accessoryd_was_killed_while_joined() {
    a_viewer_is joined
    kill_accessoryd
    prints viewer 'was lost'
    has_printed viewer agentUnavailable
    start_accessoryd
    wait_until 40 "the uplink HomeNet is activated again" uplink_is_activated
    send_line viewer again
    wait_until 60 "the viewer is joined again" viewer_joined_again
    send_line viewer enough
    exits viewer 0 "'HomeNet' is back"
}
