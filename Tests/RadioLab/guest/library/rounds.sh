# SPDX-License-Identifier: Apache-2.0
# Statistics of the times of several rounds, in centiseconds.

median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }

# line TITLE BASE TIME...: the median, the extremes, and the ratio to BASE.
line() {
    local sorted
    mapfile -t sorted < <(printf '%s\n' "${@:3}" | sort -n)
    awk -v title="$1" -v base="$2" -v median="$(median "${@:3}")" -v least="${sorted[0]}" -v most="${sorted[-1]}" 'BEGIN {
        printf "  %-44s %6.2f s  (%.2f to %.2f)  ratio %.2f\n", title, median / 100, least / 100, most / 100, median / base }'
}
