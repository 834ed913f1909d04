# SPDX-License-Identifier: Apache-2.0
# One radio, and a small disk for the agent's state, which is full or read-only when the agent writes. Nothing is half done, the
# error names the disk, the uplink is activated, and the agent still answers. Only what takes access away applies at once.
# shellcheck disable=SC2034,SC2154 # read by guest/scenarios, set by guest/library/accessory.sh

bluetooth=yes
DISK=/run/disk

# The agent reaches its state by a link, since end_accessory_programs removes the folder.
before_each() { app_is_known 'SSIDPrefixes=MyCam-' && new_disk && ln -s "$DISK" "$AGENT/state"; }
after_each() { [[ ! -e $AGENT/accessoryd.pid ]] || accessoryctl general status; }

new_disk() { mkdir -p "$DISK" && { ! mountpoint -q "$DISK" || umount "$DISK"; } && mount -n -t tmpfs -o size=2M tmpfs "$DISK"; }
# new_real_disk: in its place one of ext4, as a machine has it, on which nothing can be written any more after a fault. It
# comes after the access points, which keep what is mounted when they begin.
new_real_disk() { umount "$DISK" && mkfs.ext4 -q -F /dev/ubda && mount -n -o errors=remount-ro /dev/ubda "$DISK"; }
# For the services /sys is read-only.
has_a_fault() { mount -n -o remount,rw /sys && echo 1 >/sys/fs/ext4/ubda/trigger_fs_error && mount -n -o remount,ro /sys && not touch "$DISK/more"; }
is_repaired() { umount "$DISK" && { e2fsck -fy /dev/ubda || (($? == 1)); } && mount -n -o errors=remount-ro /dev/ubda "$DISK"; }
# Fills the disk completely, including the rest of a page.
fill_disk() { not dd if=/dev/zero of="$DISK/ballast" bs=4k status=none && not cp /dev/zero "$DISK/more" && ls -l "$DISK"/; }
free_disk() { rm "$DISK"/{ballast,more}; }
# accessoryd ends at once, and names the file. If it keeps running, timeout ends it with 124.
starts_not() { accessoryd_ends 2>"$AGENT/refusal" && cat "$AGENT/refusal" && grep -F accessoryd.db "$AGENT/refusal"; }
accessoryd_ends() { try_accessoryd || (($? != 124)); }
try_accessoryd() { timeout 20 /run/binaries/accessoryd --config-dir "$AGENT/config" --state-dir "$AGENT/state" --runtime-dir "$AGENT/runtime"; }

# is_refused WORD COMMAND...: accessoryctl COMMAND fails and prints WORD.
is_refused() { not accessoryctl "${@:2}" 2>"$AGENT/refusal" && cat "$AGENT/refusal" && grep -qi "$1" "$AGENT/refusal"; }

refuses_to_start_on_a_full_disk() {
    fill_disk
    starts_not
    free_disk
    start_accessoryd
}

refuses_to_start_on_a_read_only_disk() {
    start_accessoryd
    grant_app MyCam-Kept
    stop_accessoryd
    mount -n -o remount,ro "$DISK"
    starts_not
    mount -n -o remount,rw "$DISK"
    start_accessoryd
    app_may MyCam-Kept
}

restores_the_uplink_without_an_agent_on_a_read_only_disk() {
    access_point camera MyCam-ReadOnly
    start_accessoryd
    app_stays_at camera setup --ssid MyCam-ReadOnly --select MyCam-ReadOnly
    kill_accessoryd
    mount -n -o remount,ro "$DISK"
    lost_its_lease
    starts_not
    wait_until 60 "NetworkManager's checkpoint restores the uplink" uplink_is_activated
    mount -n -o remount,rw "$DISK"
    start_accessoryd
}

refuses_what_gives_access_on_a_disk_with_a_fault() {
    access_point camera MyCam-Before
    new_real_disk
    start_accessoryd
    grant_app MyCam-Before
    has_a_fault
    watch_uplink
    is_refused "accessoryd.db.*disk I/O error" access grant --app "$app" --ssid MyCam-New
    app_visits camera hotspot join --ssid MyCam-Before
    lost_its_lease 'disk I/O error'
    not is_visited camera
    uplink_never_moved
    app_may MyCam-Before
    app_may_not MyCam-New
    # What takes access away applies, and is said to be not on the disk.
    is_refused "applies at once.*accessoryd.db.*disk I/O error" access deny --app "$app" --ssid MyCam-Before
    app_may_not MyCam-Before
    is_refused "applies at once.*accessoryd.db.*disk I/O error" access revoke --app "$app" --ssid MyCam-Before
    app_may_not MyCam-Before
    stop_accessoryd
    is_repaired
    start_accessoryd
    app_may MyCam-Before
    app_may_not MyCam-New
}

restores_the_uplink_when_the_disk_has_a_fault_in_mid_lease() {
    access_point camera MyCam-MidFault
    new_real_disk
    start_accessoryd
    app_stays_at camera setup --ssid MyCam-MidFault --select MyCam-MidFault
    has_a_fault
    let_go
    ended 0
    uplink_is_there
    app_may MyCam-MidFault
    # The promise that it kept is still on the disk: the next agent finds the uplink restored.
    stop_accessoryd
    is_repaired
    start_accessoryd
    app_may MyCam-MidFault
}

refuses_what_gives_access_on_a_full_disk() {
    start_accessoryd
    grant_app MyCam-Before
    grant_app MyCam-Other
    fill_disk
    is_refused full access grant --app "$app" --ssid MyCam-New
    app_may_not MyCam-New
    app_may MyCam-Other
    # What takes access away applies, and the next change that can be written brings it along.
    is_refused 'applies at once.*full' access deny --app "$app" --ssid MyCam-Before
    app_may_not MyCam-Before
    is_refused 'applies at once.*full' access revoke --app "$app" --ssid MyCam-Other
    app_may_not MyCam-Other
    free_disk
    grant_app MyCam-New
    kill_accessoryd
    start_accessoryd
    app_may MyCam-New
    app_may_not MyCam-Before
    app_may_not MyCam-Other
}

writes_what_was_taken_away_once_there_is_room() {
    start_accessoryd
    grant_app MyCam-Before
    fill_disk
    is_refused 'applies at once.*full' access deny --app "$app" --ssid MyCam-Before
    owes_the_disk
    free_disk
    wait_until 75 "it is on the disk" not owes_the_disk
    kill_accessoryd
    start_accessoryd
    app_may_not MyCam-Before
}

owes_the_disk() { accessoryctl general status 2>&1 | grep 'access that was taken away is not there yet'; }

cuts_nothing_for_a_join_on_a_full_disk() {
    access_point camera MyCam-Full
    start_accessoryd
    grant_app MyCam-Full
    fill_disk
    watch_uplink
    app_visits camera hotspot join --ssid MyCam-Full
    lost_its_lease full
    not is_visited camera
    uplink_never_moved
    app_visits camera setup --ssid MyCam-Full --select MyCam-Full
    lost_its_lease full
    not is_visited camera
}

carries_a_plan_out_when_a_full_disk_has_room_again() {
    access_point camera MyCam-Plan
    start_accessoryd
    mkdir "$AGENT/config/provision.d"
    printf '%s\n' '[Plan]' "App=$app" '[Accessory]' SSID=MyCam-Plan >"$AGENT/config/provision.d/camera.conf"
    accessoryctl general reload
    fill_disk
    watch_uplink
    begin provision run camera --config-dir "$AGENT/config"
    wait_until 60 "the client reports why it waits" grep -q full "$AGENT/output" "$AGENT/errors"
    uplink_never_moved
    app_may_not MyCam-Plan
    free_disk
    ended 0
    app_may MyCam-Plan
}

grants_nothing_when_the_disk_becomes_full_in_mid_join() {
    start_accessoryd
    app_is_joining camera MyCam-MidJoin
    fill_disk
    gives_addresses camera
    lost_its_lease full
    app_may_not MyCam-MidJoin
    not is_visited camera
}

# The access goes at once, and the bond goes with it.
forgets_a_bond_when_the_disk_is_full() {
    start_accessoryd
    gadget gopro --name 'GoPro 1234'
    onboard_gadget
    exits onboard 0 '"onNetwork"'
    a_bond_is_left
    fill_disk
    is_refused full accessory remove 'GoPro 1234'
    wait_until 20 "no bond is left" no_bond_is_left
    free_disk
    wait_until 90 "the history has it once there is room" unbondings_match "no accessory's access"
    unbonding_is_told "no accessory's access"
}

restores_the_uplink_when_the_disk_becomes_full_in_mid_lease() {
    access_point camera MyCam-MidLease
    start_accessoryd
    app_stays_at camera setup --ssid MyCam-MidLease --select MyCam-MidLease
    fill_disk
    let_go
    ended 0
    app_may MyCam-MidLease
    uplink_is_there
    # The promise that it kept is still on the disk: the next agent finds the uplink restored.
    free_disk
    kill_accessoryd
    start_accessoryd
    app_may MyCam-MidLease
}

# No checkpoint is left, and NetworkManager would not join by itself.
restores_the_uplink_on_a_full_disk_when_all_had_died() {
    access_point camera MyCam-AllDied
    start_accessoryd
    app_stays_at camera setup --ssid MyCam-AllDied --select MyCam-AllDied
    nmcli connection modify HomeNet connection.autoconnect no
    fill_disk
    kill_accessoryd
    lost_its_lease
    stop KILL "$SERVICES/NetworkManager.pid"
    start_networkmanager
    start_accessoryd
    wait_until 60 "the uplink is restored" uplink_is_activated
    logged_since accessoryd | grep 'accessoryd.db: database or disk is full; until there is room'
    app_may MyCam-AllDied
    is_refused full access grant --app "$app" --ssid MyCam-Later
    free_disk
    accessoryctl access grant --app "$app" --ssid MyCam-Later
    nmcli connection modify HomeNet connection.autoconnect yes
}
