# SPDX-License-Identifier: Apache-2.0
# Rounds that begin alike, and statistics of their times, in centiseconds.
# shellcheck disable=SC2154 # of guest/library/services.sh

median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }

# line TITLE BASE TIME...: the median, the extremes, and the ratio to BASE; if floor is set, the ratio to that, too.
line() {
    local sorted
    mapfile -t sorted < <(printf '%s\n' "${@:3}" | sort -n)
    awk -v title="$1" -v base="$2" -v median="$(median "${@:3}")" -v least="${sorted[0]}" -v most="${sorted[-1]}" \
        -v floor="${floor:-0}" 'BEGIN {
        printf "  %-44s %6.2f s  (%.2f to %.2f)  ratio %.2f%s\n", title, median / 100, least / 100, most / 100, median / base,
            (floor > 0 ? sprintf(", to the floor %.2f", median / floor) : "") }'
}

# The kernel's text has two decimals.
uptime() { local now && read -r now _ </proc/uptime && echo "${now/./}"; }

# After 8 s with an uplink, NetworkManager allows a scan at once.
has_not_scanned_for() { # MILLISECONDS
    device wlan0 && property "$value" .Device.Wireless LastScan &&
        (($(uptime) * 10 - ${value##* } > $1)) && not supplicant_scans
}

supplicant_scans() {
    local supplicant=fi.w1.wpa_supplicant1 interface
    interface=$(dbus-send --system --print-reply=literal --dest=$supplicant /fi/w1/wpa_supplicant1 \
        $supplicant.GetInterface string:wlan0)
    grep -q true <<<"$(dbus-send --system --print-reply=literal --dest=$supplicant "${interface##* }" \
        org.freedesktop.DBus.Properties.Get string:$supplicant.Interface string:Scanning)"
}
