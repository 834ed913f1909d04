# SPDX-License-Identifier: Apache-2.0
# How the agent identifies callers, on a kernel without SO_PEERPIDFD and with AppArmor: what each kind of proof stops, and what
# it does not. The refusal that a stranger gets names what the agent found out about it. The user is daemon, uid 1.
# shellcheck disable=SC2034 # read by guest/scenarios
stations=0
source guest/library/attack.sh
source guest/library/seats.sh

OURS=user.slice/user-1.slice/user@1.service

before_each() {
    prepare_attacks
    app_is_who "Executables=$ATTACK/camera"
    printf '%s\n' '[Air]' '[Radio wlan0]' >"$AGENT/air.conf"
    start_accessoryd root --simulate "$AGENT/air.conf"
}

after_each() { end_attackers; }

another_user_is_not_the_user() {
    app_is_who Users=daemon
    attack as daemon "$PYTHON"
    attacker_answers who app
    attack as nobody "$PYTHON"
    attacker_answers who "uid 65534 (nobody), executable $PYTHON"
}

another_unit_is_not_the_unit() {
    app_is_who Units=camera.service
    attack enter system.slice/camera.service as daemon "$PYTHON"
    attacker_answers who app
    attack enter system.slice/other.service as daemon "$PYTHON"
    attacker_answers who "uid 1 (daemon), unit other.service, executable $PYTHON"
    not as daemon bash -c "echo \$\$ >$CGROUP/system.slice/camera.service/cgroup.procs"
}

a_unit_that_is_not_the_service_managers_is_none() {
    app_is_who Units=camera.service
    as daemon mkdir -p "$CGROUP/$OURS/app.slice/camera.service"
    attack enter "$OURS/app.slice/run-1.scope" as daemon bash -c "echo \$\$ >$CGROUP/$OURS/app.slice/camera.service/cgroup.procs
        exec $PYTHON \"\$@\"" --
    attacker_answers who "uid 1 (daemon), executable $PYTHON"
    attack enter system.slice/docker-12.scope/camera.service as daemon "$PYTHON"
    attacker_answers who "uid 1 (daemon), executable $PYTHON"
    mkdir -p "$CGROUP/system.slice/other.service/camera.service"
    attack enter system.slice/other.service/camera.service as daemon "$PYTHON"
    attacker_answers who "uid 1 (daemon), unit other.service, executable $PYTHON"
}

a_process_can_become_a_desktop_app_of_its_own_user_only() {
    local scope=$OURS/app.slice/app-org.example.camera-1.scope
    as daemon mkdir "$CGROUP/$scope"
    attack enter "$OURS/app.slice/run-1.scope" as daemon bash -c "echo \$\$ >$CGROUP/$scope/cgroup.procs
        exec $PYTHON \"\$@\"" --
    attacker_answers who "uid 1 (daemon), desktop org.example.camera, executable $PYTHON"
    app_is_who DesktopApps=org.example.camera
    attacker_answers connect connected
    attacker_answers who app
    attack enter "$scope" as nobody "$PYTHON"
    attacker_answers who "uid 65534 (nobody), executable $PYTHON"
}

a_snap_is_its_profile_which_unconfined_processes_can_take() {
    mountpoint -q /sys/kernel/security || mount -t securityfs securityfs /sys/kernel/security
    apparmor_parser --skip-cache --replace <<'END'
profile snap.camera.daemon { file, capability, network, unix, signal, ptrace, }
profile snap.camera.devmode flags=(complain) { file, capability, network, unix, signal, ptrace, }
profile camera { file, capability, network, unix, signal, ptrace, }
END
    attack as daemon aa-exec -p snap.camera.daemon -- "$ATTACK/camera"
    attacker_answers who "uid 1 (daemon), snap snap.camera.daemon, executable $ATTACK/camera"
    app_is_who Snaps=snap.camera.daemon
    attacker_answers connect connected
    attacker_answers who app
    attack as daemon aa-exec -p snap.camera.devmode -- "$PYTHON"
    attacker_answers who "uid 1 (daemon), executable $PYTHON"
    attack as daemon aa-exec -p camera -- "$PYTHON"
    attacker_answers who "uid 1 (daemon), executable $PYTHON"
}

a_sandbox_is_its_file_which_the_user_can_make_too() {
    printf '[Application]\nname=org.example.camera\n' >"$ATTACK/info"
    attack as daemon guest/programs/sandbox --ro-bind "$ATTACK/info" /.flatpak-info -- "$ATTACK/camera"
    attacker_answers who "uid 1 (daemon), flatpak org.example.camera, executable $ATTACK/camera"
    attack as daemon guest/programs/sandbox -- "$ATTACK/camera"
    attacker_answers who app
    app_is_who Flatpaks=org.example.camera
    attacker_answers connect connected
    attacker_answers who "uid 1 (daemon), executable $ATTACK/camera"
    attack as daemon guest/programs/sandbox --ro-bind "$ATTACK/info" /.flatpak-info -- "$ATTACK/camera"
    attacker_answers who app
}

what_stands_in_the_place_of_a_sandboxs_file_is_not_opened() {
    local unknown="uid 1 (daemon), perhaps in a sandbox, executable $ATTACK/camera"
    [[ -p $ATTACK/fifo ]] || mkfifo -m 666 "$ATTACK/fifo"
    printf '[Application]\nname=org.example.camera\n' >"$ATTACK/info"
    printf '[Application]\nname=org.example.camera\n' >"$ATTACK/secret"
    chmod 600 "$ATTACK/secret"
    attack as daemon guest/programs/sandbox --symlink "$ATTACK/info" /.flatpak-info -- "$ATTACK/camera"
    attacker_answers who "$unknown"
    attack as daemon guest/programs/sandbox --bind "$ATTACK/fifo" /.flatpak-info -- "$ATTACK/camera"
    attacker_answers who "$unknown"
    attack as daemon guest/programs/sandbox --dev-bind /dev/kmsg /.flatpak-info -- "$ATTACK/camera"
    attacker_answers who "$unknown"
    attack as daemon guest/programs/sandbox --ro-bind "$ATTACK/secret" /.flatpak-info -- "$ATTACK/camera"
    attacker_answers who "$unknown"
    attack as daemon guest/programs/sandbox --dir /.flatpak-info -- "$ATTACK/camera"
    attacker_answers who "$unknown"
}

a_file_mounted_over_the_program_is_not_the_program() {
    attack as daemon bwrap --unshare-user --dev-bind / / --bind "$ATTACK/other" "$ATTACK/camera" -- "$ATTACK/camera"
    attacker_answers who "uid 1 (daemon)"
    attack as daemon bwrap --unshare-user --dev-bind / / -- "$ATTACK/camera"
    attacker_answers who app
}

a_name_that_a_process_gives_itself_counts_for_nothing() {
    attack as daemon bash -c "exec -a $ATTACK/camera $ATTACK/other \"\$@\"" --
    attacker_answers who "uid 1 (daemon), executable $ATTACK/other"
    arrive as daemon "$ATTACK/other"
    attacker_answers "rename camera" camera
    attacker_answers connect connected
    attacker_answers who "uid 1 (daemon), executable $ATTACK/other"
}

a_connection_is_of_the_program_that_made_it() {
    attack as daemon "$ATTACK/camera"
    attacker_answers who app
    attacker_answers "exec $ATTACK/other" executed
    attacker_answers who app
    attacker_answers connect connected
    attacker_answers who "uid 1 (daemon), executable $ATTACK/other"
}

a_socket_handed_on_stays_the_connectors_and_ends_with_it() {
    attack as daemon "$ATTACK/camera"
    attacker_answers who app
    attacker_answers "hand $ATTACK/other" handed
    attacker_answers who app
    attacker_answers orphan orphaned
    attacker_answers ended ended
    attacker_answers connect connected
    attacker_answers who "uid 1 (daemon), executable $ATTACK/other"
}

a_manifest_in_another_users_hands_counts_for_nothing() {
    local manifests=$AGENT/config/apps.d
    mv "$manifests/$app.conf" "$ATTACK/theirs.conf"
    chown daemon "$ATTACK/theirs.conf"
    ln -s "$ATTACK/theirs.conf" "$manifests/$app.conf"
    accessoryctl general reload
    attack as daemon "$ATTACK/camera"
    attacker_answers who "uid 1 (daemon), executable $ATTACK/camera"
    mv "$ATTACK/theirs.conf" "$manifests/$app.conf"
    accessoryctl general reload
    attacker_answers connect connected
    attacker_answers who "uid 1 (daemon), executable $ATTACK/camera"
    chown root "$manifests/$app.conf"
    accessoryctl general reload
    attacker_answers connect connected
    attacker_answers who app
}

a_person_at_another_seat_is_not_asked() {
    app_is_who Users=root
    printf '%s\n' '[Radio wlan0]' '[AccessPoint 1]' SSID=MyCam-1 BSSID=02:00:00:00:01:01 >"$AGENT/air.conf"
    stop_accessoryd
    start_accessoryd root --simulate "$AGENT/air.conf"
    local setup=(timeout 20 /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" setup --app "$app" -- true)
    at_seat 2 seat1 /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" picker --select only &
    attackers+=("$!")
    wait_until 30 "a picker is there" gives 1 accessoryctl -g PICKERS general status
    not at_seat 1 seat0 "${setup[@]}" 2>"$AGENT/errors"
    errors_include "no picker is running at this seat"
    at_seat 1 seat0 /run/binaries/accessoryctl --runtime-dir "$AGENT/runtime" picker --select only &
    attackers+=("$!")
    wait_until 30 "another picker is there" gives 2 accessoryctl -g PICKERS general status
    at_seat 1 seat0 "${setup[@]}"
}

only_the_named_program_of_the_active_user_is_its_picker() {
    printf '%s\n' '[Picker]' "Executables=$ATTACK/camera" >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    daemon_is_active seat0 1
    attack as daemon "$ATTACK/other"
    attacker_answers picks "Executables in [Picker] of accessoryd.conf does not name $ATTACK/other"
    attack enter system.slice/camera.service as daemon "$ATTACK/camera"
    attacker_answers picks "the process runs in the system unit camera.service"
    printf '%s\n' '[Application]' name=org.example.camera >"$ATTACK/info"
    attack as daemon guest/programs/sandbox --ro-bind "$ATTACK/info" /.flatpak-info -- "$ATTACK/camera"
    attacker_answers picks "the process is, or may be, in a sandbox"
    attack as nobody "$ATTACK/camera"
    attacker_answers picks "its user is at no seat of this machine"
    attack as daemon "$ATTACK/camera"
    attacker_answers picks picker
    daemon_is_active seat0 0
    attacker_answers picks "its user is not active at seat0 now; switch to this user's session"
    daemon_is_active seat0 1
    attacker_answers picks picker
    printf '%s\n' '[Picker]' Executables= >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    attacker_answers ended ended
    attacker_answers connect connected
    attacker_answers picks "Executables in [Picker] of accessoryd.conf is empty, so no user has a picker"
}

another_program_of_the_user_does_not_read_its_picker() {
    local file pid
    # The files of /run/binaries may be another user's than root.
    cp /run/binaries/accessory-picker "$ATTACK/"
    printf '%s\n' '[Picker]' "Executables=$ATTACK/accessory-picker" >"$AGENT/config/accessoryd.conf"
    accessoryctl general reload
    daemon_is_active seat0 1
    setpriv --reuid=daemon --regid=nogroup --clear-groups "$ATTACK/accessory-picker" --runtime-dir "$AGENT/runtime" \
        >"$AGENT/output" &
    pid=$!
    attackers+=("$pid")
    wait_until 30 "the picker is there" a_picker_is_there
    same "executable of the picker" "$ATTACK/accessory-picker" "$(readlink "/proc/$pid/exe")"
    as daemon kill -0 "$pid"
    for file in mem environ maps exe; do
        not as daemon head -c 1 "/proc/$pid/$file"
    done
}

who_cannot_be_found_to_hold_its_connection_proves_nothing() {
    attack unshare --net setpriv --reuid=daemon --regid=nogroup --clear-groups "$ATTACK/camera"
    attacker_answers who "uid 1 (daemon), perhaps in a sandbox"
}

a_recycled_pid_lends_nobody_its_name() {
    local pid
    app_is_who Units=camera.service
    # The kernel gives a pid below 300 once only, at boot.
    until ((${!:-0} > 300)); do : & done
    echo 400 >/proc/sys/kernel/pid_max
    arrive as daemon "$ATTACK/other"
    pid=$(answer_to pid)
    kill -STOP "$(<"$AGENT/accessoryd.pid")"
    attacker_answers connect connected
    attacker_answers leave left
    wait_until 20 "the connector is gone" not test -e "/proc/$pid"
    take_pid "$pid" bash -c 'echo $$ >"$0" && exec "$@"' "$CGROUP/system.slice/camera.service/cgroup.procs" \
        setpriv --reuid=daemon --regid=nogroup --clear-groups "$ATTACK/camera" -c 'import signal; signal.pause()'
    echo 32768 >/proc/sys/kernel/pid_max
    wait_until 20 "the camera's process has pid $pid" is_executing "$pid" "$ATTACK/camera"
    kill -CONT "$(<"$AGENT/accessoryd.pid")"
    attacker_answers who closed
    grep "the process that connected no longer holds its socket" "$LOGS/accessoryd.log"
    attack as daemon "$ATTACK/other"
    attacker_answers who "uid 1 (daemon), executable $ATTACK/other"
}
