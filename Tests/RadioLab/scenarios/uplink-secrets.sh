# SPDX-License-Identifier: Apache-2.0
# What this machine does not have, nobody is told. In a guest of its own: a join by name may take an access point of that name
# which an earlier scenario has just switched off.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios; of guest/accessory.sh
stations=2

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd && grant_app MyCam-Asking; }

# allows INTERFACE APP: the administrator's word. The interface is for accessories, and the app may have the credentials.
allows() { printf '%s\n' '[Radios]' "Interfaces=$1" '[Uplink]' "CredentialsFor=$2" >"$AGENT/config/accessoryd.conf" && accessoryctl general reload; }

# asks STATUS WORD: the app is joined with its camera when it asks, and ends so.
asks() { program asker exec "$PWD/guest/asker" "$AGENT/runtime/app.socket" MyCam-Asking "$AIR/home/passphrase" && goes asker "$@"; }

does_not_tell_what_only_a_persons_session_has() {
    access_point camera MyCam-Asking
    allows wlan1 "$app"
    nmcli connection modify HomeNet wifi-sec.psk-flags 1
    asks 1 "the passphrase of 'HomeNet' is not stored on this machine"
    nmcli connection modify HomeNet wifi-sec.psk-flags 0 wifi-sec.psk "$(passphrase_of home)"
}
