# SPDX-License-Identifier: Apache-2.0
# accessoryctl onboard, and the socket of the program that hands the home network over, without systemd.

# Each connection starts the program as a user without rights, as accessory-provision.socket does.
provisioning_is_there() {
    systemd-socket-activate --accept --listen="$AGENT/runtime/provision.socket" \
        setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
        /run/binaries/accessory-provision &>>"$LOGS/provision.log" &
    echo $! >"$AGENT/provision.pid"
    wait_until 10 "the program's socket is there" test -S "$AGENT/runtime/provision.socket"
}

a_program_runs() {
    local process
    for process in /proc/[0-9]*/exe; do
        [[ ! $process -ef /run/binaries/accessory-provision ]] || return 0
    done
    return 1
}

# These accessories announce nothing on the home network, so nobody looks for them there.
onboard() {
    start_program onboarding exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" onboard "$@" --arrival none
}

onboard_as_nobody() {
    chmod 666 "$AGENT/runtime/control.socket"
    start_program onboarding exec setpriv --reuid=nobody --regid=nogroup --clear-groups \
        /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" onboard "$@" --arrival none
}

is_handing_over() { wait_until 60 "the program hands the network over" has_printed onboarding 'handing the network over'; }

# onboards STATUS [WORD]: the call ends with this status, and by then the uplink is back and the program has ended.
onboards() {
    exits onboarding "$@"
    uplink_is_activated || fail "the uplink is not back"
    wait_until 5 "the program ends" not a_program_runs
}

owns() { accessoryctl -t access list | grep "^org.accessoryd.onboard::$1:"; }
