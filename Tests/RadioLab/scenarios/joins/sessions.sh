# SPDX-License-Identifier: Apache-2.0
# One radio: the app camera-viewer, which uses the library, and a person who chooses for it.

before_each() { viewer_is_installed && start_accessoryd; }

sets_up_a_camera_and_talks_to_it() {
    access_point camera MyCam-Web security=wpa2 passphrase='camera obscura' web='a camera on a shelf'
    person_chooses MyCam-Web --passphrase-file "$AIR/camera/passphrase"
    viewer_starts
    exits viewer 0 'a camera on a shelf'
    has_printed viewer "'HomeNet' is back"
    same "access records" 1 "$(accessoryctl -t access list | wc -l)"
    # The app has access from now on, and nobody has to choose.
    kill_program person
    viewer_starts
    exits viewer 0 'a camera on a shelf'
    has_printed viewer 'is known'
    not has_printed viewer pickerDidPresent
}

two_apps_share_a_camera_and_one_is_switched_off() {
    access_point camera MyCam-Both web='a camera of two'
    person_chooses MyCam-Both
    viewer_starts
    exits viewer 0 'a camera of two'
    neighbour_starts
    exits neighbour 0 'a camera of two'
    same "accessories" 1 "$(accessoryctl -t accessory list | wc -l)"
    same "access records" 2 "$(accessoryctl -t access list | wc -l)"
    accessoryctl access deny --app org.example.neighbour --ssid MyCam-Both
    viewer_starts
    exits viewer 0 'a camera of two'
    check_access 9 MyCam-Both org.example.neighbour
    kill_program person
    neighbour_starts
    exits neighbour 1 pickerRestricted
}

notifies_an_app_whose_access_is_switched_off() {
    access_point camera MyCam-Lost web='a camera to lose'
    person_chooses MyCam-Lost
    viewer_starts --stay
    prints viewer 'Enter leaves it'
    accessoryctl access deny --app org.example.viewer --ssid MyCam-Lost
    prints viewer 'was lost'
    send_line viewer again
    exits viewer 4 userUnauthorized
}

takes_what_it_has_looked_at() {
    access_point camera MyCam-Phase web='a camera in two phases'
    person_chooses MyCam-Phase
    viewer_starts --confirm
    prints viewer 'Enter takes it'
    has_printed viewer 'a camera in two phases'
    nothing_is_granted
    send_line viewer MyCam-Phase
    exits viewer 0 "'HomeNet' is back"
    check_access 0 MyCam-Phase org.example.viewer
}

takes_what_it_has_looked_at_under_the_name_that_it_gets() {
    access_point camera MyCam-Setup web='a camera'
    person_chooses MyCam-Setup
    viewer_starts --confirm
    prints viewer 'Enter takes it'
    send_line viewer MyCam-Garden
    prints viewer accessoryAdded
    renames_itself camera MyCam-Garden
    exits viewer 0 "Joined 'MyCam-Garden'"
    check_access 0 MyCam-Garden org.example.viewer
    check_access 9 MyCam-Setup org.example.viewer
}

gives_up_what_it_has_looked_at() {
    access_point camera MyCam-Wrong web='a toaster'
    person_chooses MyCam-Wrong
    viewer_starts --confirm
    prints viewer 'a toaster'
    send_line viewer no
    exits viewer 4 pickerSetupFailed
    nothing_is_granted
}

# Plays before the thirty cameras: a camera heard in the last five seconds counts as in range, and would be gone as well.
shows_that_a_camera_is_gone() {
    access_point camera MyCam-See-Here
    access_point other MyCam-See-Gone channel=1
    person_looks
    # Of its own names alone: the agent may still count the camera of the scenario before, and see it go.
    viewer_starts --prefix MyCam-See-
    prints person '"here": ["MyCam-See-Gone", "MyCam-See-Here"]'
    access_point_off other
    prints person '"here": ["MyCam-See-Here"], "gone": ["MyCam-See-Gone"]'
    send_line person cancel
    exits viewer 3 userCancelled
}

joins_when_the_person_tries_again() {
    access_point camera MyCam-Again web='there again'
    person_looks --tries-again
    viewer_starts --prefix MyCam-Again
    prints person '"here": ["MyCam-Again"]'
    access_point_off camera
    send_line person 'select MyCam-Again'
    wait_until 90 "the person is asked whether to try again" grep -q '"kind": "retry"' "$AGENT/person.output"
    access_point_on camera
    send_line person accept
    exits viewer 0 'there again'
}

shows_thirty_cameras_at_once() {
    access_point first MyCam-A beside=7
    access_point second MyCam-B beside=7 channel=1
    access_point third MyCam-C beside=7 channel=11 web='one of thirty'
    access_point fourth MyCam-D beside=5 channel=3
    person_looks
    viewer_starts
    prints person '"count": 30}'
    send_line person 'select MyCam-C'
    exits viewer 0 'one of thirty'
}
