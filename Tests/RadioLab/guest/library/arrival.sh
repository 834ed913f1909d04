# SPDX-License-Identifier: Apache-2.0
# A plug that lives on the home network, avahi-daemon on this machine, and a liar beside the plug.
# shellcheck disable=SC2154 # of guest/library/accessory.sh

SHELLY=ShellyPlusPlugS-C049EF8C480C
STATION=c0:49:ef:8c:48:0c

# avahi_is_there [INTERFACES]: does what NetworkManager's dispatcher and systemd do elsewhere: sees the uplink come and go by itself.
avahi_is_there() {
    printf '%s\n' '[server]' "allow-interfaces=${1:-wlan0}" '[publish]' disable-publishing=yes >"$AGENT/avahi.conf"
    avahi-daemon --no-drop-root --no-chroot --no-rlimits --file="$AGENT/avahi.conf" &>>"$LOGS/avahi.log" &
    echo $! >"$AGENT/avahi.pid"
    wait_until 20 "avahi-daemon is there" avahi_has_its_name
}

avahi_has_its_name() {
    [[ $(dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
        string:org.freedesktop.Avahi) == *true* ]]
}

avahi_goes() { [[ ! -e $AGENT/avahi.pid ]] || stop TERM "$AGENT/avahi.pid"; }

# plug_is_there [--ipv6]: a plug in its box, whose station has the address that its hotspot implies.
plug_is_there() {
    # shellcheck disable=SC2034 # family reads it
    local station_options=${1:-}
    family plug shelly "$SHELLY" -- --mac "${STATION//:/}"
    has_address "$(<"$AIR/plug/station")" "$STATION"
}

onboard_plug() {
    start_program onboarding exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" onboard "$SHELLY" --allow-cleartext "$@"
}

# plug_lives_at_home [--ipv6]: the plug's firmware starts anew as a station: its page and its announcement are there, and its
# hotspot is not.
plug_lives_at_home() {
    wait_until 60 "the plug is on the home network" is_on_the_home_network plug
    access_point_off plug
    resides plug "$(<"$AIR/plug/station")" "$STATION" "$@"
}

resides() { # NAME RADIO STATION [SERVICE] [--ipv6]
    start_program "$1" exec nsenter --net="/run/netns/radio$2" "$PWD/guest/devices/resident" "wlan$2" "${@:3}"
    prints "$1" 'lives at'
}

home_address() { local words && read -ra words <"$AGENT/$1.output" && echo "${words[2]}"; }

# A station of the home network that says of itself that it is the plug.
liar_is_there() {
    take_radio
    mkdir "$AIR/liar"
    echo "$number" >"$AIR/liar/station"
    has_address "$number" 24:0a:c4:00:00:01
    printf '%s\n' HomeNet "$(passphrase_of home)" | "$PWD/guest/devices/station" "$number"
    resides liar "$number" "$STATION" "${1:-another-plug}"
}

# The app that has the plug observes it.
app_observes() {
    app_is_known "SSIDs=$SHELLY"
    accessoryctl general reload
    grant_app "$SHELLY"
    start_program app exec "$PWD/guest/programs/observer" "$AGENT/runtime/app.socket"
    prints app observes
}
