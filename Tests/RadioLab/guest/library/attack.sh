# SPDX-License-Identifier: Apache-2.0
# Attackers, and the users, cgroups and sandboxes that they run in. The cgroups are as systemd makes them.

ATTACK=/run/attack
PYTHON=$(realpath /usr/bin/python3)
export PYTHONHOME=/usr
attackers=()

# Makes two programs that are different for the kernel, the part of the cgroups that daemon's service manager owns
# (Delegate=), and units of the system.
prepare_attacks() {
    mkdir -p "$ATTACK"
    [[ -e $ATTACK/other ]] || cp "$PYTHON" "$ATTACK/camera"
    [[ -e $ATTACK/other ]] || cp "$PYTHON" "$ATTACK/other"
    [[ -e $CGROUP/cgroup.procs ]] || mount -t cgroup2 cgroup2 "$CGROUP"
    mkdir -p "$CGROUP"/system.slice/{camera,other}.service "$CGROUP"/system.slice/docker-12.scope/camera.service \
        "$CGROUP"/user.slice/user-1.slice/user@1.service/app.slice/run-1.scope
    chown -R daemon "$CGROUP/user.slice/user-1.slice/user@1.service"
}

# app_is_who PROOF: installs the camera app's manifest. A caller with this proof is the app from now on.
app_is_who() {
    mkdir -p "$AGENT/config/apps.d"
    # shellcheck disable=SC2154 # of accessory.sh
    printf '%s\n' '[App]' Name=Camera '[Identity]' "$1" '[Discovery]' SSIDPrefixes=MyCam- \
        >"$AGENT/config/apps.d/$app.conf"
    ! is_running "$AGENT/accessoryd.pid" || accessoryctl general reload
}

as() { setpriv --reuid="$1" --regid=nogroup --clear-groups "${@:2}"; }

# enter CGROUP COMMAND...: moves this process there, as the service manager does, and then executes the command.
enter() {
    echo "$BASHPID" >"$CGROUP/$1/cgroup.procs"
    "${@:2}"
}

# attack COMMAND... PROGRAM: starts the program by the command as an attacker, and has it connect. attacker_answers sends to the
# latest attacker.
attack() {
    arrive "$@"
    attacker_answers connect connected
}

arrive() {
    coproc ATTACKER { "$@" "$PWD/guest/programs/attacker" "$AGENT/runtime/app.socket"; }
    attackers+=("$ATTACKER_PID")
    # These stay open after the attacker's first process has ended.
    exec {answers}<&"${ATTACKER[0]}" {commands}>&"${ATTACKER[1]}"
}

# attacker_answers COMMAND ANSWER: sends the attacker a command, and expects this answer.
attacker_answers() {
    local answer
    answer=$(answer_to "$1")
    same "answer to '$1'" "$2" "$answer"
}

answer_to() {
    local answer=
    echo "$1" >&"$commands"
    read -rt 20 answer <&"$answers" || :
    echo "$answer"
}

end_attackers() {
    ((${#attackers[@]} == 0)) || kill -KILL "${attackers[@]}" 2>/dev/null || :
}

# take_pid PID COMMAND...: makes processes until the next one gets this pid, which then executes the command.
take_pid() {
    local taken=
    until [[ -n $taken ]]; do
        ([[ $BASHPID != "$1" ]] || exec "${@:2}") &
        [[ $! != "$1" ]] || taken=yes
    done
    attackers+=("$1")
}

is_executing() { [[ $(readlink "/proc/$1/exe") == "$2" ]]; }
