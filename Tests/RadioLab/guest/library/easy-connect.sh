# SPDX-License-Identifier: Apache-2.0
# An accessory that waits for a network by Wi-Fi Easy Connect (DPP), and what hand-overs leave in this machine's wpa_supplicant.
# shellcheck disable=SC2154 # take_radio sets number

CONTROLS=/run/wpa_supplicant

# enrollee [CHANNEL]: an accessory on a radio of its own, that listens on this channel of 2.4 GHz. Its label is in
# $AIR/enrollee/label.
enrollee() {
    local channel=${1:-6} address place=$AIR/enrollee
    take_radio
    mkdir "$place"
    echo "$number" >"$place/station"
    printf '%s\n' "ctrl_interface=$place/control" update_config=1 dpp_config_processing=2 \
        "freq_list=$(seq -s ' ' 2412 5 2472)" >"$place/conf"
    on_radio "$number" wpa_supplicant -B -t -i "wlan$number" -c "$place/conf" -f "$LOGS/enrollee.device" \
        -P "$AIR/station$number.pid" >/dev/null
    # The radio still lists what an accessory saw in an earlier scenario, and this one would call an access point that is gone.
    # While wpa_supplicant itself looks, which it may do once at its start, the radio is busy.
    wait_until 5 "the radio has forgotten" on_radio "$number" iw dev "wlan$number" scan flush freq 2412 >/dev/null
    address=$(on_radio "$number" iw dev "wlan$number" info | sed -n 's/.*addr //p')
    label_of "$channel" "$address" >"$place/label"
    enrollee_cli dpp_listen $((2407 + 5 * channel)) | grep OK
}

label_of() { # CHANNEL ADDRESS
    enrollee_cli dpp_bootstrap_get_uri "$(enrollee_cli dpp_bootstrap_gen type=qrcode "chan=81/$1" "mac=$2")"
}

enrollee_cli() { timeout 10 wpa_cli -p "$AIR/enrollee/control" -i "wlan$(<"$AIR/enrollee/station")" "$@"; }

# has_connectors NAME [KEY_MANAGEMENT]: the access point takes stations with connectors of Wi-Fi Easy Connect, beside those of
# WPA2, or of this key management. The key of its configurator is in $AGENT/configurator.
has_connectors() {
    local point=$AIR/$1 management=${2:-DPP WPA-PSK} key log
    supplicant_cli dpp_configurator_add | grep -Fx 1
    (umask 077 && supplicant_cli dpp_configurator_get_key 1 >"$AGENT/configurator")
    supplicant_cli dpp_configurator_remove 1
    access_point_off "$1"
    sed -i "s/^wpa_key_mgmt=.*/wpa_key_mgmt=$management/" "$point/hostapd.conf"
    printf '%s\n' ieee80211w=1 "ctrl_interface=$point/control" >>"$point/hostapd.conf"
    access_point_on "$1"
    access_point_cli "$1" DPP_CONFIGURATOR_ADD "key=$(<"$AGENT/configurator")"
    access_point_cli "$1" DPP_CONFIGURATOR_SIGN " conf=ap-dpp configurator=1 ssid=$(sed -n 's/^ssid2=//p' "$point/hostapd.conf")"
    log=$point/hostapd.log
    wait_until 10 "the access point has its own connector" grep -q DPP-NET-ACCESS-KEY "$log"
    for key in dpp_connector=DPP-CONNECTOR dpp_csign=DPP-C-SIGN-KEY dpp_netaccesskey=DPP-NET-ACCESS-KEY; do
        access_point_cli "$1" SET "${key%=*}" "$(sed -n "s/.*${key#*=} \([^ ]*\).*/\1/p" "$log")"
    done
}

access_point_cli() { timeout 10 hostapd_cli -p "$AIR/$1/control" -i "wlan$(<"$AIR/$1/radio")" raw "${@:2}"; }

# has_another_key: its label is printed with a key that it does not have.
has_another_key() {
    local place=$AIR/enrollee
    sed "s/K:[^;]*/$(label_of 6 02:00:00:00:00:01 | grep -o 'K:[^;]*' | sed 's,/,\\/,g')/" "$place/label" >"$place/other"
    enrollee_cli dpp_bootstrap_remove 2 | grep OK
    mv "$place/other" "$place/label"
}

enrollee_goes() {
    stop KILL "$AIR/station$(<"$AIR/enrollee/station").pid"
    ip -n "radio$(<"$AIR/enrollee/station")" link set "wlan$(<"$AIR/enrollee/station")" down
}

# onboard_label [OPTION...]: hands the home network over to the accessory of the label.
# shellcheck disable=SC2120 # scenarios pass them
onboard_label() { onboard --label "$AIR/enrollee/label" "$@"; }

# enrollee_joins_by_a_connector KEY: hands the network over that this key of accessoryd.conf names, with a connector that its own
# configurator signs.
enrollee_joins_by_a_connector() {
    printf '%s\n' '[Uplink IoT]' "$1" "ConfiguratorKeyFile=$AGENT/configurator" >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    onboard_label --network IoT
    onboards 0 'is on the network'
    enrollee_is_at iot
    enrollee_cli status | grep -Fx key_mgmt=DPP
    nothing_is_left
    not grep -F "$(<"$AGENT/configurator")" "$LOGS/accessoryd.log" "$AGENT"/*.output "$AGENT"/*.errors
}

# provision_label: the same by a plan.
provision_label() {
    app_is_known SSIDPrefixes=MyCam-
    mkdir -p "$AGENT/config/provision.d"
    printf '%s\n' '[Uplink]' "CredentialsFor=$app" >"$AGENT/config/accessoryd.conf"
    printf '%s\n' '[Plan]' "App=$app" Afterwards=provision '[Accessory]' "LabelFile=$AIR/enrollee/label" '[Attempts]' Attempts=1 \
        >"$AGENT/config/provision.d/lamp.conf"
    accessoryctl general reload
    start_program plans exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" provision run lamp --config-dir "$AGENT/config"
}

enrollee_is_at() { on_radio "$(<"$AIR/enrollee/station")" iw dev "wlan$(<"$AIR/enrollee/station")" link | grep -q "$(bssid_of "$1")"; }

supplicant_cli() { timeout 10 wpa_cli -p "$CONTROLS" -i wlan0 "$@"; }

# nothing_is_left [FIRST]: wpa_supplicant has neither labels nor configurators from this number on.
# shellcheck disable=SC2120 # scenarios pass it
nothing_is_left() {
    local number
    for number in $(seq "${1:-1}" 8); do
        supplicant_cli dpp_bootstrap_get_uri "$number" | grep -Fx FAIL || return
        supplicant_cli dpp_configurator_get_key "$number" | grep -Fx FAIL || return
    done
}

# dies_at WORD: accessoryd is killed as soon as wpa_supplicant has performed a command, or has sent an event, that begins with
# WORD. The reply or the event does not arrive any more.
dies_at() {
    start_program relay exec "$PWD/guest/programs/relay" "$CONTROLS/wlan0" "$1" "$AGENT/accessoryd.pid"
    wait_until 20 "the relay is there" has_printed relay ready
}

has_died() {
    wait_until 60 "accessoryd was killed" has_printed relay killed
    stop TERM "$AGENT/relay.pid"
    rm "$AGENT/accessoryd.pid"
    wait_until 10 "wpa_supplicant has its socket again" test ! -e "$CONTROLS/wlan0.behind"
}

# dies_and_leaves_nothing WORD: the agent is killed at this moment of a hand-over, and clears away when it starts again.
dies_and_leaves_nothing() {
    dies_at "$1"
    onboard_label
    has_died
    start_accessoryd
    wait_until 20 "nothing is left" nothing_is_left
    uplink_is_activated
}
