# SPDX-License-Identifier: Apache-2.0
# Checks the lab itself, with nmcli only: its access points can be joined, and its watches notice changes.
# shellcheck disable=SC2034 # read by guest/scenarios
stations=2

after_each() { gives 30 state_of wlan1 || nmcli device disconnect wlan1; }
# Before a profile is activated: NetworkManager makes an access point of its own for one that it does not know yet, and when
# the real one takes its place, it begins DHCP anew. If the same lease is there by then, NetworkManager 1.42 waits for ever.
wlan1_finds() { wait_until 40 "wlan1 finds $*" one_scan_finds wlan1 "$@"; }
joined() { is_at "$1" wlan1 && busybox ping -c 1 -W 2 "$(address_of "$1")"; }
listed_as() { nmcli -e no -g SSID,BSSID device wifi list ifname wlan1 --rescan yes | grep -Fiqx "$2:$(bssid_of "$1")"; }
join() { nmcli --wait 20 device wifi connect "$2" ifname wlan1 ${3:+password "$3"} && joined "$1"; }

access_points_of_every_security_can_be_joined() {
    access_point plain Lab-Open
    access_point old Lab-WPA2 security=wpa2 passphrase='wpa2 passphrase' channel=1
    access_point new Lab-WPA3 security=wpa3 passphrase='sae'
    access_point both Lab-Mixed security=mixed passphrase='mixed passphrase' channel=11
    access_point secret Lab-OWE security=owe
    wlan1_finds plain old new both secret
    join plain Lab-Open
    join old Lab-WPA2 'wpa2 passphrase'
    join new Lab-WPA3 'sae'
    join both Lab-Mixed 'mixed passphrase'
    join secret Lab-OWE
}

a_hidden_access_point_can_be_joined_by_a_profile() {
    access_point hidden Lab-Hidden hidden=yes
    nmcli connection add type wifi ifname wlan1 con-name hidden ssid Lab-Hidden 802-11-wireless.hidden yes autoconnect no
    wait_until 40 "wlan1 finds the hidden name" listed_as hidden Lab-Hidden
    nmcli --wait 30 connection up hidden
    joined hidden
}

one_name_of_any_bytes_may_have_two_access_points() {
    access_point first $'Lab-\xff\xfe' channel=1
    access_point second $'Lab-\xff\xfe' channel=11
    wlan1_finds first second
    printf '%s\n' '[connection]' id=bytes type=wifi interface-name=wlan1 autoconnect=false \
        '[wifi]' 'ssid=76;97;98;45;255;254;' "bssid=$(bssid_of second)" >"$PROFILES/bytes.nmconnection"
    chmod 600 "$PROFILES/bytes.nmconnection"
    nmcli connection load "$PROFILES/bytes.nmconnection"
    nmcli --wait 30 connection up bytes
    joined second
}

the_networks_of_the_scenario_before_are_forgotten() {
    access_point gone Lab-Gone
    wlan1_finds gone
    remove_access_point gone
    forget_networks "$stations"
    wait_until 10 "NetworkManager has forgotten Lab-Gone" \
        not eval 'nmcli -g SSID device wifi list ifname wlan1 --rescan no | grep -Fx Lab-Gone'
}

an_access_point_without_dhcp_gives_no_address() {
    access_point mute Lab-Mute dhcp=no
    wlan1_finds mute
    nmcli connection add type wifi ifname wlan1 con-name mute ssid Lab-Mute ipv4.dhcp-timeout 3 ipv4.may-fail no autoconnect no
    not nmcli --wait 20 connection up mute
    grep 'device (wlan1).*Connected to wireless network "Lab-Mute"' "$LOGS/NetworkManager.log"
}

a_second_radio_can_leave_the_uplink_alone() {
    access_point camera Lab-Quiet
    wlan1_finds camera
    nmcli connection add type wifi ifname wlan1 con-name camera ssid Lab-Quiet autoconnect no \
        ipv4.never-default yes ipv4.ignore-auto-dns yes ipv6.method disabled
    watch_uplink
    nmcli --wait 30 connection up camera
    joined camera
    uplink_never_moved
}

a_stolen_default_route_is_noticed() {
    access_point camera Lab-Thief
    wlan1_finds camera
    nmcli connection add type wifi ifname wlan1 con-name thief ssid Lab-Thief autoconnect no ipv4.route-metric 100
    watch_uplink
    nmcli --wait 30 connection up thief
    not eval '(uplink_never_moved)'
}

an_address_that_is_not_on_the_interface_is_noticed() {
    local status=0
    ACCESSORYD_INTERFACE=wlan0 ACCESSORYD_ADDRESS=203.0.113.7 guest/programs/visit home || status=$?
    same "exit status of the program" 1 "$status"
    not check_joins self-check <"$LOGS/NetworkManager.log"
}

# The file joins of this scenario is not the run's.
a_program_that_starts_late_is_noticed() {
    local LOGS=/tmp address=192.0.2.7
    starts_after 1.9 check_joins self-check
    starts_after 2.1 not check_joins self-check
    # The kernel probes these first.
    for address in fe80::7 169.254.0.7; do
        starts_after 3.9 check_joins self-check
        starts_after 4.1 not check_joins self-check
    done
    same "joins" '1.900 2.100 3.900 4.100 3.900 4.100' "$(cut -d ' ' -f 1 /tmp/joins | paste -sd ' ')"
}

# Runs the command with the log of a join after which a program with this address started so late.
starts_after() { # SECONDS COMMAND...
    echo "start 170000000$1 wlan1 $address $address" >"$STARTS"
    printf '<info>  [1700000000.0000] device (wlan1): %s\n' "Activation: starting connection 'accessoryd Lab-Late' (4a1d2f9c)" \
        "state change: secondaries -> activated (reason 'none')" >/tmp/log
    "${@:2}" </tmp/log
}

a_late_median_is_noticed_from_ten_joins_on() {
    same "the verdict on nine" 0 "$(joins_of 9 0.6 | report_joins | grep -c ^FAILED || :)"
    same "the verdict on ten" 1 "$(joins_of 10 0.6 | report_joins | grep -c ^FAILED || :)"
    same "the verdict on ten that are in time" 0 "$(joins_of 10 0.5 | report_joins | grep -c ^FAILED || :)"
}

joins_of() { # COUNT SECONDS
    local number
    for ((number = 0; number < $1; number++)); do echo "$2 self-check:a_scenario"; done
}
