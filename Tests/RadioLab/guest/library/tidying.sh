# SPDX-License-Identifier: Apache-2.0
# Prepares the lab for scenarios and rounds, tidies it after them, and prints the logs of one that failed. The caller sets
# stations and bluetooth: see guest/scenarios.
# shellcheck disable=SC2154

# The machine's part of the lab, before the first scenario or round.
set_up() (
    set -e
    ((stations > 0)) || return 0
    open_air "$stations"
    home_network
    start_services
    [[ $bluetooth == no ]] || start_bluetooth
    uplink_is_there
)

# Removes whatever a scenario left behind; succeeds if the next one finds the lab as the first one did.
tidy_up() (
    set -Eeuo pipefail
    end_accessory_programs
    ((stations > 0)) || return 0
    stop_watching
    for point in "$AIR"/*/hostapd.conf; do
        point=${point%/hostapd.conf}
        [[ $point == */home ]] || remove_access_point "${point##*/}"
    done
    for name in gadget enrollee liar; do remove_station "$name"; done
    is_running "$SERVICES/wpa_supplicant.pid" || start_supplicant
    networks_move_out
    networkmanager_is_running || start_networkmanager
    [[ ! -e /run/netns/unplugged ]] || plug_radio_in 1
    not radio_is_blocked phy0 || guest/programs/rfkill unblock phy0
    not is_in_state wlan0 10 || nmcli device set wlan0 managed yes
    not is_in_state wlan0 20 || switch_wifi on
    remove_profiles
    # A killed agent's checkpoint rolls back when its time is over.
    wait_until 60 "no checkpoint is left" no_checkpoint_is_left
    if [[ $bluetooth == yes ]]; then
        is_running "$SERVICES/bluetoothd.pid" || start_bluetoothd
        forget_devices
    fi
    not has_text "$PROFILES/HomeNet.nmconnection" autoconnect=false || nmcli connection modify HomeNet connection.autoconnect yes
    uplink_is_activated || nmcli --wait 30 connection up HomeNet
    uplink_is_there
    # A network of the scenario before is not to be taken for the next one's of the same name, whose BSSID is another.
    forget_networks "$stations"
)

# What the programs printed, and what the services logged since note_logs.
declare -A logged=()

print_logs() { # NAME [LINES]
    local log
    sed 's/^/    /' "$LOGS/$1.txt"
    for log in "$AGENT"/*output "$AGENT"/*errors; do
        [[ -s $log ]] || continue
        tail -n "${2:-30}" "$log" | sed "s/^/    $(basename "$log") | /"
    done
    for log in accessoryd NetworkManager wpa_supplicant bluetoothd; do
        [[ -s $LOGS/$log.log ]] || continue
        logged_since "$log" | tail -n "${2:-30}" | sed "s/^/    $log | /"
    done
}

# logged_since SERVICE: prints what the service has logged since note_logs.
logged_since() { tail -c "+$((${logged[$1]:-0} + 1))" "$LOGS/$1.log" 2>/dev/null || :; }

note_logs() {
    local log size
    logged=()
    while read -r size log; do
        log=${log##*/}
        logged[${log%.log}]=$size
    done < <(stat -c '%s %n' "$LOGS"/{accessoryd,NetworkManager,wpa_supplicant,bluetoothd}.log 2>/dev/null)
}
