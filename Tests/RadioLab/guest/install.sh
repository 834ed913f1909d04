# SPDX-License-Identifier: Apache-2.0
# The system of the machines: the host's own Debian, without the services that this host happens to run. Units that a machine
# without hardware and console does not need are missing too: each costs a second of a boot. NetworkManager comes next, then
# accessoryd's package, which dpkg installs while systemd runs.

NEEDLESS=(
    systemd-udev-trigger.service systemd-udevd.service systemd-udevd-{control,kernel}.socket
    systemd-modules-load.service modprobe@.service kmod-static-nodes.service systemd-binfmt.service
    proc-sys-fs-binfmt_misc.automount sys-{kernel-debug,kernel-tracing,kernel-config,fs-fuse-connections}.mount
    dev-{mqueue,hugepages}.mount systemd-remount-fs.service remote-fs.target {crypt,integrity,verity}setup.target
    systemd-{sysctl,sysusers,tmpfiles-setup-dev,random-seed,repart,firstboot,machine-id-commit,journal-flush}.service
    systemd-pcrphase{,-sysinit}.service systemd-update-utmp{,-runlevel}.service systemd-{initctl,journald-audit,rfkill}.socket
    systemd-{logind,hostnamed,user-sessions,rfkill}.service systemd-ask-password-{wall,console}.path
    getty.target console-getty.service timers.target NetworkManager-dispatcher.service
)

install() {
    rm -rf "$UNITS" /etc/rc?.d
    mkdir -p "$UNITS/multi-user.target.wants" /etc/systemd/system-generators
    local unit generator
    for unit in "${NEEDLESS[@]}"; do ln -s /dev/null "$UNITS/$unit"; done
    for generator in /usr/lib/systemd/system-generators/*; do
        ln -s /dev/null "/etc/systemd/system-generators/$(basename "$generator")"
    done
    ln -s /lib/systemd/system/multi-user.target "$UNITS/default.target"
    ln -s /lib/systemd/system/wpa_supplicant.service "$UNITS/dbus-fi.w1.wpa_supplicant1.service"
    for unit in NetworkManager wpa_supplicant; do
        ln -s "/lib/systemd/system/$unit.service" "$UNITS/multi-user.target.wants/"
    done
    mkdir -p "$UNITS/sysinit.target.wants"
    ln -s /lib/systemd/system/apparmor.service "$UNITS/sysinit.target.wants/"
    # Those of this host's own programs are no part of it.
    find /etc/apparmor.d -maxdepth 1 -type f -delete
    # As in the other guests, but with polkit.
    sed '/^auth-polkit=/d' guest/NetworkManager.conf >/etc/NetworkManager/NetworkManager.conf
    rm -rf /etc/NetworkManager/{conf.d,dispatcher.d}/* /usr/lib/NetworkManager/conf.d/*
    : >/etc/fstab
    # Reading every manual page of the host takes longer than all the rest.
    rm -f /var/lib/man-db/auto-update
    # A container has one that lets no package start anything.
    rm -f /usr/sbin/policy-rc.d
    echo lab >/etc/hostname

    power_on
    wait_until 60 "NetworkManager runs" test -e /run/NetworkManager/NetworkManager-intern.conf -o -e /run/NetworkManager/resolv.conf
    wait_until 60 "the machine is up" systemctl is-active multi-user.target
    # Where apt would have put it.
    cp "$LOGS"/*.deb /var/cache/apt/archives/
    dpkg --force-unsafe-io -i /var/cache/apt/archives/accessoryd_*.deb
    dpkg --verify accessoryd
    local state
    for unit in accessoryd.service accessoryd-{app,control}.socket accessory-provision.socket accessory-link.socket; do
        state=$(systemctl is-active "$unit") || fail "$unit is $state after the installation"
    done
    for unit in accessoryd.service accessoryd-{app,control}.socket accessory-provision.socket accessory-link.socket accessoryd-provision.service; do
        state=$(systemctl is-enabled "$unit") || fail "$unit is $state after the installation"
    done
    accessoryctl general status
    agent_is_confined
}
