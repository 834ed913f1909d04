# SPDX-License-Identifier: Apache-2.0
# A phone in the home network, with a radio of its own: it reaches this machine by the uplink alone. The picker's page is in
# its browser.

# phone_is_at_home: joins the home network with the phone's radio, which stays the phone's.
phone_is_at_home() {
    local number network free
    if [[ ! -e $AIR/phone/radio ]]; then
        free=("$AIR"/free/*)
        number=${free[0]##*/}
        [[ $number != '*' ]] || fail "no radio is free for the phone"
        rm "$AIR/free/$number"
        mkdir "$AIR/phone"
        echo "$number" >"$AIR/phone/radio"
        printf '%s\n' 'network={' ' ssid="HomeNet"' " psk=\"$(passphrase_of home)\"" '}' >"$AIR/phone/wpa_supplicant.conf"
    fi
    number=$(<"$AIR/phone/radio")
    network=$(address_of home)
    printf '%s\n' "link set lo up" "link set wlan$number up" "address replace ${network%.*}.20/24 dev wlan$number" |
        ip -n "radio$number" -batch -
    on_radio "$number" wpa_supplicant -B -D nl80211 -i "wlan$number" -c "$AIR/phone/wpa_supplicant.conf" \
        -P "$AGENT/supplicant.pid" >/dev/null
    wait_until 30 "the phone reaches this machine" phone_reaches_us
}

phone_reaches_us() { on_radio "$(<"$AIR/phone/radio")" busybox ping -c 1 -W 1 "$(our_address)"; }

# page_is_open [OPTION...]: starts the graphical picker, and opens its link on the phone. send_line and prints take "phone".
page_is_open() {
    local link
    start_program picker exec env STATE_DIRECTORY="$AGENT/picker" /run/binaries/accessory-picker --runtime-dir "$AGENT/runtime" --listen 0.0.0.0:8080 "$@"
    prints picker "//$(our_address):8080/open#"
    link=$(grep -o "http.*//$(our_address):8080/open#.*" "$AGENT/picker.output")
    start_program phone exec nsenter --net="/run/netns/radio$(<"$AIR/phone/radio")" "$PWD/guest/devices/phone" "$link"
    prints phone waiting
    wait_until 20 "the picker is there" a_picker_is_there
}
