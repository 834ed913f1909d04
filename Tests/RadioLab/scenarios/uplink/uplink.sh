# SPDX-License-Identifier: Apache-2.0
# An app gets the credentials of the home network if the administrator allows it, and they reach nobody else.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios; of guest/library/accessory.sh
stations=2

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    printf 'camera obscura' >"$AIR/secret"
    # Another camera each time: the agent still counts the one of the scenario before, whose security differs.
    camera=MyCam-$(<"$AIR/count")
    accessoryctl access grant --app "$app" --ssid "$camera" --passphrase-file "$AIR/secret"
}

camera_is_there() { access_point camera "$camera" security=wpa2 passphrase='camera obscura'; }

# allows INTERFACE APP: the administrator reserves the interface for accessories, and allows the app the credentials.
allows() { printf '%s\n' '[Radios]' "Interfaces=$1" '[Uplink]' "CredentialsFor=$2" >"$AGENT/config/accessoryd.conf" && accessoryctl general reload; }

# asker_exits STATUS WORD: the app joins its camera's network, asks for the credentials, and exits with this status; it has
# printed WORD.
asker_exits() { start_program asker exec "$PWD/guest/programs/asker" "$AGENT/runtime/app.socket" "$camera" "$AIR/home/passphrase" && exits asker "$@"; }

passphrase_is_not_leaked() { not grep -rqF "$(passphrase_of home)" "$LOGS" "$AGENT"; }

gives_the_app_the_network_that_was_cut_for_its_camera() {
    camera_is_there
    allows wlan0 "$app"
    asker_exits 0 'received HomeNet, wpa2, the same passphrase'
    accessoryctl access history | grep "uplinkGiven  *$app  *HomeNet"
    passphrase_is_not_leaked
}

gives_the_app_the_network_of_the_other_radio() {
    camera_is_there
    allows wlan1 "$app"
    watch_uplink
    asker_exits 0 'received HomeNet, wpa2, the same passphrase'
    uplink_never_moved
    passphrase_is_not_leaked
}

refuses_an_app_that_the_administrator_does_not_name() {
    camera_is_there
    allows wlan0 org.example.other
    asker_exits 1 "NotAuthorized: $app may not have the credentials"
    not grep uplinkGiven <<<"$(accessoryctl access history)"
    passphrase_is_not_leaked
}

refuses_an_app_whose_camera_has_an_open_network() {
    access_point camera "$camera"
    accessoryctl access grant --app "$app" --ssid "$camera" --security open
    allows wlan0 "$app"
    asker_exits 1 "'$camera' is open"
    not grep uplinkGiven <<<"$(accessoryctl access history)"
    passphrase_is_not_leaked
}

keeps_back_what_only_a_persons_session_has() {
    camera_is_there
    allows wlan1 "$app"
    nmcli connection modify HomeNet wifi-sec.psk-flags 1
    asker_exits 1 "the passphrase of 'HomeNet' is not stored on this machine"
    nmcli connection modify HomeNet wifi-sec.psk-flags 0 wifi-sec.psk "$(passphrase_of home)"
}
