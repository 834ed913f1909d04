# SPDX-License-Identifier: Apache-2.0
# Programs around accessoryd: apps, and the people who choose for them. A scenario gives each program a name. What the
# program prints goes into files of that name, and send_line writes lines to its standard input.

EXAMPLE=/run/example
CGROUP=/sys/fs/cgroup

# The app is camera-viewer, in its unit and by its own manifest; the neighbour is the same program for another user, whom
# another manifest knows.
viewer_is_installed() {
    mkdir -p "$AGENT/config/apps.d"
    cp "$EXAMPLE/org.example.viewer.conf" "$AGENT/config/apps.d/"
    printf '%s\n' '[App]' Name=Neighbour '[Identity]' Users=nobody '[Discovery]' SSIDPrefixes=MyCam- \
        >"$AGENT/config/apps.d/org.example.neighbour.conf"
}

viewer_starts() { start_program viewer app camera-viewer.service daemon camera-viewer "$@"; }
neighbour_starts() { start_program neighbour app other.service nobody camera-viewer "$@"; }

app() { # UNIT USER PROGRAM...
    local unit=$CGROUP/system.slice/$1
    [[ -e $CGROUP/cgroup.procs ]] || mount -n -t cgroup2 cgroup2 "$CGROUP"
    mkdir -p "$unit"
    echo "$BASHPID" >"$unit/cgroup.procs"
    ACCESSORYD_RUNTIME_DIR=$AGENT/runtime exec setpriv --reuid="$2" --regid=nogroup --clear-groups "/run/binaries/$3" "${@:4}"
}

# person_chooses RULE [OPTION...]: a picker that selects by the rule, and accepts the names that the agent proposes.
person_chooses() {
    start_program person exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" picker --select "$@"
    wait_until 20 "the picker is there" a_picker_is_there
}

# person_looks [--tries-again]: a picker that waits for commands, which send_line writes.
# shellcheck disable=SC2120 # scenarios pass it
person_looks() {
    start_program person exec "$PWD/guest/programs/person" "$AGENT/runtime/control.socket" "$@"
    wait_until 20 "the picker is there" a_picker_is_there
}

start_program() { # NAME COMMAND...
    local files=$AGENT/$1
    rm -f "$files".*
    mkfifo "$files.lines"
    # A scenario may look for output before the program runs.
    : >"$files.output"
    : >"$files.errors"
    # Opened for both directions, so that its input never ends.
    "${@:2}" <>"$files.lines" >"$files.output" 2>"$files.errors" &
    echo $! >"$files.pid"
}

send_line() { echo "$2" >"$AGENT/$1.lines"; } # NAME LINE

kill_program() { stop KILL "$AGENT/$1.pid"; }

# prints NAME WORD: waits until the program has printed WORD; fails if it ends, or 60 s pass, without that.
prints() { comes 60 has_printed_or_ended "$1" "$2" && has_printed "$1" "$2" || fail "no '$2'; $(output_of "$1")"; }
has_printed() { [[ $(<"$AGENT/$1.output")$'\n'$(<"$AGENT/$1.errors") == *"$2"* ]]; }
has_printed_or_ended() { has_printed "$1" "$2" || ! is_running "$AGENT/$1.pid"; }
output_of() { echo "$1 printed:" && cat "$AGENT/$1.output" "$AGENT/$1.errors"; }

# exits NAME STATUS [WORD]: waits until the program ends, which must be with this status and after it has printed WORD.
exits() {
    local status=0
    comes "${COMMAND_LIMIT:-60}" not is_running "$AGENT/$1.pid" || fail "not ended within ${COMMAND_LIMIT:-60} s; $(output_of "$1")"
    output_of "$1"
    wait "$(<"$AGENT/$1.pid")" || status=$?
    same "exit status of $1" "$2" "$status"
    [[ -z ${3:-} ]] || has_printed "$1" "$3" || fail "$1 did not print '$3'"
}

# answers_searches NAME: the accessory of this access point answers a search by multicast.
answers_searches() {
    start_program answerer exec nsenter --net="/run/netns/radio$(<"$AIR/$1/radio")" "$PWD/guest/programs/search" --answer "$(address_of "$1")"
}

# Nobody has access to any accessory.
nothing_is_granted() { same "access records" '' "$(accessoryctl -t access list)" && same "accessories" '' "$(accessoryctl -t accessory list)"; }

# a_viewer_is HOW_FAR: the app is that far with a camera, whose SSID is in camera. Each call makes another camera, because the
# radios remember one that was switched off for a while.
a_viewer_is() {
    local dhcp=yes
    [[ $1 != joining ]] || dhcp=no
    camera=MyCam-$(<"$AIR/count")
    access_point camera "$camera" dhcp="$dhcp" web='a camera'
    case $1 in
        searching)
            person_looks
            viewer_starts
            prints person "\"$camera\""
            ;;
        joining)
            person_chooses "$camera"
            viewer_starts
            wait_until 60 "wlan0 joins the camera" ours_is_on wlan0
            ;;
        confirming)
            person_chooses "$camera"
            viewer_starts --confirm
            prints viewer 'Enter takes it'
            ;;
        naming)
            person_looks
            viewer_starts --rename
            prints person "\"$camera\""
            send_line person "select $camera"
            prints person question
            prints viewer pickerSetupRename
            ;;
        joined)
            person_chooses "$camera"
            viewer_starts --stay
            prints viewer 'Enter leaves it'
            ;;
    esac
}

# accessoryd_is_killed: kills it and starts it again. The app was notified, and nothing is left of what it had begun.
accessoryd_is_killed() {
    kill_accessoryd
    prints viewer 'Enter shows the picker again'
    has_printed viewer invalidated
    start_accessoryd
    nothing_is_granted
    wait_until 40 "the uplink HomeNet is activated again" uplink_is_activated
}

# viewer_continues: the viewer's session is back, so it can show its picker once more, which another person answers. An app
# gets no notice of that moment. Until then the agent refuses it, and it may try again.
viewer_continues() {
    local asked
    person_chooses "$camera"
    until viewer_shows_again; do
        asked=$(grep -c 'Enter shows' "$AGENT/viewer.output")
        send_line viewer again
        wait_until 20 "the viewer has tried again" eval "viewer_shows_again || not gives $asked grep -c 'Enter shows' $AGENT/viewer.output"
    done
    ! has_printed viewer 'Enter takes it' || send_line viewer ''
    exits viewer 0 "'HomeNet' is back"
}

viewer_shows_again() { gives 2 grep -c pickerDidPresent "$AGENT/viewer.output"; }
viewer_joined_again() { gives 2 grep -c '^Joined' "$AGENT/viewer.output"; }
