# SPDX-License-Identifier: Apache-2.0
# One radio: the agent does not join a twin, which has an accessory's name, or also its address, and less security.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd; }
secret_of() { echo "--passphrase-file=$AIR/$1/passphrase"; }

# has_it SSID: grants the app the camera of this name, and has it joined once.
has_it() { app_visits camera setup --ssid "$1" --select "$1" "$(secret_of camera)" && ended 0 && rm "$AIR/camera/visited"; }

# is_refused SSID WHAT
is_refused() { app_visits camera hotspot join --ssid "$1" && ended 4 "SecurityChanged.*$2" && not is_visited camera; }

refuses_an_open_twin_with_the_same_address() {
    access_point camera MyCam-Same security=wpa2 passphrase='camera obscura'
    has_it MyCam-Same
    becomes_open camera
    is_refused MyCam-Same 'WPA2 or better was expected, and it is open'
    is_refused MyCam-Same 'WPA2 or better was expected, and it is open'
    same "lines of history" 1 "$(accessoryctl access history | grep -c "securityChanged  *$app")"
}

joins_the_genuine_one_rather_than_an_open_twin_20_dB_stronger() {
    access_point camera MyCam-Quiet security=wpa2 passphrase='camera obscura' channel=6
    is_weaker camera
    access_point twin MyCam-Quiet channel=1
    accessoryctl access grant --app "$app" --ssid MyCam-Quiet "$(secret_of camera)"
    app_visits camera hotspot join --ssid MyCam-Quiet
    ended 0
    is_visited camera
    rm "$AIR/camera/visited"
    access_point_off camera
    is_refused MyCam-Quiet 'WPA2 or better was expected, and it is open'
}

a_louder_twin_has_another_key() { # of the camera with this SSID
    access_point camera "$1" security=wpa2 passphrase='camera obscura' channel=6
    is_weaker camera
    access_point twin "$1" channel=1 security=wpa2 passphrase='another key'
}

joins_the_one_that_takes_the_passphrase_beside_a_louder_twin() {
    a_louder_twin_has_another_key MyCam-Fits
    accessoryctl access grant --app "$app" --ssid MyCam-Fits "$(secret_of camera)"
    app_visits camera hotspot join --ssid MyCam-Fits
    ended 0
    is_visited camera
}

sets_the_one_up_that_takes_the_passphrase_of_a_label() {
    a_louder_twin_has_another_key MyCam-Label
    app_visits camera setup --label 'WIFI:S:MyCam-Label;T:WPA;P:camera obscura;;' --select strongest
    ended 0
    is_visited camera
    accessoryctl --json access list | grep -i "$(bssid_of camera)"
}

joins_the_one_that_takes_the_passphrase_beside_a_twin_of_its_address() {
    local number
    a_louder_twin_has_another_key MyCam-Double
    number=$(<"$AIR/twin/radio")
    access_point_off twin
    ip -n "radio$number" link set "wlan$number" address "$(bssid_of camera)"
    access_point_on twin
    accessoryctl access grant --app "$app" --ssid MyCam-Double "$(secret_of camera)"
    for _ in 1 2 3; do
        app_visits camera hotspot join --ssid MyCam-Double
        ended 0
        is_visited camera
        rm "$AIR/camera/visited"
    done
}

does_not_leave_sae_for_wpa2() {
    access_point camera MyCam-SAE security=wpa3 passphrase='camera lucida'
    has_it MyCam-SAE
    becomes_wpa2 camera
    is_refused MyCam-SAE 'WPA3 was expected, and it uses WPA2'
}

# It was joined with SAE, which a station prefers.
insists_on_sae_where_an_access_point_offers_both() {
    access_point camera MyCam-Both security=mixed passphrase='camera mista'
    has_it MyCam-Both
    accessoryctl --json access list | grep '"security":"wpa3"'
    app_visits camera hotspot join --ssid MyCam-Both
    ended 0
    is_visited camera
    grep "added 'key_mgmt' value 'SAE FT-SAE'" "$LOGS/NetworkManager.log"
    rm "$AIR/camera/visited"
    becomes_wpa2 camera
    is_refused MyCam-Both 'WPA3 was expected, and it uses WPA2'
}

# The access point that the radio is associated with, from NetworkManager, because wpa_supplicant may not be asked.
refuses_the_twin_without_the_supplicants_bus() {
    stop_accessoryd
    start_accessoryd nobody
    access_point camera MyCam-Bus security=wpa2 passphrase='camera obscura'
    has_it MyCam-Bus
    accessoryctl --json access list | grep '"security":"wpa2"'
    becomes_open camera
    is_refused MyCam-Bus 'WPA2 or better was expected, and it is open'
}

joins_the_twin_that_an_administrator_accepts() {
    access_point camera MyCam-Reset security=wpa2 passphrase='camera obscura'
    accessoryctl access grant --app "$app" --ssid MyCam-Reset "$(secret_of camera)"
    becomes_open camera
    is_refused MyCam-Reset 'and it is open'
    accessoryctl access grant --app "$app" --ssid MyCam-Reset --security open
    app_visits camera hotspot join --ssid MyCam-Reset
    ended 0
    is_visited camera
}

in_range() { accessoryctl --json scan --app "$app" | grep -iF "$(<"$AIR/$1/bssid")"; }

# Another access point of a name that was joined with a key. A rule accepts what only a person may accept under no other address.
leaves_an_open_one_of_its_name_to_a_person() {
    access_point camera MyCam-Owned security=wpa2 passphrase='camera obscura'
    has_it MyCam-Owned
    access_point_off camera
    wait_until 30 "the camera is out of range" not in_range camera
    access_point twin MyCam-Owned channel=1
    local rule
    for rule in strongest only MyCam-Owned; do
        app_visits camera setup --ssid MyCam-Owned --select "$rule"
        ended 4 'SecurityChanged: .*WPA2 or better was expected, and it is open'
    done
    not is_visited camera
    same "accessories" 1 "$(accessoryctl -t access list | wc -l)"
}

# plan CHOICE PREFIX [SECONDS]: with a passphrase, and a program that gets the home network's. While the uplink is up, a first look
# at all channels takes 6 to 8 seconds on a machine at rest.
plan() { plan_is_installed "$@" && start_program plans exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" provision run --config-dir "$AGENT/config"; }
plan_is_installed() { mkdir -p "$AGENT/config/provision.d" && uplink_is_allowed && plan_text "$@" >"$AGENT/config/provision.d/camera.conf" && accessoryctl general reload; }
uplink_is_allowed() { printf '%s\n' '[Uplink]' "CredentialsFor=$app" >"$AGENT/config/accessoryd.conf"; }
plan_text() { printf '%s\n' '[Plan]' "App=$app" "Choose=$1" Afterwards=run '[Accessory]' "SSIDPrefix=$2" "PassphraseFile=$AIR/camera/passphrase" '[Program]' "Command=$PWD/guest/programs/visit camera" UplinkCredentials=true '[Attempts]' "SearchTime=${3:-10}s" "GiveUpAfter=${3:-10}s"; }

carries_a_plan_out_at_the_genuine_one_of_two() {
    access_point camera MyCam-Planned security=wpa2 passphrase='camera obscura'
    is_weaker camera
    access_point twin MyCam-Louder channel=1
    plan strongest MyCam- 60
    exits plans 0
    is_visited camera
    accessoryctl access history | grep "uplinkGiven  *$app  *HomeNet"
}

carries_no_plan_out_at_an_open_twin() {
    # The scenario before used names with a key a moment ago, so this one needs others.
    access_point camera MyCam-Posed security=wpa2 passphrase='camera obscura'
    becomes_open camera
    plan strongest MyCam-Posed
    exits plans 4 SecurityChanged
    not is_visited camera
    not grep uplinkGiven <<<"$(accessoryctl access history)"
}
