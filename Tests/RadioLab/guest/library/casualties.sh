# SPDX-License-Identifier: Apache-2.0
# Kills participants of a set-up without warning, and starts them again. The caller sets way, ssid and the options of the round:
# see guest/campaign.
# shellcheck disable=SC2154

# kill_casualty NAME: kills a program unless it has ended by itself, or cuts an access point's power.
kill_casualty() {
    case $1 in
        agent) kill_accessoryd ;;
        client) kill_client ;;
        picker) kill_program person ;;
        NetworkManager) stop_networkmanager KILL ;;
        wpa_supplicant) stop_supplicant KILL ;;
        access-point) access_point_off camera ;;
        bluetoothd) kill_bluetoothd ;;
        accessory-link) kill_link ;;
        *) fail "no casualty $1" ;;
    esac
}

# revive NAME: starts it again, except a client, which only its user would start, and accessory-link, which its unit starts.
revive() {
    case $1 in
        agent) start_accessoryd_in_its_unit ;;
        client | accessory-link) ;;
        picker) start_picker ;;
        NetworkManager) start_networkmanager ;;
        wpa_supplicant) start_supplicant ;;
        access-point) access_point_on camera ;;
        bluetoothd) start_bluetoothd ;;
        *) fail "no casualty $1" ;;
    esac
}

kill_client() { if [[ $way == app ]]; then kill_program viewer; else kill_app; fi; }
start_picker() { start_program person exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" picker --select "$ssid" "${secret[@]}"; }
