# SPDX-License-Identifier: Apache-2.0
# Waiting for a condition, and saying what did not hold.

# Nothing ever arrives on this descriptor: reading from it with a limit is a pause that costs no process.
exec {silence}<> <(:)
pause() { read -rt "$1" -u "$silence" || :; }

fail() {
    echo "$*" >&2
    exit 1
}

milliseconds() { echo $((${EPOCHREALTIME/./} / 1000)); }

# wait_until SECONDS WHAT COMMAND...: until the command succeeds; fails with WHAT when it has not by then. The bounds end what
# hangs; how quick something is they do not say, since guests share processors.
wait_until() {
    local limit=$1 what=$2 end
    shift 2
    end=$(($(milliseconds) + limit * 1000))
    until "$@" &>/dev/null; do
        (($(milliseconds) < end)) || fail "not within $limit s: $what"
        pause 0.05
    done
}

# stays SECONDS WHAT COMMAND...: the command succeeds the whole time; fails with WHAT as soon as it does not.
stays() {
    local limit=$1 what=$2 end
    shift 2
    end=$(($(milliseconds) + limit * 1000))
    while (($(milliseconds) < end)); do
        "$@" &>/dev/null || fail "did not last $limit s: $what"
        pause 0.05
    done
}

# same WHAT EXPECTED FOUND
same() { [[ $2 == "$3" ]] || fail "$1: expected ${2@Q}, found ${3@Q}"; }

not() { ! "$@"; }

# gives EXPECTED COMMAND...: as a condition to wait for.
gives() { [[ $("${@:2}") == "$1" ]]; }

# is_running PIDFILE
is_running() { [[ -s $1 ]] && kill -0 "$(<"$1")" 2>/dev/null; }

# stop SIGNAL PIDFILE: sends the signal and waits until the process is gone.
stop() {
    is_running "$2" || return 0
    kill -"$1" "$(<"$2")"
    wait_until 30 "process of $2 ends after SIG$1" not is_running "$2"
    rm -f "$2"
}
