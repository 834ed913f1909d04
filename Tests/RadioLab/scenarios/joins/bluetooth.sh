# SPDX-License-Identifier: Apache-2.0
# Accessories with two radios: found by Bluetooth LE, paired, bridged to their hotspot, and joined.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh
source guest/library/talking.sh
bluetooth=yes

RICOH=F37F568F-9071-445D-A938-5441F2E82399
DUAL="{\"bluetoothServiceUUID\":\"$RICOH\",\"ssidPrefix\":\"MyCam-\",\"supportedOptions\":[\"bluetoothPairingLE\"]}"

before_each() {
    app_is_known "BluetoothServices=$RICOH" 'SSIDPrefixes=MyCam-'
    sed -i 's/^\[Identity\]/Supports=WiFi;Bluetooth\n&/' "$AGENT/config/apps.d/$app.conf"
    start_accessoryd
}

# camera_is_there [OPTION...]: starts a camera whose hotspot is off until a bonded device switches it on.
camera_is_there() { accessory_is_there camera --name MyCam --ssid MyCam-Wifi --passphrase 'camera obscura' --point hotspot "$@"; }
hotspot_is_off() { access_point hotspot MyCam-Wifi security=wpa2 passphrase='camera obscura' && access_point_off hotspot; }
app_is_set_up() { start_program app exec "$PWD/guest/programs/setup" "$AGENT/runtime/control.socket" "$app" "$DUAL"; }
it_is_granted() { accessoryctl -t access list | grep -q MyCam; }
# All channels twice, with turns for Bluetooth between them.
it_is_at_the_hotspot() { wait_until 100 "wlan0 is at the hotspot" is_at hotspot wlan0; }

sets_up_an_accessory_that_has_its_hotspot_off() {
    hotspot_is_off
    camera_is_there
    person_chooses MyCam --pair
    app_is_set_up
    it_is_at_the_hotspot
    has_printed camera 'written switch 01'
    has_printed app pickerSetupPairing
    send_line app leave
    exits app 0
}

does_not_bridge_a_strangers_hotspot_that_looks_alike() {
    hotspot_is_off
    access_point stranger MyCam-Wlan
    camera_is_there
    person_chooses MyCam --pair
    app_is_set_up
    it_is_at_the_hotspot
    send_line app leave
    exits app 0
}

notifies_the_app_of_a_refused_pairing() {
    camera_is_there --pairs refuses
    person_chooses MyCam --pair
    app_is_set_up
    exits app 1
    no_bond_is_left
    nothing_is_granted
}

notifies_the_app_when_the_accessory_goes_before_it_is_paired() {
    camera_is_there
    person_looks
    app_is_set_up
    prints person '"MyCam"'
    send_line camera silent
    prints camera 'obeyed silent'
    send_line person 'select MyCam'
    exits app 1 'no connection within 45 seconds'
    nothing_is_granted
}

# The person has agreed to a camera. It is one until its bond is there.
throws_a_paired_camera_out_that_comes_back_as_a_keyboard() {
    camera_is_paired_and_leaves
    camera_is_there --talks --keyboard hidden
    talker_starts talker root
    find_accessory talker
    send_line talker connect
    wait_until 40 "its bond is gone" no_bond_is_left
    unbonding_is_told 'is a keyboard or another input device'
}

# bluetoothd connects it without the agent, and the link outlives that.
throws_a_paired_camera_out_that_became_a_keyboard_without_the_agent() {
    camera_is_paired_and_leaves
    kill_accessoryd
    camera_is_there --talks --keyboard hidden
    local camera
    camera=$(bluez /hci1 org.freedesktop.DBus.Properties.Get string:org.bluez.Adapter1 string:Address)
    camera=${camera##* }
    wait_until 60 "it is linked" bluez "/hci0/dev_${camera//:/_}" org.bluez.Device1.Connect
    wait_until 30 "it is an input device" input_device_is_there
    start_accessoryd
    wait_until 40 "its bond is gone" no_bond_is_left
    unbonding_is_told 'is a keyboard or another input device'
    wait_until 10 "it is no input device" not input_device_is_there
}

input_device_is_there() { [[ -n $(input_devices) ]]; }

camera_is_paired_and_leaves() { # The app is gone by then.
    hotspot_is_off
    camera_is_there --talks
    person_chooses MyCam --pair
    app_is_set_up
    wait_until 100 "the camera is the app's" it_is_granted
    send_line app leave
    exits app 0
    a_bond_is_left
    send_line camera leave
    wait_until 10 "it is disconnected" not a_link_is_up
    kill_program camera
}

goes_on_looking_when_bluetoothd_is_killed_and_started_again() {
    hotspot_is_off
    person_chooses MyCam --pair
    app_is_set_up
    wait_until 30 "it listens" bluetooth_listens
    kill_bluetoothd
    start_bluetoothd
    camera_is_there
    it_is_at_the_hotspot
    send_line app leave
    exits app 0
}

carries_out_a_plan_whose_network_has_to_be_the_devices() {
    access_point stranger MyCam-Stranger
    access_point hotspot MyCam-31C7A0 security=wpa2 passphrase='camera obscura'
    accessory_is_there camera --name MyCam-31C7A0
    mkdir "$AGENT/config/provision.d"
    printf '%s\n' '[Plan]' "App=$app" RequireBridge=true Afterwards=run '[Accessory]' SSIDPrefix=MyCam- "BluetoothService=$RICOH" \
        "PassphraseFile=$AIR/hotspot/passphrase" '[Program]' "Command=$PWD/guest/programs/visit hotspot" >"$AGENT/config/provision.d/camera.conf"
    accessoryctl general reload
    start_program plans exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" provision run --config-dir "$AGENT/config"
    exits plans 0
    is_visited hotspot
    app_may MyCam-31C7A0
    app_may_not MyCam-Stranger
}
