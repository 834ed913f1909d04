# SPDX-License-Identifier: Apache-2.0
# Programs of others than accessoryd: apps of their own, and the people who choose for them. Each goes by a name that is
# known to the scenario only, says what it says into a file, and reads lines that tell writes.

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

viewer_starts() { program viewer app camera-viewer.service daemon camera-viewer "$@"; }
neighbour_starts() { program neighbour app other.service nobody camera-viewer "$@"; }

app() { # UNIT USER PROGRAM...
    local unit=$CGROUP/system.slice/$1
    mountpoint -q "$CGROUP" || mount -n -t cgroup2 cgroup2 "$CGROUP"
    mkdir -p "$unit"
    echo "$BASHPID" >"$unit/cgroup.procs"
    ACCESSORYD_RUNTIME_DIR=$AGENT/runtime exec setpriv --reuid="$2" --regid=nogroup --clear-groups "/run/binaries/$3" "${@:4}"
}

# person_chooses RULE [OPTION...]: a picker that takes what the rule says, and accepts the names that it is offered.
person_chooses() {
    program person exec /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" picker --select "$@"
    wait_until 20 "the picker is there" a_picker_is_there
}

# person_looks: a picker whose person waits to be told.
person_looks() {
    program person exec "$PWD/guest/programs/person" "$AGENT/runtime/control.socket"
    wait_until 20 "the picker is there" a_picker_is_there
}

a_picker_is_there() { accessoryctl --json general status | grep -q '"pickers":1'; }

program() { # NAME COMMAND...
    local files=$AGENT/$1
    rm -f "$files".*
    mkfifo "$files.lines"
    # What it said may be asked for before it runs.
    : >"$files.output"
    : >"$files.errors"
    # Opened for both directions, so that its input never ends.
    "${@:2}" <>"$files.lines" >"$files.output" 2>"$files.errors" &
    echo $! >"$files.pid"
}

tell() { echo "$2" >"$AGENT/$1.lines"; } # NAME LINE

kill_program() { stop KILL "$AGENT/$1.pid"; }

# says NAME WORD: it has said so, and says now if it says so soon.
says() { comes 60 has_told_or_ended "$1" "$2" && has_told "$1" "$2" || fail "no '$2'; $(what_told "$1")"; }
has_told() { [[ $(<"$AGENT/$1.output")$'\n'$(<"$AGENT/$1.errors") == *"$2"* ]]; }
has_told_or_ended() { has_told "$1" "$2" || ! is_running "$AGENT/$1.pid"; }
what_told() { echo "$1 said:" && cat "$AGENT/$1.output" "$AGENT/$1.errors"; }

# goes NAME STATUS [WORD]: it ends so, and has said WORD.
goes() {
    local status=0
    comes 60 not is_running "$AGENT/$1.pid" || fail "not ended within 60 s; $(what_told "$1")"
    what_told "$1"
    wait "$(<"$AGENT/$1.pid")" || status=$?
    same "exit status of $1" "$2" "$status"
    [[ -z ${3:-} ]] || has_told "$1" "$3" || fail "$1 does not say $3"
}

# What the app has, and nothing of anybody else's.
nothing_is_granted() { same "access records" '' "$(accessoryctl -t access list)" && same "accessories" '' "$(accessoryctl -t accessory list)"; }

# a_viewer_is HOW_FAR: the app is that far with a camera, whose SSID is in camera. It is another one each time: what was
# switched off is remembered for a while.
a_viewer_is() {
    local dhcp=yes
    [[ $1 != joining ]] || dhcp=no
    camera=MyCam-$(cat "$AIR/count")
    access_point camera "$camera" dhcp="$dhcp" web='a camera'
    case $1 in
        searching)
            person_looks
            viewer_starts
            says person "\"$camera\""
            ;;
        joining)
            person_chooses "$camera"
            viewer_starts
            wait_until 60 "wlan0 joins the camera" ours_is_on wlan0
            ;;
        confirming)
            person_chooses "$camera"
            viewer_starts --confirm
            says viewer 'Enter takes it'
            ;;
        naming)
            person_looks
            viewer_starts --rename
            says person "\"$camera\""
            tell person "select $camera"
            says person question
            says viewer pickerSetupRename
            ;;
        joined)
            person_chooses "$camera"
            viewer_starts --stay
            says viewer 'Enter leaves it'
            ;;
    esac
}

# accessoryd_is_killed: and is started again. The app was told, and nothing is left of what it had begun.
accessoryd_is_killed() {
    kill_accessoryd
    says viewer 'Enter shows the picker again'
    has_told viewer invalidated
    start_accessoryd
    nothing_is_granted
    wait_until 40 "the uplink HomeNet is activated again" uplink_is_activated
}

# viewer_goes_on: its session is back, so that it can show its picker once more, which somebody else answers. Nothing tells
# an app when that is; until then it is refused, and may try again.
viewer_goes_on() {
    local asked
    person_chooses "$camera"
    until viewer_shows_again; do
        asked=$(grep -c 'Enter shows' "$AGENT/viewer.output")
        tell viewer again
        wait_until 20 "the viewer has tried again" eval "viewer_shows_again || not gives $asked grep -c 'Enter shows' $AGENT/viewer.output"
    done
    ! has_told viewer 'Enter takes it' || tell viewer ''
    goes viewer 0 "'HomeNet' is back"
}

viewer_shows_again() { gives 2 grep -c pickerDidPresent "$AGENT/viewer.output"; }
viewer_joined_again() { gives 2 grep -c '^Joined' "$AGENT/viewer.output"; }
