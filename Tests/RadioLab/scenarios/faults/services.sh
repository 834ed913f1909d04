# SPDX-License-Identifier: Apache-2.0
# One radio: NetworkManager or wpa_supplicant ends without warning while an accessory is joined or being joined.

# The length of an absence, in seconds.
away=$LAB_PATIENCE

before_each() { app_is_known 'SSIDPrefixes=MyCam-' && start_accessoryd; }
after_each() { accessoryctl general status; }

saves_networks() { for ((saved = 0; saved < $1; saved++)); do save_network "saved-$saved"; done; }
save_network() { (umask 077 && sed "s/^id=.*/id=$1/; s/^uuid=.*/uuid=$(</proc/sys/kernel/random/uuid)/; s/^ssid=.*/ssid=$1/" "$PROFILES/HomeNet.nmconnection" >"$PROFILES/$1.nmconnection"); }

restores_the_uplink_when_networkmanager_was_away_in_mid_join() {
    app_is_joining camera MyCam-NMJoin
    stop_networkmanager
    is_being_left RadioUnavailable
    pause "$away"
    start_networkmanager
    lost_its_lease
    app_may_not MyCam-NMJoin
}

restores_the_uplink_when_networkmanager_dies_in_mid_join() {
    app_is_joining camera MyCam-NMKill
    stop_networkmanager KILL
    is_being_left RadioUnavailable
    pause "$away"
    start_networkmanager
    lost_its_lease
    app_may_not MyCam-NMKill
}

restores_the_uplink_when_wpa_supplicant_dies_in_mid_join() {
    app_is_joining camera MyCam-WpaJoin
    stop_supplicant KILL
    is_being_left RadioUnavailable
    pause "$away"
    start_supplicant
    lost_its_lease
    app_may_not MyCam-WpaJoin
}

restores_the_uplink_when_wpa_supplicant_dies_while_joined() {
    access_point camera MyCam-WpaKept
    app_stays_at camera setup --ssid MyCam-WpaKept --select MyCam-WpaKept
    stop_supplicant KILL
    is_being_left RadioUnavailable
    pause "$away"
    start_supplicant
    lost_its_lease
    app_may MyCam-WpaKept
}

# On a machine with many saved networks NetworkManager has its radios long before clients know its profiles.
restores_a_manual_uplink_after_networkmanager_is_killed() {
    access_point camera MyCam-NMOwed
    app_stays_at camera setup --ssid MyCam-NMOwed --select MyCam-NMOwed
    nmcli connection modify HomeNet connection.autoconnect no
    saves_networks 60
    stop_networkmanager KILL
    is_being_left RadioUnavailable
    start_networkmanager
    lost_its_lease
    wait_until 40 "the uplink HomeNet is activated again" uplink_is_activated
    rm "$PROFILES"/saved-*
    nmcli connection reload
    nmcli connection modify HomeNet connection.autoconnect yes
}
