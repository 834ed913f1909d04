# SPDX-License-Identifier: Apache-2.0
# What the lab itself checks of each join: the address that a program gets is on the interface at that moment, and a program that
# starts by itself after the join starts soon.

# Seconds from NetworkManager's "activated" to the program's first act: of each join, and the median of a run with at least so many
# joins, because that of one join is no median.
LONGEST_START=2 MEDIAN_START=0.5 MEDIAN_COUNT=10
# What a join for a link-local address may take in addition: the kernel waits up to a second, and then probes the IPv6 address for
# a second (RFC 4862, 5.4.2).
LONGEST_PROBE=2

# guest/programs/visit writes a line here for each start.
STARTS=/run/starts

# check_joins SCENARIO: reads what NetworkManager has logged from standard input. Prints the faults, and fails if there is one. The
# file joins beside the logs gets the seconds of each join.
check_joins() {
    local status=0 output
    : >>"$STARTS"
    output=$(compgen -G '/run/agent/*.output' || :)
    # shellcheck disable=SC2086 # several files
    awk -f guest/programs/joins -v bound="$LONGEST_START" -v probe="$LONGEST_PROBE" -v scenario="$1" -v report="$LOGS/joins" \
        "$STARTS" $output - || status=$?
    rm "$STARTS"
    return "$status"
}

# report_joins: reads the files joins of a whole run from standard input. Prints a line about them, which begins with FAILED if the
# programs of all scenarios together started too late.
report_joins() {
    sort -n | awk -v bound="$MEDIAN_START" -v count="$MEDIAN_COUNT" '
        { seconds[NR] = $1 }
        END {
            if (NR == 0) exit
            median = seconds[int((NR + 1) / 2)]
            late = NR >= count && median > bound
            gsub(/_/, " ", $2)
            printf "%-6s %12s joins: %d, from activated to the start of the program: median %.2f s, longest %.2f s (%s)\n",
                late ? "FAILED" : "", "", NR, median, seconds[NR], $2
            if (late) printf "    a median of %s s is allowed\n", bound
        }'
}
