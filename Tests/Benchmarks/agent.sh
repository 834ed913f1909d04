# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154,SC2034
# Sourced by run, whose variables it uses: an agent with some access records, for an app with this user's proof.

start_agent() {
    local records=$1
    rm -rf "$folder/state" "$folder/run" "$folder/conf"
    mkdir -p "$folder/conf/apps.d"
    printf '[App]\nName=Benchmark\n[Identity]\nUsers=%s\n[Discovery]\nSSIDPrefixes=Bench-\n' "$(id -un)" \
        >"$folder/conf/apps.d/org.example.benchmark.conf"
    # The agent makes its own tables; the records go into them while it is away.
    launch_agent
    stop_agent
    fill "$records"
    launch_agent
}

# The only place that knows the tables (Sources/AccessoryDaemon/Store/Store.swift).
fill() {
    sqlite3 "$folder/state/accessoryd.db" <<SQL
INSERT INTO records (app, accessory, uid, name, ssid, bssid, state, security, frequency, hidden, origin, granted_by, granted)
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
SELECT 'org.example.benchmark', printf('00000000-0000-4000-8000-%012d', n), -1, 'Camera ' || n,
    CAST('Bench-' || n AS BLOB), printf('02:00:%02x:%02x:%02x:%02x', n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255),
    'authorized', 'wpa2', 2437, 0, 'administrator', 'the benchmark', 1700000000 FROM number;
SQL
}

launch_agent() {
    "$binaries/accessoryd" --simulate "$here/../../conf/demo-air.conf" --config-dir "$folder/conf" \
        --state-dir "$folder/state" --runtime-dir "$folder/run" 2>>"$folder/agent.log" &
    agent=$!
    started+=("$agent")
    until_true test -S "$folder/run/control.socket"
}

stop_agent() {
    stop "$agent"
    unset 'started[-1]'
}

# idle_clients COUNT SECONDS: the cost of connected clients that have sent one request and send no more.
idle_clients() {
    local count=$1 seconds=$2 before after woken burnt clients input output
    ulimit -n 4096
    start_agent 10
    before=$(memory "$agent")
    coproc CLIENTS { "$tools/Load" "$folder/run/app.socket" "$count" idle json "$access"; }
    clients=$CLIENTS_PID output=${CLIENTS[0]} input=${CLIENTS[1]}
    started+=("$clients")
    read -r -u "$output" _
    after=$(memory "$agent")
    woken=$(switches "$agent") burnt=$(ticks "$agent")
    sleep "$seconds"
    echo "$count idle clients: $(((after - before) * 10 / count / 10)).$(((after - before) * 10 / count % 10)) KiB each;" \
        "in $seconds s $(($(switches "$agent") - woken)) wake-ups, $(($(ticks "$agent") - burnt)) ticks of processor time"
    exec {input}>&-
    wait "$clients" || :
    unset 'started[-1]'
    stop_agent
}

memory() { awk '/^Pss:/ { print $2 }' "/proc/$1/smaps_rollup"; }
switches() { awk '/_ctxt_switches:/ { sum += $2 } END { print sum }' "/proc/$1"/task/*/status; }
ticks() { awk '{ sub(/^.*\) /, ""); print $12 + $13 }' "/proc/$1/stat"; }
