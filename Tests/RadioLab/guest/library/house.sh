# SPDX-License-Identifier: Apache-2.0
# A house of twenty accessories that an earlier run of the agent put on the home network.
# shellcheck disable=SC2034,SC2154 # read by scenarios, of guest/library/accessory.sh

# Those that can follow, those that need a person, and those that are not there: a plug that sleeps, and a lamp that somebody took
# away.
FOLLOWERS=(shelly1-{1..4} shelly-{1..4} wled-{1..4} tasmota-{1..3})
STAYERS=(theta-1 easyConnect-1 esphome-1)
ABSENT=(shelly-5 wled-5)

# the_house_is_there: before the agent. Each accessory has a record, an identity and a network on the disk.
the_house_is_there() {
    local name joins=()
    for name in "${FOLLOWERS[@]}"; do
        take_radio
        mkdir "$AIR/$name"
        echo "$number" >"$AIR/$name/station"
        has_address "$number" "$(station_of "$name")"
        comes_home "$name" &
        joins+=($!)
    done
    wait "${joins[@]}"
    for name in "${FOLLOWERS[@]}"; do
        has_page_at_home "$name" "${name%-*}" "$(station_of "$name")"
        resides "$name" "$(<"$AIR/$name/station")" "$(station_of "$name")" --no-page --type "$(type_of "$name")"
    done
    start_accessoryd
    for name in "${FOLLOWERS[@]}" "${STAYERS[@]}" "${ABSENT[@]}"; do
        accessoryctl access grant --app "$app" --ssid "$name" --name "$name" >/dev/null
    done
    stop_accessoryd
    for name in "${FOLLOWERS[@]}" "${STAYERS[@]}" "${ABSENT[@]}"; do echo "$name $(station_of "$name")"; done |
        guest/programs/settle "$AGENT/state/accessoryd.db" HomeNet
}

# comes_home NAME: fifteen at once keep the router busy, so a station that does not find it tries again.
comes_home() {
    local number try
    number=$(<"$AIR/$1/station")
    for try in 1 2 3; do
        if printf '%s\n' HomeNet "$(passphrase_of home)" | "$PWD/guest/devices/station" "$number"; then return; fi
    done
    fail "$1 does not find its network"
}

# station_of NAME: of the family's number, and its own.
station_of() {
    local families=(shelly shelly1 wled tasmota theta easyConnect esphome) at
    for at in "${!families[@]}"; do
        [[ ${families[at]} != "${1%-*}" ]] || printf '24:0a:c4:00:%02x:%02x\n' "$at" "${1##*-}"
    done
}

type_of() { [[ ${1%-*} == shelly* ]] && echo shelly || echo http; }

# the_house_announces_itself_on SSID NAME...: these accessories have joined this network, and announce themselves there.
the_house_announces_itself_on() {
    local name
    for name in "${@:2}"; do announces_itself_on "$name" "$1"; done
}

# have_home SSID NAME...: the agent knows that all of these have this network.
have_home() {
    local list name
    list=$(accessoryctl -g ACCESSORY,NETWORK,MOVE network)
    for name in "${@:2}"; do grep -q "^$name:$1:over" <<<"$list" || return 1; done
}

# figure TEXT: a line of the report below the scenario's.
figure() { echo "$*" >>"$LOGS/figures"; }

# by_script NAME ADDRESS: the shortest request that gives the accessory at this address the home network again.
by_script() {
    local home passphrase
    home=http://$2 passphrase=$(passphrase_of home)
    case ${1%-*} in
        shelly) curl -fsS "$home/rpc/WiFi.SetConfig" -d "{\"config\":{\"sta\":{\"ssid\":\"HomeNet\",\"pass\":\"$passphrase\",\"enable\":true}}}" ;;
        shelly1) curl -fsSG "$home/settings/sta" -d enabled=1 -d ssid=HomeNet --data-urlencode "key=$passphrase" ;;
        wled)
            curl -fsS "$home/json/cfg" -d "{\"nw\":{\"ins\":[{\"ssid\":\"HomeNet\",\"psk\":\"$passphrase\"}]}}"
            curl -fsS "$home/json/state" -d '{"rb":true}'
            ;;
        tasmota) curl -fsSG "$home/cm" --data-urlencode "cmnd=Backlog SSId1 HomeNet;Password1 $passphrase" ;;
    esac >/dev/null
}

# The addresses are given: a script does not know whether the device there is the accessory.
the_house_by_script() {
    local name address
    while IFS=: read -r name address; do
        [[ " ${FOLLOWERS[*]} " != *" $name "* ]] || by_script "$name" "$address"
    done < <(accessoryctl -g ACCESSORY,ADDRESS network)
}

all_have_got() { [[ $(accessoryctl access history | grep -c "uplinkGiven .*$1") -ge ${#FOLLOWERS[@]} ]]; } # SSID

# seconds COMMAND...: sets took to its time.
seconds() {
    local began=$EPOCHREALTIME
    "$@"
    took=$(awk -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
}
