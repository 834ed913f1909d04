# SPDX-License-Identifier: Apache-2.0
# Seats and sessions as logind describes them, in its files, on a machine without it, and a session that has a passphrase.
# shellcheck disable=SC2154 # of guest/library/services.sh

# at_seat SESSION SEAT COMMAND...: executes the command in a login session of root's, as logind makes and describes it.
at_seat() {
    local session=user.slice/user-0.slice/session-$1.scope
    mkdir -p /run/systemd/sessions "$CGROUP/$session"
    printf '%s\n' UID=0 USER=root ACTIVE=1 STATE=active "SEAT=$2" >"/run/systemd/sessions/$1"
    enter "$session" "${@:3}"
}

# daemon_is_active SEAT UID [CLASS]: daemon has a session of this class, a user's by default, at the seat, on the screen of which is
# the user with this uid, as logind describes it.
daemon_is_active() {
    mkdir -p /run/systemd/{sessions,users,seats}
    printf '%s\n' UID=1 USER=daemon ACTIVE=1 STATE=active "CLASS=${3:-user}" "SEAT=$1" >/run/systemd/sessions/5
    printf '%s\n' NAME=daemon STATE=active DISPLAY=5 SESSIONS=5 >/run/systemd/users/1
    printf '%s\n' IS_SEAT0=1 ACTIVE=5 "ACTIVE_UID=$2" >"/run/systemd/seats/$1"
}

# only_a_session_has_the_passphrase: a session of daemon's is at the screen, has the passphrase of HomeNet, and has brought that up
# with it. So the profile that is active is the one of which NetworkManager asks the session.
only_a_session_has_the_passphrase() {
    daemon_is_active seat0 1
    nmcli connection modify HomeNet wifi-sec.psk-flags 1
    not grep -F "$(passphrase_of home)" "$PROFILES/HomeNet.nmconnection"
    keyring_starts
    setpriv --reuid=daemon --regid=nogroup --clear-groups nmcli --wait 40 connection up HomeNet
    has_printed keyring 'gave HomeNet'
    uplink_is_there
}

keyring_starts() { keyring_has HomeNet "$AIR/home/passphrase"; }

# keyring_has PROFILE FILE: starts the session's secret agent, which has this secret.
keyring_has() {
    start_program keyring setpriv --reuid=daemon --regid=nogroup --clear-groups "$PWD/guest/programs/keyring" "$@"
    prints keyring 'is registered'
}

times_given() { grep -cx "gave ${1:-HomeNet}" "$AGENT/keyring.output"; } # [PROFILE]

networkmanager_has_the_passphrase() {
    nmcli connection modify HomeNet connection.autoconnect yes wifi-sec.psk-flags 0 wifi-sec.psk "$(passphrase_of home)"
    rm -r /run/systemd/{sessions,users,seats}
}
