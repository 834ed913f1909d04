# SPDX-License-Identifier: Apache-2.0
# A picker that appears by itself, on the desktop of a person who is in no administrators' group: with a real logind, a real
# notification daemon, and a browser. What the person types is what README has for a desktop.
# shellcheck disable=SC2034 # memory, limit and role are read by machines/play
memory=1G limit=900 role='desktop user'

before_each() {
    access_point camera MyCam-Porch web='Pictures of the porch'
    desktop
    power_on
    wait_until 180 "alice's session begins" test -e "$DESK/session/begun"
    wait_until 60 "alice's picker waits" test -S "$(alices_folder)/accessory-picker/desktop.socket"
    wait_until 60 "accessoryd answers" accessoryctl general status
}

after_each() {
    uplink_is_there
    agent_is_confined
}

opens_the_page_when_an_app_asks() {
    reads_readme
    skips 'packaging/build-deb ' 'the step package has made it'
    skips 'sudo apt-get install ./accessoryd_' "this machine's system has it"
    takes 'sudo install .build/release/camera-viewer '
    takes 'sudo accessoryctl app add '
    report "alice's picker waits: $(picker_costs)"
    # The browser alone, once with everything in the cache that it reads.
    browser_alone
    browser_alone
    takes 'camera-viewer '
    wait_until 120 "the page shows the request" window 'Camera asks for an accessory'
    cp /proc/uptime /run/shown
    report "from ShowPicker to the page on the screen $(since /home/alice/typed /run/shown) s: to the call for the browser" \
        "$(since /home/alice/typed "$(alices_folder)/called") s, and the browser alone takes $(since /run/started /run/alone) s"
    wait_until 60 "the notification is there" window 'Dunst'
    browser_is_not_confined
    wait_until 180 "the page stands still" screen_stands_still
    photograph desktop-asked
    # The link is used, so that nothing is left of it; and its secret was in no process's arguments.
    wait_until 60 "the link is gone" not test -e "$(alices_folder)/accessory-picker/open.html"
    same "processes with a link in their arguments" '' "$(grep -lsz '/open#' /proc/[0-9]*/cmdline || :)"

    # To the first card's button.
    alice xdotool mousemove 500 700
    press Tab Tab Tab Tab Tab Return
    wait_until 120 "the app shows the camera's page" grep -F 'Pictures of the porch' /home/alice/log
    wait_until 60 "the notification is withdrawn" not window 'Dunst'
    report_output_of cat /home/alice/log
    wait_until 180 "the page stands still" screen_stands_still
    photograph desktop-done
    store_is_whole 1

    # The menu's entry opens the accessories.
    same "what the menu's entry runs" 'accessory-picker open' "$(sed -n 's/^Exec=//p' /usr/share/applications/accessory-picker.desktop)"
    takes 'accessory-picker open '
    wait_until 120 "the accessories are opened" links_were_opened 2
    wait_until 180 "the page stands still" screen_stands_still
    photograph desktop-accessories
    has_typed_all
}

# alice may act for apps here, and types it in a terminal of her session.
keeps_a_hotspot_for_the_program_that_alice_runs() {
    app_is_known 'SSIDPrefixes=MyCam-'
    accessoryctl general reload
    accessoryctl access grant --app org.example.camera --ssid MyCam-Porch >/run/granted
    usermod --append --groups accessoryd alice
    local camera
    camera=$(address_of camera)
    types "sg accessoryd 'accessoryctl hotspot join --app org.example.camera --ssid MyCam-Porch -- $PWD/guest/programs/sender $camera ~/sent ~/enough' &>~/log"
    comes 120 test -e /home/alice/sent || fail "not within 120 s: the program is there; alice sees: $(cat /home/alice/log)"
    wait_until 20 "the hotspot is fenced" gives cgroup accessoryctl -g FENCE hotspot status
    same "who may send" "cgroup user.slice/user-$(id -u alice).slice/user@$(id -u alice).service/app.slice/accessoryctl-X.scope" \
        "$(accessoryctl -g LETS-THROUGH hotspot status | sed -E 's/-[0-9a-f]+\.scope/-X.scope/')"
    types "$PWD/guest/programs/sender $camera ~/others ~/enough; echo \$? >~/others.status"
    wait_until 20 "alice's other program is refused" has_text /home/alice/others.status 1
    same "what it sent" '' "$(cat /home/alice/others)"
    wait_until 20 "the program sends" test -s /home/alice/sent
    types 'touch ~/enough'
    wait_until 60 "the hotspot is left" gives '' accessoryctl -g FENCE hotspot status
    report_output_of cat /home/alice/log
}

refuses_other_programs_and_users_at_no_seat() {
    # Other programs, though they have the same bytes. The agent cannot see what is in /tmp.
    install -m 755 /usr/bin/accessory-picker /opt/accessory-picker
    install -m 755 -o alice /usr/bin/accessory-picker /tmp/accessory-picker
    types '/opt/accessory-picker &>~/copy; /tmp/accessory-picker &>>~/copy'
    wait_until 60 "a copy is refused" grep -F 'does not name /opt/accessory-picker' /home/alice/copy
    wait_until 60 "a copy of her own is refused" grep -F 'cannot determine which file the process executes' /home/alice/copy
    # A user who came over the network, or has come by no login at all.
    local status=0
    systemd-run --quiet --uid=bob --property=PAMName=login --pipe --wait accessory-picker >/run/bob 2>&1 || status=$?
    grep -F 'at no seat of this machine' /run/bob
    same "exit status of the picker of a user at no seat" 9 "$status"
    report_output_of cat /home/alice/copy /run/bob
    # The picker ends with its session.
    loginctl terminate-user alice
    wait_until 60 "alice has gone" not test -S "$(alices_folder)/accessory-picker/desktop.socket"
}
