# SPDX-License-Identifier: Apache-2.0
# The services of this machine: D-Bus, wpa_supplicant and NetworkManager, and the properties that NetworkManager publishes.

LOGS=/run/logs
SERVICES=/run/services
PROFILES=/etc/NetworkManager/system-connections
SUPPLICANT=$(realpath /usr/sbin/wpa_supplicant)

start_services() {
    mkdir -p "$SERVICES" /run/dbus /run/NetworkManager
    dbus-daemon --system --nofork --nopidfile &>"$LOGS/dbus.log" &
    wait_until 20 "D-Bus is there" test -S /run/dbus/system_bus_socket
    start_answers
    start_supplicant
    # From a read-only /sys NetworkManager concludes that there is no udev to wait for.
    mount -n -o remount,ro /sys
    start_networkmanager
}

# After stop_supplicant this starts a copy of the program while the original is still covered: D-Bus would start that at once.
start_supplicant() {
    local program=$SUPPLICANT
    ! mountpoint -q "$SUPPLICANT" || program=$SERVICES/wpa_supplicant
    "$program" -u -t -f "$LOGS/wpa_supplicant.log" -O /run/wpa_supplicant -B -P "$SERVICES/wpa_supplicant.pid"
    ! mountpoint -q "$SUPPLICANT" || umount "$SUPPLICANT"
}

# stop_supplicant [SIGNAL]: stops it and covers its program, because D-Bus would start it again for NetworkManager.
stop_supplicant() {
    [[ -e $SERVICES/wpa_supplicant ]] || cp "$SUPPLICANT" "$SERVICES/wpa_supplicant"
    mount -n --bind /dev/null "$SUPPLICANT"
    stop "${1:-TERM}" "$SERVICES/wpa_supplicant.pid"
}

# forget_networks STATIONS: the supplicant remembers what was on the air for minutes, and accessoryd counts it as heard for seconds.
# The supplicant keeps the network that it is connected to.
forget_networks() {
    local number value
    for ((number = 0; number < $1; number++)); do question forget "wlan$number"; done
}

# times_refused NAME EVENT: the number of these events in the supplicant's log.
times_refused() {
    local bssid line count=0
    bssid=$(<"$AIR/$1/bssid")
    while IFS= read -r line; do
        [[ $line != *"$bssid"* || ! $line =~ $2 ]] || ((++count))
    done <"$LOGS/wpa_supplicant.log"
    echo "$count"
}

start_networkmanager() {
    rm -f "$SERVICES"/device-*
    NetworkManager --config=/run/lab/guest/NetworkManager.conf --debug &>>"$LOGS/NetworkManager.log" &
    echo $! >"$SERVICES/NetworkManager.pid"
    wait_until 20 "NetworkManager answers" property / '' Version
}

stop_networkmanager() { stop "${1:-TERM}" "$SERVICES/NetworkManager.pid"; } # [SIGNAL]

networkmanager_is_running() { is_running "$SERVICES/NetworkManager.pid"; }

# switch_wifi on|off: switches Wi-Fi as a person does. NetworkManager would block every radio of the machine, here also those of
# the access points. So this hides /dev/rfkill from NetworkManager, and blocks wlan0's radio alone.
switch_wifi() {
    if [[ $1 == on ]]; then
        nmcli radio wifi on
    else
        mount -n --bind /dev/null /dev/rfkill
        nmcli radio wifi off
        umount --lazy /dev/rfkill
        guest/programs/rfkill block phy0
    fi
}

# radio_is_blocked PHY: whether rfkill blocks it. Radios in other namespaces have no readable name.
radio_is_blocked() {
    local radio name blocked
    for radio in /sys/class/rfkill/rfkill*; do
        { read -r name <"$radio/name" && read -r blocked <"$radio/soft"; } 2>/dev/null || continue
        [[ $name != "$1" || $blocked == 0 ]] || return 0
    done
    return 1
}

# unplug_radio NUMBER, plug_radio_in NUMBER: for the kernel of this machine the radio goes, and another one comes.
unplug_radio() {
    ip netns add unplugged
    iw phy "phy$1" set netns name unplugged
}

plug_radio_in() {
    nsenter --net=/run/netns/unplugged iw "phy#$1" set netns 1
    ip netns delete unplugged
    rm -f "$SERVICES/device-wlan$1"
}

# dbus-send takes a tenth of nmcli's time here, and guest/programs/answers a tenth of that, which matters for a condition that is
# checked repeatedly.
ask() { # OBJECT METHOD ARGUMENT...
    dbus-send --system --print-reply=literal --dest=org.freedesktop.NetworkManager "/org/freedesktop/NetworkManager${1%/}" "${@:2}"
}

# start_answers: the pipes are open before the program starts, so no question is lost.
start_answers() {
    mkfifo "$SERVICES/questions" "$SERVICES/answers"
    guest/programs/answers <>"$SERVICES/questions" 1<>"$SERVICES/answers" &
}

# question WORD...: sets value to the answer of guest/programs/answers. Skips answers to a shell that was killed.
question() {
    local number=$SRANDOM answered='' word=''
    echo "$number $*" 1<>"$SERVICES/questions"
    until [[ $answered == "$number" ]]; do
        read -rt 30 answered word value <>"$SERVICES/answers" || return
    done
    [[ $word == yes ]]
}

# property OBJECT INTERFACE NAME: sets value to the property. OBJECT and INTERFACE are without NetworkManager's common prefix.
# Machines run no guest/programs/answers.
property() {
    if [[ -p $SERVICES/questions ]]; then
        question "/org/freedesktop/NetworkManager${1%/}" "org.freedesktop.NetworkManager$2" "$3" || return
        value=${value#/org/freedesktop/NetworkManager}
    else
        value=$(ask "$1" org.freedesktop.DBus.Properties.Get "string:org.freedesktop.NetworkManager$2" "string:$3") || return
        [[ $value =~ ^\ *variant\ +(uint32\ |/org/freedesktop/NetworkManager)?(.*)$ ]] && value=${BASH_REMATCH[2]}
    fi
}

# device INTERFACE: sets value to its object, which is the same for as long as NetworkManager runs.
device() {
    if [[ ! -s $SERVICES/device-$1 ]]; then
        value=$(ask / org.freedesktop.NetworkManager.GetDeviceByIpIface "string:$1") || return
        echo "${value#*/org/freedesktop/NetworkManager}" >"$SERVICES/device-$1"
    fi
    read -r value <"$SERVICES/device-$1"
}

# state_of INTERFACE: NMDeviceState; 100 is activated, 30 disconnected.
state_of() { device "$1" && property "$value" .Device State && echo "$value"; }

# is_in_state INTERFACE STATE: without a subshell, because scenarios check it repeatedly.
is_in_state() {
    local value=''
    device "$1" && property "$value" .Device State && [[ $value == "$2" ]]
}

# profile_of INTERFACE: prints the profile that is active or being activated on it, if any.
profile_of() {
    device "$1" && property "$value" .Device ActiveConnection || return
    [[ $value == / ]] || { property "$value" .Connection.Active Id && echo "$value"; }
}

# one_scan_finds INTERFACE NAME...: one scan finds all access points of these names.
one_scan_finds() {
    local found name
    found=$(nmcli -e no -g BSSID device wifi list ifname "$1" --rescan yes)
    for name in "${@:2}"; do grep -Fiq "$(bssid_of "$name")" <<<"$found" || return; done
}

# Both fail if NetworkManager does not answer.
a_checkpoint_is_there() { property / '' Checkpoints && [[ $value == */Checkpoint/* ]]; }
no_checkpoint_is_left() { property / '' Checkpoints && [[ $value != */Checkpoint/* ]]; }

# Our profiles have the daemon's name. The files count too: NetworkManager may no longer list one that is still there.
no_profile_of_ours_is_left() {
    names_of_profiles && [[ ", $value" != *', accessoryd '* ]] &&
        not a_file_of_ours_is_there && not a_rule_of_ours_is_there
}

# The table of a hotspot, for packets with its mark.
a_rule_of_ours_is_there() { [[ $(ip rule) == *' fwmark 0x61'* ]]; }

a_file_of_ours_is_there() {
    local file text
    for file in "$PROFILES"/* /run/NetworkManager/system-connections/*; do
        text=''
        read -rd '' text <"$file" || [[ $'\n'$text != *$'\nid=accessoryd '* ]] || return 0
    done 2>/dev/null
    return 1
}

names_of_profiles() {
    if [[ -p $SERVICES/questions ]]; then
        question profiles
    else
        value=$(nmcli -g NAME connection show) && value=${value//$'\n'/, }
    fi
}

# remove_profiles: removes every profile but the home network's. Reading NetworkManager's files is quicker than asking it.
remove_profiles() {
    local file
    for file in "$PROFILES"/*.nmconnection /run/NetworkManager/system-connections/*.nmconnection; do
        [[ -e $file && $file != */HomeNet.nmconnection && $file != */lo.nmconnection ]] || continue
        nmcli connection delete "$(sed -n 's/^uuid=//p' "$file")"
    done
}
