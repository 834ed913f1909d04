# SPDX-License-Identifier: Apache-2.0
# Who takes part in a set-up, killed without warning and started again. way, ssid and the options of the round are the
# caller's: see guest/campaign.
# shellcheck disable=SC2154

# kill_casualty NAME: an access point loses its power; a program that ended by itself is gone already.
kill_casualty() {
    case $1 in
        agent) kill_accessoryd ;;
        client) kill_client ;;
        picker) kill_program person ;;
        NetworkManager) stop_networkmanager KILL ;;
        wpa_supplicant) stop_supplicant KILL ;;
        access-point) access_point_off camera ;;
        bluetoothd) kill_bluetoothd ;;
        *) fail "no casualty $1" ;;
    esac
}

# revive NAME: a client is started by whoever wants its app, which is nobody any more.
revive() {
    case $1 in
        agent) start_accessoryd ;;
        client) ;;
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
