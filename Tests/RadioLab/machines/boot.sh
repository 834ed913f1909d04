# SPDX-License-Identifier: Apache-2.0
# Plans on a machine without a person, from power-on.

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-'
    consumer
}

after_each() {
    machine_is_at_rest
    agent_is_confined
}

joins_what_a_plan_names_with_nobody_typing() {
    access_point camera MyCam-Porch security=wpa2 passphrase='camera obscura'
    credential porch 'camera obscura'
    plan porch-camera '[Accessory]' SSID=MyCam-Porch PassphraseCredential=porch
    power_on
    ends_well
    machine_is_at_rest
    plan_is_done porch-camera
    store_is_whole 1
    report "accessoryd-provisioned.target $(since /run/powered /run/provisioned) s after power-on; then:"
    report_output_of systemctl --no-pager --lines=0 status accessoryd.service accessoryd-provision.service
    report "and of the journal, by its fields ACCESSORYD_PLAN and ACCESSORYD_APP:"
    report_output_of journalctl -b -q --no-pager -o short-monotonic ACCESSORYD_PLAN=porch-camera ACCESSORYD_APP=org.example.camera
}

fails_with_the_reason_when_a_passphrase_is_wrong() {
    access_point camera MyCam-Locked security=wpa2 passphrase='camera obscura'
    credential porch 'camera lucida'
    plan porch-camera '[Accessory]' SSID=MyCam-Locked PassphraseCredential=porch
    power_on
    ends_badly
    same "exit status" 4 "$(exit_status)"
    journal_has accessoryd-provision.service 'passphrase'
    plan_has_failed porch-camera
    store_is_whole 0
}

waits_for_an_accessory_that_appears_a_minute_late() {
    credential porch 'camera obscura'
    plan porch-camera '[Accessory]' SSID=MyCam-Late PassphraseCredential=porch
    power_on
    pause 60
    not has_come_to_an_end
    access_point camera MyCam-Late security=wpa2 passphrase='camera obscura'
    cp /proc/uptime /run/appeared
    ends_well
    plan_is_done porch-camera
    store_is_whole 1
    report "provisioned $(since /run/appeared /run/provisioned) s after it appeared"
}

hands_the_home_network_over_to_two_new_lamps() {
    family lamp wled WLED-AP security=wpa2 passphrase=wled1234
    app_is_known 'SSIDPrefixes=WLED-'
    credential lamp wled1234
    printf '%s\n' '[Uplink]' CredentialsFor=org.example.camera >/etc/accessoryd/accessoryd.conf
    plan new-lamp Afterwards=provision '[Accessory]' SSID=WLED-AP PassphraseCredential=lamp
    # Another one by Wi-Fi Easy Connect.
    enrollee
    plan other-lamp Afterwards=provision '[Accessory]' "Label=$(<"$AIR/enrollee/label")"
    power_on
    ends_well
    joins_the_home_network lamp
    plan_is_done new-lamp
    plan_is_done other-lamp
    enrollee_is_at home
    nothing_is_left
    journal_has accessoryd-provision.service 'new-lamp: the accessory has the network'
}

hands_the_home_network_over_to_a_new_plug_by_one_command() {
    local plug=ShellyPlusPlugS-C049EF8C480C station=c0:49:ef:8c:48:0c unit=accessory-provision@ number onboarding
    family plug shelly "$plug"
    number=$(<"$AIR/plug/station")
    has_address "$number" "$station"
    mkdir -p "$UNITS/multi-user.target.wants"
    ln -s /lib/systemd/system/avahi-daemon.service "$UNITS/multi-user.target.wants/"
    # In the sandbox of the program, right before it: none of these takes a line.
    cat >/usr/local/bin/probe <<'END'
#!/bin/bash
for place in /tmp/x /var/tmp/x /dev/shm/x /run/lock/x /dev/udp/127.0.0.1/9; do ! (echo line >"$place") || exit 1; done
END
    chmod 755 /usr/local/bin/probe
    mkdir -p "$UNITS/$unit.service.d"
    printf '%s\n' '[Service]' ExecStartPre=/usr/local/bin/probe >"$UNITS/$unit.service.d/probe.conf"
    power_on
    wait_until 90 "NetworkManager has its uplink" test -s /run/NetworkManager/resolv.conf
    uplink_is_there
    accessoryctl onboard "$plug" --allow-cleartext >/run/onboarded &
    onboarding=$!
    joins_the_home_network plug
    mkfifo /run/orders
    on_radio "$number" "$PWD/guest/devices/resident" "wlan$number" "$station" <>/run/orders &
    wait "$onboarding"
    grep 'confirmed by its' /run/onboarded
    accessoryctl accessory locate "$plug"
    accessoryctl -t access list | grep "^org.accessoryd.onboard::$plug:"
    wait_until 10 "the program ends" not systemctl -q is-active "$unit*"
    report_output_of cat /run/onboarded
    report_output_of journalctl -b -q --no-pager -o short-monotonic -u "$unit*"
    same "units that failed" '' "$(systemctl --failed --plain --no-legend)"
}

# scans before|after: the number of scans that NetworkManager did not start itself, before or after the program was at the
# first camera.
scans() { guest/programs/scans "$1" "$(<"$AIR/first/visited")" </run/scans; }

carries_two_plans_out_in_order_with_one_look() {
    access_point first MyCam-First security=wpa2 passphrase='camera obscura' channel=1
    access_point second MyCam-Second
    credential first 'camera obscura'
    plan 10-first Afterwards=run '[Accessory]' SSID=MyCam-First PassphraseCredential=first \
        '[Program]' "Command=$PWD/guest/programs/visit first"
    plan 20-second Afterwards=run '[Accessory]' SSID=MyCam-Second '[Program]' "Command=$PWD/guest/programs/visit second"
    power_on
    wait_until 60 "D-Bus is there" test -S /run/dbus/system_bus_socket
    dbus-monitor --system "type='method_call',member='Scan'" "type='method_call',member='RequestScan'" >/run/scans &
    ends_well
    plan_is_done 10-first
    plan_is_done 20-second
    store_is_whole 2
    local between
    between=$(since "$AIR/first/visited" "$AIR/second/visited")
    [[ $between != -* ]] || fail "the second plan was carried out before the first"
    # One search for both: when the first is done, the second is joined without another.
    same "how often the plans began to look" 1 "$(journalctl -b -q -o cat -u accessoryd-provision.service | grep -c '20-second: looking')"
    report "the second was joined $between s after the first; the agent asked for $(scans before) scans before it was at the first," \
        "$(scans after) later"
}

goes_on_without_an_accessory_that_is_not_required() {
    access_point camera MyCam-Here
    plan 10-absent Required=false '[Accessory]' SSID=MyCam-Absent '[Attempts]' GiveUpAfter=15s
    plan 20-here '[Accessory]' SSID=MyCam-Here
    power_on
    ends_well
    plan_has_failed 10-absent
    plan_is_done 20-here
    journal_has accessoryd-provision.service '10-absent: .*MyCam-Absent'
    store_is_whole 1
}

fails_when_the_program_of_a_plan_crashes() {
    access_point camera MyCam-Crash
    # shellcheck disable=SC2016 # the plan's own shell expands it
    plan porch-camera Afterwards=run '[Accessory]' SSID=MyCam-Crash \
        '[Program]' 'Command=/bin/sh -c "echo >>/run/crashes; kill -SEGV $$"' '[Attempts]' Attempts=2 Pause=1s
    power_on
    ends_badly
    same "how often the program was run" 2 "$(wc -l </run/crashes)"
    journal_has accessoryd-provision.service 'signal|139|SEGV'
    plan_has_failed porch-camera
    not test -e /run/provisioned
    report "accessoryd-provision.service: $(systemctl show -P Result accessoryd-provision.service), exit status $(exit_status)"
}

waits_for_a_networkmanager_that_comes_late() {
    access_point camera MyCam-Patient
    plan porch-camera '[Accessory]' SSID=MyCam-Patient
    mkdir -p "$UNITS/NetworkManager.service.d"
    printf '%s\n' '[Unit]' ConditionPathExists=/run/networkmanager-may >"$UNITS/NetworkManager.service.d/late.conf"
    power_on
    wait_until 90 "accessoryd runs" test -S /run/accessoryd/control.socket
    pause 15
    not has_come_to_an_end
    : >/run/networkmanager-may
    systemctl start NetworkManager.service
    ends_well
    plan_is_done porch-camera
}

keeps_what_it_has_while_the_package_is_upgraded() {
    access_point camera MyCam-Kept
    plan porch-camera Afterwards=keep '[Accessory]' SSID=MyCam-Kept
    power_on
    ends_well
    camera_is_kept
    local earlier
    earlier=$(agent_pid)
    dpkg --force-unsafe-io -i /var/cache/apt/archives/accessoryd_*.deb
    not gives "$earlier" agent_pid || fail "the agent was not restarted"
    wait_until 60 "what is kept is joined again" camera_is_kept
    report_output_of journalctl -b -q --no-pager -o short-monotonic --grep '(Stopping|Started) accessoryd.service|joined,' -u accessoryd.service
    store_is_whole 1
    agent_is_confined
    # The unit that needs the accessories was not stopped, and the plan did not run once more.
    systemctl is-active accessoryd-provisioned.target
    same "how often plans were run" 1 "$(journalctl -b -q -o cat -u accessoryd-provision.service | grep -c 'porch-camera: looking')"
    leave_camera
}

keeps_what_it_has_when_the_agent_hangs() {
    access_point camera MyCam-Kept
    plan porch-camera Afterwards=keep '[Accessory]' SSID=MyCam-Kept
    mkdir -p "$UNITS/accessoryd.service.d"
    printf '%s\n' '[Service]' WatchdogSec=20s >"$UNITS/accessoryd.service.d/watchdog.conf"
    power_on
    ends_well
    camera_is_kept
    local earlier
    earlier=$(agent_pid)
    kill -STOP "$earlier"
    wait_until 60 "systemd ends it" not test -e "/proc/$earlier"
    wait_until 60 "what is kept is joined again" camera_is_kept
    report_output_of journalctl -b -q --no-pager -o short-monotonic --grep 'Watchdog|Started accessoryd.service|joined,' -u accessoryd.service
    store_is_whole 1
    leave_camera
}

lets_the_agents_user_do_what_is_listed_and_nothing_more() {
    power_on
    wait_until 90 "NetworkManager has its uplink" test -s /run/NetworkManager/resolv.conf
    wait_until 30 "accessoryd answers" accessoryctl general status
    local agent nobody prefix=org.freedesktop.NetworkManager rules=/usr/share/polkit-1/rules.d
    agent=$(agent_pid)
    setpriv --reuid=nobody --regid=nogroup --clear-groups sleep infinity &
    nobody=$!
    guest/programs/may "$agent" >/run/agent-may
    guest/programs/may "$nobody" >/run/nobody-may
    same "what only the agent's user may" \
        "$(printf "$prefix.%s\n" checkpoint-rollback network-control settings.modify.system wifi.scan)" \
        "$(comm -23 /run/agent-may /run/nobody-may)"
    report "of $(pkaction | wc -l) actions: $(comm -23 /run/agent-may /run/nobody-may | sed "s/^$prefix\.//" | paste -sd ' ')"
    # Without our rule the answers about the user nobody are the same.
    rm "$rules"/*accessoryd*
    systemctl restart polkit.service
    guest/programs/may "$nobody" | diff /run/nobody-may -
    same "what the agent's user may do without the rule" '' "$(guest/programs/may "$agent" | comm -23 - /run/nobody-may)"
}

# Fedora's and Arch's bus policy of wpa_supplicant has no group netdev.
# Only the package's bus policy stands before it: GLib would unpack the signals to a gigabyte.
lives_through_large_signals_of_anybody() {
    power_on
    wait_until 60 "the agent is up" accessoryctl general status
    local agent
    agent=$(agent_pid)
    setpriv --reuid=daemon --regid=nogroup --clear-groups guest/programs/shouter "$agent" 4 2000000
    accessoryctl general status
    same "the agent's process" "$agent" "$(agent_pid)"
    report "the agent's peak: $(grep VmHWM "/proc/$agent/status")"
    (($(awk '/VmHWM/ { print $2 }' "/proc/$agent/status") < 100000))
}

# systemd counts its deaths. Which message it dies by is no matter: a stack without room leaves a program nothing to do.
leaves_bluetooth_out_after_three_deaths_in_a_minute() {
    power_on
    local death agent
    for death in 1 2 3; do
        wait_until 60 "the agent is up" accessoryctl general status
        same "Bluetooth before death $death" '' "$(accessoryctl general status | grep 'leaves Bluetooth out' || :)"
        agent=$(agent_pid)
        kill -SEGV "$agent"
        wait_until 20 "it is dead" not test -e "/proc/$agent"
    done
    wait_until 60 "the agent is up" accessoryctl general status
    accessoryctl general status | grep 'leaves Bluetooth out for now'
    report_output_of journalctl -b -q --no-pager -o short-monotonic --grep 'died again' -u accessoryd.service
}

# The agent starts nothing itself.
starts_an_apps_unit_when_its_camera_appears() {
    local present=/run/accessoryd/present/org.example.camera camera
    app_is_known SSIDPrefixes=MyCam- BluetoothServices=f37f568f-9071-445d-a938-5441f2e82399 '[Presence]' Start=Bluetooth Listening=15
    unit camera.path '[Path]' "DirectoryNotEmpty=$present"
    printf '%s\n' '[Service]' Type=oneshot RemainAfterExit=yes 'ExecStart=/bin/cp /proc/uptime /run/started' >"$UNITS/camera.service"
    power_on
    wait_until 60 "the agent is up" accessoryctl general status
    make_controllers
    systemctl start bluetooth.service
    bluetooth_is_on
    camera=$(bluez /hci1 org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Address | grep -o '[0-9A-F:]*$')
    accessoryctl access grant --app org.example.camera --ssid MyCam-1 --bluetooth "$camera"
    pause 6
    not test -e /run/started
    cp /proc/uptime /run/appeared
    guest/devices/peripheral >"$LOGS/peripheral" &
    wait_until 20 "the app's unit has started" test -s /run/started
    report "its unit started $(since /run/appeared /run/started) s after the program of its camera"
    report_output_of ls -l "$present"
    systemctl restart accessoryd.service
    [[ $(cat "$present"/*) == bluetooth ]]
    accessoryctl access revoke --app org.example.camera --ssid MyCam-1
    wait_until 10 "nothing is shown any more" not test -e "$present"
}

a_plan_holds_a_fenced_camera() { # SSID, until /run/enough is there
    access_point camera "$1"
    plan porch-camera Afterwards=run '[Accessory]' "SSID=$1" '[Program]' \
        'Command=/bin/sh -c "until test -e /run/enough; do sleep 1; done"'
    power_on
    wait_until 90 "the hotspot is fenced" gives cgroup accessoryctl -g FENCE hotspot status
}

# accessory-link has 64 MB.
keeps_the_fence_through_large_signals_of_anybody() {
    a_plan_holds_a_fenced_camera MyCam-Loud
    [[ $(nft list map inet accessoryd multicast2) == *accessoryd-provision.service* ]]
    local link
    link=$(systemctl show -P MainPID accessory-link.service)
    setpriv --reuid=daemon --regid=nogroup --clear-groups guest/programs/shouter "$link" 4 2000000
    same "the process of accessory-link" "$link" "$(systemctl show -P MainPID accessory-link.service)"
    report "its peak: $(grep VmHWM "/proc/$link/status")"
    (($(awk '/VmHWM/ { print $2 }' "/proc/$link/status") < 40000))
    same "fence" cgroup "$(accessoryctl -g FENCE hotspot status)"
    touch /run/enough
    ends_well
}

# A fence that nobody can end would keep this machine from its own network.
fences_again_when_accessory_link_hangs() {
    a_plan_holds_a_fenced_camera MyCam-Hung
    local link
    link=$(systemctl show -P MainPID accessory-link.service)
    kill -STOP "$link"
    wait_until 25 "systemd has ended it" not kill -0 "$link"
    wait_until 25 "the hotspot is fenced again" gives cgroup accessoryctl -g FENCE hotspot status
    not gives "$link" systemctl show -P MainPID accessory-link.service
    touch /run/enough
    ends_well
}

# A scope stands for a person's login, in which other programs are.
keeps_a_hotspot_for_the_program_that_a_person_runs() {
    access_point camera MyCam-Typed
    power_on
    wait_until 90 "NetworkManager has its uplink" test -s /run/NetworkManager/resolv.conf
    wait_until 30 "accessoryd answers" accessoryctl general status
    accessoryctl access grant --app org.example.camera --ssid MyCam-Typed >/run/granted
    local camera
    camera=$(address_of camera)
    systemd-run --quiet --scope accessoryctl hotspot join --app org.example.camera --ssid MyCam-Typed -- \
        guest/programs/sender "$camera" /run/sent /run/enough &>/run/joined &
    wait_until 60 "the program is there" test -e /run/sent
    wait_until 20 "the hotspot is fenced" gives cgroup accessoryctl -g FENCE hotspot status
    same "who may send" 'cgroup system.slice/accessoryctl-X.scope' \
        "$(accessoryctl -g LETS-THROUGH hotspot status | sed -E 's/-[0-9a-f]+\.scope/-X.scope/')"
    [[ $(nft list map inet accessoryd multicast2) == *accessoryctl-* ]]
    # Root's, in another cgroup.
    not guest/programs/sender "$camera" /run/others /run/enough
    wait_until 20 "the program sends" test -s /run/sent
    touch /run/enough
    wait_until 60 "the hotspot is left" gives '' accessoryctl -g FENCE hotspot status
    wait_until 20 "the scope is gone" gives '' systemctl list-units --plain --no-legend 'accessoryctl-*.scope'
    report_output_of cat /run/joined
}

calls_wpa_supplicant_by_the_packages_own_bus_policy() {
    local groups
    sed -i 's/^\(netdev:.*:\).*/\1/' /etc/group
    mkdir -p "$UNITS/accessoryd.service.d"
    printf '%s\n' '[Service]' SupplementaryGroups= >"$UNITS/accessoryd.service.d/no-group.conf"
    power_on
    wait_until 90 "NetworkManager has its uplink" test -s /run/NetworkManager/resolv.conf
    wait_until 30 "the agent calls wpa_supplicant itself" gives direct accessoryctl -g SCANNING general status
    groups=$(sed -n 's/^Groups:\s*//p' "/proc/$(agent_pid)/status")
    same "groups of the agent" "$(id -g accessoryd)" "${groups// /}"
    # Without it the agent has the slow way, and reports that.
    rm /usr/share/dbus-1/system.d/accessoryd.conf
    systemctl reload dbus
    systemctl restart accessoryd
    wait_until 30 "the agent asks NetworkManager" gives backend accessoryctl -g SCANNING general status
    # Not by a pipe: grep ends at the line, and accessoryctl has more to write.
    grep -q 'Scans take several times longer' <<<"$(accessoryctl general status)"
}
