# SPDX-License-Identifier: Apache-2.0
# A desktop: alice's login session on seat0 by logind and PAM, in Xvfb, with dunst for notifications and Chromium as the default
# browser. Lines that alice types in a terminal of her session go to DESK/alice; among them README's, from the file LOGS/role.

DESK=/run/desktop

# The users, and what alice's session needs of the machine. Before it has power.
desktop() {
    local user
    for user in alice bob; do useradd --create-home --shell /bin/bash "$user"; done
    # Other machines of the lab do without.
    rm -f "$UNITS/systemd-logind.service"
    install -d -m 755 "$DESK"
    install -d -m 700 -o alice "$DESK/session"
    # As xdg-settings writes it, which takes long here.
    install -d -o alice /home/alice/.config
    printf '%s\n' '[Default Applications]' text/html=chromium.desktop >/home/alice/.config/mimeapps.list
    # A notification that is older than a minute counts its seconds, and the screen would never stand still.
    install -d -o alice /home/alice/.config/dunst
    sed 's/show_age_threshold = .*/show_age_threshold = -1/' /etc/xdg/dunst/dunstrc >/home/alice/.config/dunst/dunstrc
    mkfifo "$DESK/alice"
    chown alice "$DESK/alice"
    mkdir -p /tmp/.X11-unix
    chmod 1777 /tmp/.X11-unix
    # Chromium asks nothing about itself, and has neither a graphics card nor much shared memory.
    echo 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --no-first-run --no-default-browser-check --disable-gpu --disable-dev-shm-usage' \
        '--disable-extensions --disable-background-networking --disable-component-update --disable-sync --password-store=basic' \
        '--no-sandbox --start-maximized --window-size=1024,768"' >/etc/chromium.d/lab
    # The moment at which the picker calls for the browser.
    printf '%s\n' '#!/bin/sh' 'cat /proc/uptime >"$XDG_RUNTIME_DIR/called"' 'exec /usr/bin/xdg-open "$@"' >/usr/local/bin/xdg-open
    chmod 755 /usr/local/bin/xdg-open
    unit lab-desktop.service '[Unit]' After=systemd-logind.service dbus.service '[Service]' User=alice PAMName=login \
        Environment='XDG_SEAT=seat0 XDG_SESSION_TYPE=x11 XDG_SESSION_CLASS=user XDG_SESSION_DESKTOP=lab DISPLAY=:0' \
        "ExecStart=$PWD/guest/programs/desktop-session $DESK" StandardOutput=journal
}

# types LINE: alice types it.
types() { echo "$1" >"$DESK/alice"; }

# reads_readme: from here on, takes and skips go through README's lines.
reads_readme() {
    typed=0 began=$SECONDS
    mapfile -t readme <"$LOGS/role"
    # The clone in which an administrator is, with its build.
    mkdir -p /root/accessoryd/.build
    ln -s /run/binaries /root/accessoryd/.build/release
}

# turns_to BEGINNING: README's next line begins like this.
turns_to() {
    line=${readme[typed]:-nothing}
    [[ $line == "$1"* ]] || fail "README's next line is ${line@Q}, not ${1@Q}"
    typed=$((typed + 1))
    report "$(printf '%2d %s' "$typed" "$line")"
}

# takes BEGINNING: somebody types README's next line. alice may do nothing by sudo: an administrator does it for her.
takes() {
    turns_to "$1"
    if [[ $line == 'sudo '* ]]; then
        report_output_of bash -c "cd /root/accessoryd; ${line#sudo }"
    else
        types "$line"
    fi
}

# skips BEGINNING REASON: nobody types README's next line.
skips() {
    turns_to "$1"
    report "   (not typed: $2)"
}

has_typed_all() {
    same "README's further lines" '' "${readme[*]:typed}"
    report "desktop user: $typed lines typed, $((SECONDS - began)) s"
}

# window TEXT: the title of a window on her screen contains it.
window() { alice xdotool search --onlyvisible --name "$1"; }

# alice COMMAND...: in her session's environment.
alice() {
    setpriv --reuid=alice --regid=alice --init-groups env HOME=/home/alice DISPLAY=:0 XDG_RUNTIME_DIR="$(alices_folder)" \
        DBUS_SESSION_BUS_ADDRESS="unix:path=$(alices_folder)/bus" "$@"
}

alices_folder() { echo "/run/user/$(id -u alice)"; }

# press KEY...: on alice's keyboard.
press() { alice xdotool key --delay 100 "$@"; }

# The screen is the same after a second.
screen_stands_still() {
    cp "$DESK/session/Xvfb_screen0" "$DESK/screen"
    pause 1
    cmp "$DESK/session/Xvfb_screen0" "$DESK/screen"
}

# The browser is in another unit than the picker, whose limits and filters are not for it.
browser_is_not_confined() {
    local browser
    browser=$(pgrep -u alice -o -x chromium)
    not grep -F accessory-picker "/proc/$browser/cgroup"
    grep -E '^(NoNewPrivs|Seccomp):.*[1-9]' "/proc/$browser/status" && fail "the browser has the picker's filters"
    return 0
}

# photograph NAME: the whole screen, beside the logs.
photograph() { python3 guest/programs/photograph "$DESK/session/Xvfb_screen0" "$LOGS/$1.png"; }

# links_were_opened COUNT: so many links of the desktop picker, by its journal.
links_were_opened() { gives "$1" picker_journal; }
picker_journal() { journalctl -b -q -o cat --no-pager _COMM=accessory-picke | grep -c 'The link was opened' || :; }

# What the waiting picker needs, by the unit that runs it.
picker_costs() {
    local unit=accessory-picker-desktop.service
    alice systemctl --user show -P MemoryCurrent -P CPUUsageNSec "$unit" |
        awk 'NR == 1 { memory = $1 } END { printf "%.1f MB, %.2f s of processor time", memory / 1e6, $1 / 1e9 }'
}

# browser_alone: starts the default browser with a file, until its title is on the screen, and closes it.
browser_alone() {
    echo '<!doctype html><title>The browser alone</title>' >/home/alice/alone.html
    types 'xdg-open ~/alone.html'
    cp /proc/uptime /run/started
    wait_until 120 "the browser starts" window 'The browser alone'
    cp /proc/uptime /run/alone
    pkill -u alice -o -x chromium
    wait_until 60 "the browser ends" not pgrep -u alice -x chromium
}
