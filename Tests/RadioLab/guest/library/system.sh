# SPDX-License-Identifier: Apache-2.0
# A machine as its integrator made it, with plans, secrets and units in its files, and its boot.

POWER=/run/power
UNITS=/etc/systemd/system
PLANS=/etc/accessoryd/provision.d

before_each() { :; }
after_each() { :; }

# Puts the machine on, after the integrator's files have reached the disk.
power_on() {
    # A plan's program has no capability to open a raw socket.
    echo 0 2147483647 >/proc/sys/net/ipv4/ping_group_range
    sync
    cp /proc/uptime /run/powered
    echo on >"$POWER"
}

# cut_power WHEN: cuts the power at once. Nothing more is written to the disk, and what was not synced is lost. WHEN is for the
# report.
cut_power() {
    report "cut $1"
    echo cut >&3
    sleep infinity
}

# what_was_cut: prints what the agent's store contains. Reads a copy, since reading the original would repair it.
what_was_cut() {
    mkdir -p /tmp/cut
    cp /var/lib/accessoryd/accessoryd.db* /tmp/cut
    python3 -c 'import sqlite3
store = sqlite3.connect("/tmp/cut/accessoryd.db")
def ask(query):
    try: return [str(row[0]) for row in store.execute(query)]
    except sqlite3.OperationalError: return []
print("on the disk: plan", *ask("SELECT state FROM plans") or ["not begun"], end=", ")
print(len(ask("SELECT 1 FROM records")), "records,", len(ask("SELECT 1 FROM journal")), "uplinks owed")'
}

# report WORD...: a line of the report. report_output_of COMMAND...: what the command prints, as lines of the report.
report() { echo "                $*" >&3; }
report_output_of() { "$@" 2>&1 | sed 's/^/                /' >&3; }

# since FIRST LAST: seconds between the uptimes in two files.
since() { awk 'FNR == 1 { time[++count] = $1 } END { printf "%.1f", time[2] - time[1] }' "$1" "$2"; }

app_is_known() { # LINE..., of its [Discovery]
    mkdir -p /etc/accessoryd/apps.d "$PLANS"
    printf '%s\n' '[App]' Name=Camera '[Identity]' Units=camera.service '[Discovery]' "$@" \
        >/etc/accessoryd/apps.d/org.example.camera.conf
}

# plan NAME LINE...: writes a plan with these lines after its App=.
plan() {
    mkdir -p "$PLANS"
    printf '%s\n' '[Plan]' App=org.example.camera "${@:2}" >"$PLANS/$1.conf"
}

# credential NAME TEXT: a credential that systemd passes to the agent's unit.
credential() {
    mkdir -p /etc/secrets "$UNITS/accessoryd.service.d"
    (umask 077 && printf %s "$2" >"/etc/secrets/$1")
    printf '%s\n' '[Service]' "LoadCredential=$1:/etc/secrets/$1" >"$UNITS/accessoryd.service.d/credential-$1.conf"
}

# unit NAME LINE...: writes a unit that multi-user.target wants.
unit() {
    printf '%s\n' "${@:2}" >"$UNITS/$1"
    mkdir -p "$UNITS/multi-user.target.wants"
    ln -sf "../$1" "$UNITS/multi-user.target.wants/$1"
}

# A unit that needs its accessories, made as the comment of accessoryd-provisioned.target describes it, and a unit for the
# case that they are missing. Each writes the time at which it began.
consumer() {
    unit lab-consumer.service '[Unit]' Requires=accessoryd-provisioned.target After=accessoryd-provisioned.target \
        '[Service]' Type=oneshot 'ExecStart=/bin/cp /proc/uptime /run/provisioned'
    unit lab-alarm.service '[Service]' Type=oneshot 'ExecStart=/bin/cp /proc/uptime /run/alarmed'
    rm "$UNITS/multi-user.target.wants/lab-alarm.service"
    mkdir -p "$UNITS/accessoryd-provision.service.d"
    printf '%s\n' '[Unit]' OnFailure=lab-alarm.service >"$UNITS/accessoryd-provision.service.d/alarm.conf"
}

# Checks files without a process, because a booting machine has no time for processes.
has_come_to_an_end() { [[ -s /run/provisioned || -s /run/alarmed ]]; }

# ends_well [SECONDS], ends_badly [SECONDS]: waits until accessoryd-provision.service ends, which must be with this result.
ends_well() {
    wait_until "${1:-120}" "accessoryd-provision.service ends" has_come_to_an_end
    [[ -s /run/provisioned ]] || fail "accessoryd-provision.service failed"
}

ends_badly() {
    wait_until "${1:-120}" "accessoryd-provision.service ends" has_come_to_an_end
    [[ ! -s /run/provisioned ]] || fail "accessoryd-provision.service did not fail"
    same "result of accessoryd-provision.service" exit-code "$(systemctl show -P Result accessoryd-provision.service)"
}

exit_status() { systemctl show -P ExecMainStatus accessoryd-provision.service; }

# journal_has UNIT PATTERN: a line of the unit's journal matches.
journal_has() { journalctl -b -o cat --no-pager -u "$1" | grep -E "$2" || fail "the journal of $1 has no $2"; }

# answers EXPRESSION COMMAND...: the Python expression is true for a, accessoryctl's JSON answer to the command.
answers() {
    local answer
    answer=$(accessoryctl --json "${@:2}")
    python3 -c 'import json, sys
a = json.loads(sys.argv[2])
assert eval(sys.argv[1]), sys.argv[1]' "$1" "$answer" || { echo "accessoryctl ${*:2} answers $answer" >&2 && return 1; }
}

plan_is() { answers "any(p['id'] == '$1' and p['state'] == '$2' for p in a['plans'])" provision list; }
plan_is_done() { plan_is "$1" 'done'; }
camera_is_kept() { is_at camera wlan0 && plan_is porch-camera kept; }
# When the agent keeps nothing any more, it restores the uplink.
leave_camera() { rm "$PLANS/porch-camera.conf" && accessoryctl general reload; }
plan_has_failed() { plan_is "$1" failed; }

# store_is_whole RECORDS: SQLite finds no fault in the agent's store, and it has this many records, all of them complete.
store_is_whole() {
    answers "len(a['records']) == $1 and all(r['accessory']['state'] == 'authorized' for r in a['records'])" access list
    python3 -c 'import glob, sqlite3
for store in glob.glob("/var/lib/accessoryd/*.db*"):
    if store.endswith(("-wal", "-shm")): continue
    problems = sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute("PRAGMA integrity_check").fetchall()
    assert problems == [("ok",)], problems'
}

agent_pid() { systemctl show -P MainPID accessoryd.service; }

# The agent is under its AppArmor profile, which has denied nothing.
agent_is_confined() {
    local agent
    agent=$(agent_pid)
    same "AppArmor's profile of the agent" 'accessoryd (enforce)' "$(tr -d '\0\n' <"/proc/$agent/attr/current")"
    same "what AppArmor denied" '' "$(journalctl -b -q -k -o cat --grep 'apparmor="DENIED".*profile="accessoryd"' || :)"
}

# NetworkManager has nothing of the agent's left, and the uplink is restored.
machine_is_at_rest() {
    uplink_is_there
    wait_until 10 "no profile of ours is left" no_profile_of_ours_is_left
    wait_until 10 "no checkpoint is left" no_checkpoint_is_left
}
