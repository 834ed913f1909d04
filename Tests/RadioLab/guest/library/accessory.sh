# SPDX-License-Identifier: Apache-2.0
# accessoryd and accessoryctl as the scenarios use them. Only this file knows their options and files.

AGENT=/run/agent
app=org.example.camera

# app_is_known LINE...: installs the app's manifest, with these lines in its [Discovery].
app_is_known() {
    mkdir -p "$AGENT/config/apps.d"
    printf '%s\n' '[App]' "Name=$app" '[Identity]' Users=root '[Discovery]' "$@" >"$AGENT/config/apps.d/$app.conf"
}

# start_accessoryd [USER [OPTION...]]: starts the agent, which finds what an earlier one in the scenario left. A user other than
# root may not talk to wpa_supplicant, and a group does not change that.
start_accessoryd() {
    local user=${1:-root}
    mkdir -p "$AGENT"/{config/apps.d,state,runtime}
    [[ $user == root && -O $AGENT/state && -O $AGENT/runtime ]] || chown -R "$user" "$AGENT"/{state,runtime}
    setpriv --reuid="$user" --regid=nogroup --clear-groups /run/binaries/accessoryd \
        --config-dir "$AGENT/config" --state-dir "$AGENT/state" --runtime-dir "$AGENT/runtime" "${@:2}" &>>"$LOGS/accessoryd.log" &
    echo $! >"$AGENT/accessoryd.pid"
    wait_until 30 "accessoryd answers" accessoryd_answers
}

# pickers: sets value to the number of the agent's pickers; fails if the agent does not answer. A start of accessoryctl takes long, so
# it waits for the socket, and guest/programs/answers asks where that runs.
pickers() {
    [[ -S $AGENT/runtime/control.socket ]] || return
    if [[ -p $SERVICES/questions ]]; then
        question agent "$AGENT/runtime/control.socket"
    else
        value=$(accessoryctl -g PICKERS general status)
    fi
}

accessoryd_answers() { local value && pickers; }
a_picker_is_there() { local value && pickers && [[ $value == 1 ]]; }

kill_accessoryd() { stop KILL "$AGENT/accessoryd.pid"; }

# stop_accessoryd: stops the agent as a shutdown does. It must still be running, and must end with status 0.
stop_accessoryd() {
    [[ -e $AGENT/accessoryd.pid ]] || return 0
    local daemon status=0
    daemon=$(<"$AGENT/accessoryd.pid")
    is_running "$AGENT/accessoryd.pid" || fail "accessoryd ended by itself"
    stop TERM "$AGENT/accessoryd.pid"
    wait "$daemon" || status=$?
    same "exit status of accessoryd" 0 "$status"
}

# accessoryctl ARGUMENT...: for commands that end at once, or within COMMAND_LIMIT seconds.
accessoryctl() { timeout "${COMMAND_LIMIT:-20}" /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" "$@"; }

grant_app() { accessoryctl access grant --app "$app" --ssid "$1"; }
app_may() { check_access 0 "$1"; }
app_may_not() { check_access 9 "$1"; }

check_access() { # STATUS SSID [APP]
    local status=0
    accessoryctl access check --app "${3:-$app}" --ssid "$2" || status=$?
    same "status of access check for $2" "$1" "$status"
}

# app_visits NAME COMMAND...: starts accessoryctl COMMAND on behalf of the app, whose program then visits the access point NAME.
app_visits() { begin "${@:2}" --app "$app" -- "$PWD/guest/programs/visit" "$1"; }

# app_stays_at NAME COMMAND...: the same, and waits until the app is there. It holds its lease until let_go.
app_stays_at() {
    begin "${@:2}" --app "$app" -- "$PWD/guest/programs/visit" --stay "$AGENT/hold" "$1"
    wait_until 60 "the app is at $1" is_visited "$1"
}

# app_is_joining NAME SSID: joins a new access point that gives no address, so the join lasts 45 s. The client prints nothing in
# its first second, and every state from then on.
app_is_joining() {
    access_point "$1" "$2" dhcp=no
    app_visits "$1" setup --ssid "$2" --select "$2"
    wait_until 60 "wlan0 joins $1" ours_is_on wlan0
    wait_until 10 "accessoryctl reports what it does" test -s "$AGENT/errors"
}

is_visited() { [[ -e $AIR/$1/visited ]]; }

# Opened for both directions, so it does not block if no program waits.
let_go() { [[ ! -p $AGENT/hold ]] || echo 1<>"$AGENT/hold"; }

# For the agent accessoryctl is the app: its end is the app's.
begin() {
    [[ -p $AGENT/hold ]] || mkfifo "$AGENT/hold"
    /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" "$@" >"$AGENT/output" 2>"$AGENT/errors" &
    echo $! >"$AGENT/app.pid"
}

kill_app() { stop KILL "$AGENT/app.pid"; }

# ended STATUS [WORD]: waits for the end of the client, which must have this exit status, and WORD among its errors.
ended() {
    local status=0
    has_ended
    wait "$(<"$AGENT/app.pid")" || status=$?
    errors_include "${2:-}"
    same "exit status" "$1" "$status"
}

# lost_its_lease [WORD]: waits for the end of the client, which fails and prints WORD as the reason.
lost_its_lease() {
    has_ended
    not wait "$(<"$AGENT/app.pid")"
    errors_include "${1:-.}"
}

# is_being_left [REASON]: the client reports at once that its network is left, whatever may come later. In its first second it
# shows no progress, but it always reports why it ends the program.
is_being_left() {
    wait_until 30 "accessoryctl reports that it left" \
        grep -Eq "^left '.*\(${1:-.*}\)|^${1:-[A-Za-z]+}: .*; ending the program" "$AGENT/errors"
}

has_ended() {
    wait_until 90 "accessoryctl ends" not is_running "$AGENT/app.pid"
    local file line
    for file in "$AGENT"/{output,errors}; do
        while IFS= read -r line || [[ -n $line ]]; do printf 'accessoryctl: %s\n' "$line"; done <"$file"
    done
}

errors_include() { [[ -z $1 ]] || grep -q "$1" "$AGENT/errors" || fail "accessoryctl's errors do not include '$1'"; }

# ours_is_on INTERFACE: a profile of ours is active, or about to be.
ours_is_on() { [[ $(profile_of "$1") == 'accessoryd '* ]]; }

# end_accessory_programs: ends all of them, and removes their files.
end_accessory_programs() {
    local program
    let_go
    for program in "$AGENT"/*.pid; do stop KILL "$program"; done
    rm -rf "$AGENT"
    [[ ! -e $AGENT ]]
}

# The uplink's access point vanishes while MyCam-Owed is held, and only the agent can restore the uplink.
the_uplink_vanishes_during_a_lease() {
    nmcli connection modify HomeNet connection.autoconnect no &&
        access_point camera MyCam-Owed &&
        app_stays_at camera hotspot join --ssid MyCam-Owed &&
        access_point_off home
}
