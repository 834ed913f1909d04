# SPDX-License-Identifier: Apache-2.0
# An app is given the credentials of the home network, where the administrator wants that, and nobody else hears of them.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios; of guest/library/accessory.sh
stations=2

before_each() {
    app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd
    printf 'camera obscura' >"$AIR/secret"
    accessoryctl access grant --app "$app" --ssid MyCam-Asking --passphrase-file "$AIR/secret"
}

camera_is_there() { access_point camera MyCam-Asking security=wpa2 passphrase='camera obscura'; }

# allows INTERFACE APP: the administrator's word. The interface is for accessories, and the app may have the credentials.
allows() { printf '%s\n' '[Radios]' "Interfaces=$1" '[Uplink]' "CredentialsFor=$2" >"$AGENT/config/accessoryd.conf" && accessoryctl general reload; }

# asks STATUS WORD: the app is joined with its camera when it asks, and ends so.
asks() { program asker exec "$PWD/guest/programs/asker" "$AGENT/runtime/app.socket" MyCam-Asking "$AIR/home/passphrase" && goes asker "$@"; }

nobody_else_heard() { not grep -rqF "$(passphrase_of home)" "$LOGS" "$AGENT"; }

gives_the_app_the_network_that_was_cut_for_its_camera() {
    camera_is_there
    allows wlan0 "$app"
    asks 0 'told HomeNet, wpa2, the same passphrase'
    accessoryctl access history | grep "uplinkGiven  *$app  *HomeNet"
    nobody_else_heard
}

gives_the_app_the_network_of_the_other_radio() {
    camera_is_there
    allows wlan1 "$app"
    watch_uplink
    asks 0 'told HomeNet, wpa2, the same passphrase'
    uplink_never_moved
    nobody_else_heard
}

refuses_an_app_that_the_administrator_does_not_name() {
    camera_is_there
    allows wlan0 org.example.other
    asks 1 "NotAuthorized: $app may not have the credentials"
    not grep uplinkGiven <<<"$(accessoryctl access history)"
    nobody_else_heard
}

refuses_an_app_whose_camera_has_an_open_network() {
    access_point camera MyCam-Asking
    accessoryctl access grant --app "$app" --ssid MyCam-Asking --security open
    allows wlan0 "$app"
    asks 1 "'MyCam-Asking' is secured with open"
    not grep uplinkGiven <<<"$(accessoryctl access history)"
    nobody_else_heard
}

keeps_back_what_only_a_persons_session_has() {
    camera_is_there
    allows wlan1 "$app"
    nmcli connection modify HomeNet wifi-sec.psk-flags 1
    asks 1 "the passphrase of 'HomeNet' is not stored on this machine"
    nmcli connection modify HomeNet wifi-sec.psk-flags 0 wifi-sec.psk "$(passphrase_of home)"
}
