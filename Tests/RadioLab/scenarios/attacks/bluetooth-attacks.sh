# SPDX-License-Identifier: Apache-2.0
# Accessories that pair by themselves or are keyboards, users that shout on the bus, and an agent that dies by its Bluetooth.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
bluetooth=yes
controllers=3

before_each() { app_has_a_lamp; }

after_each() { [[ ! -e $AGENT/private-address ]] || lamp_keeps_its_address off; }

makes_no_bond_for_an_app_that_reads_a_secret() {
    links first
    refuses first 'read 5' ''
    prints first 'link failed ConnectionFailed'
    prints first 'wants to be paired with'
    wait_until 20 "no bond is left" no_bond_is_left
    unbonding_is_told 'wants to be paired with'
    # The accessory's half would have it pair again at once.
    send_line lamp forget
    prints lamp 'obeyed forget'
    links first
    does first 'read 2'
}

connects_with_no_keyboard_that_says_that_it_is_one() {
    kill_program lamp
    lamp_is_there --keyboard shown
    send_line first connect
    prints first 'link failed ConnectionFailed'
    prints first 'is a keyboard or another input device'
    not has_printed first 'link connected'
    no_bond_is_left
}

throws_a_keyboard_out_that_hides() {
    kill_program lamp
    lamp_is_there --keyboard hidden
    send_line first connect
    prints first 'link failed ConnectionFailed'
    prints first 'is a keyboard or another input device'
    wait_until 20 "the device is forgotten" not is_known
    no_bond_is_left
    # bluetoothd bonds by itself while it disconnects.
    [[ $(accessoryctl -g ACTION access history) == *unbonded* ]]
}

outlives_large_signals_of_anybody() {
    local pid
    pid=$(<"$AGENT/accessoryd.pid")
    links first
    setpriv --reuid=daemon --regid=nogroup --clear-groups guest/programs/shouter "$pid" 40
    does first 'read 2'
    setpriv --reuid=daemon --regid=nogroup --clear-groups guest/programs/shouter "$pid" 40
    does first 'read 2'
    is_running "$AGENT/accessoryd.pid"
    not has_printed first 'link failed'
}

# Once it has bonded, bluetoothd knows it by its own address.
removes_the_bond_of_a_private_address_that_pairs_without_the_agent() {
    lamp_has_a_private_address
    links first
    kill_accessoryd
    send_line lamp pair
    wait_until 20 "it has bonded" a_bond_is_left
    start_accessoryd
    wait_until 30 "no bond is left" no_bond_is_left
    unbonding_is_told "no accessory's access rests on it"
}

# It pairs while the agent cannot look, and bluetoothd dies before the agent can.
removes_the_bond_of_a_private_address_after_bluetoothd_died() {
    lamp_has_a_private_address
    links first
    kill -STOP "$(<"$AGENT/accessoryd.pid")"
    send_line lamp pair
    wait_until 20 "it has bonded" a_bond_is_left
    kill_bluetoothd
    kill_program lamp
    kill -CONT "$(<"$AGENT/accessoryd.pid")"
    start_bluetoothd
    wait_until 30 "no bond is left" no_bond_is_left
}

lamp_keeps_its_address() { # on|off: whether it is a private one
    btmgmt --index 1 power off
    btmgmt --index 1 privacy "$1"
    btmgmt --index 1 power on
}

lamp_has_a_private_address() { # and the app a grant for it, and the talker has found it
    for program in first lamp; do kill_program "$program"; done
    touch "$AGENT/private-address"
    lamp_keeps_its_address on
    lamp_is_there
    start_program listener exec bluetoothctl
    send_line listener 'select 00:AA:01:00:00:00'
    wait_until 30 "its private address is heard" private_address_is_heard
    kill_program listener
    accessoryctl access grant --app "$app" --ssid MyCam-Talk --bluetooth "$lamp"
    talker_starts first root
    find_accessory first
}

private_address_is_heard() { # in lamp
    send_line listener 'scan le'
    lamp=$(dbus-send --system --print-reply --dest=org.bluez / org.freedesktop.DBus.ObjectManager.GetManagedObjects |
        sed -n 's|^ *object path "/org/bluez/hci0/dev_\([4-7][0-9A-F_]*\)"$|\1|p' | head -n 1)
    lamp=${lamp//_/:}
    [[ -n $lamp ]]
}

# bluetoothd takes that of every user, and tells everybody.
keeps_no_alias_of_megabytes() {
    links first
    before=$(megabytes RssAnon)
    peak=$(megabytes VmHWM)
    setpriv --reuid=daemon --regid=nogroup --clear-groups guest/programs/alias 15
    wait_until 20 "the agent has heard of it" has_peaked
    wait_until 20 "the agent has forgotten it" has_shrunk
}

megabytes() { awk -v name="$1:" '$1 == name { print int($2 / 1024) }' "/proc/$(<"$AGENT/accessoryd.pid")/status"; }
has_peaked() { (($(megabytes VmHWM) > peak + 10)); }
has_shrunk() { (($(megabytes RssAnon) < before + 8)); }

leaves_bluetooth_out_after_three_deaths_in_a_minute() {
    local death
    for death in 1 2 3; do
        same "Bluetooth before death $death" '' "$(accessoryctl general status | grep 'leaves Bluetooth out' || :)"
        stop SEGV "$AGENT/accessoryd.pid"
        # As systemd does.
        SERVICE_RESULT=signal EXIT_CODE=killed EXIT_STATUS=SEGV /run/binaries/accessoryd --state-dir "$AGENT/state" --note-death
        start_accessoryd
    done
    accessoryctl general status | grep 'leaves Bluetooth out for now'
    logged_since accessoryd | grep 'died again and again'
    accessoryctl general status | grep -E '^wlan0 '
}
