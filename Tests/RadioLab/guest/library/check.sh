# SPDX-License-Identifier: Apache-2.0
# Waits for conditions, and reports the one that does not hold. A guest has one slow processor, where a subshell takes 40 ms, so
# a condition that is checked repeatedly uses none.

# A process takes 15 ms here, and scenarios use these all the time: Debian's bash-builtins has them as parts of the shell. That
# mkdir -p changes the mode of folders that exist since Bash 5.3, such as /sys, which a file system may refuse.
builtins=(mkdir mkfifo rm)
((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 503)) || builtins=(mkfifo rm)
for builtin in "${builtins[@]}"; do enable -f "/usr/lib/bash/$builtin" "$builtin" 2>/dev/null || :; done

# Nothing ever arrives on this descriptor: reading from it with a limit is a pause that costs no process.
exec {silence}<> <(:)
pause() { read -rt "$1" -u "$silence" || :; }

fail() {
    echo "$*" >&2
    exit 1
}

milliseconds() { echo $((${EPOCHREALTIME/./} / 1000)); }

# comes SECONDS COMMAND...: the command succeeds within that time. The limits end what hangs. They do not measure speed,
# because guests share processors. A command that takes long is repeated less often, for the same reason.
comes() {
    local end=$((${EPOCHREALTIME/./} + $1 * 1000000)) asked=${EPOCHREALTIME/./} took
    until "${@:2}" &>/dev/null; do
        ((${EPOCHREALTIME/./} < end)) || return
        took=$((${EPOCHREALTIME/./} - asked))
        ((took >= 50000)) || took=50000
        printf -v took '%d.%06d' $((took / 1000000)) $((took % 1000000))
        pause "$took"
        asked=${EPOCHREALTIME/./}
    done
}

# wait_until SECONDS WHAT COMMAND...: repeats the command until it succeeds; fails with WHAT after this time.
wait_until() { comes "$1" "${@:3}" || fail "not within $1 s: $2"; }

# stays SECONDS WHAT COMMAND...: the command succeeds the whole time; fails with WHAT as soon as it does not.
stays() {
    local limit=$1 what=$2 end
    shift 2
    end=$((${EPOCHREALTIME/./} + limit * 1000000))
    while ((${EPOCHREALTIME/./} < end)); do
        "$@" &>/dev/null || fail "did not last $limit s: $what"
        pause 0.05
    done
}

# same WHAT EXPECTED FOUND: fails with WHAT if the two texts differ.
same() { [[ $2 == "$3" ]] || fail "$1: expected ${2@Q}, found ${3@Q}"; }

not() { ! "$@"; }

# has_text FILE EXPRESSION: a file that is not there yet has none. $(<FILE) would end the shell then, even in a condition.
has_text() {
    local text=''
    read -rd '' text <"$1" || :
    [[ $text =~ $2 ]]
} 2>/dev/null

# gives EXPECTED COMMAND...: the command's output is this, as a condition to wait for.
gives() { [[ $("${@:2}") == "$1" ]]; }

# is_running PIDFILE: its process runs. An ended one may stay a zombie as long as this shell starts no other process. A program may
# remove its file meanwhile, and $(<FILE) of a missing file ends the shell even in a condition.
is_running() {
    local number process
    read -r number <"$1" && read -r process <"/proc/$number/stat" && [[ $process == *') '[!ZX]* ]]
} 2>/dev/null

# stop SIGNAL PIDFILE: sends the signal and waits until the process is gone.
stop() {
    is_running "$2" || return 0
    # It may end by itself at this very moment.
    kill -"$1" "$(<"$2")" || not is_running "$2"
    wait_until 30 "process of $2 ends after SIG$1" not is_running "$2"
    rm -f "$2"
}
