// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Proofs that prove less than they seem to: allowed, and worth a warning when a manifest is checked or read.
extension Proof {
    /// Why many programs, and not one app, can give this proof. Nil if only one app can.
    package var doubt: String? {
        switch kind {
        case .executable:
            guard Self.interpreters.contains(Self.stem(of: id)) else { return nil }
            return "is an interpreter: every script that it runs, of every user, is this app; give the app a system "
                + "unit and name that in Units, or a program of its own"
        case .unit:
            guard let why = Self.shared[Self.template(of: id)] else { return nil }
            return "\(why), and each of them is this app; give the app a unit of its own"
        case .snap, .flatpak, .desktop, .user:
            return nil
        }
    }

    /// `python` of `/usr/bin/python3.11`.
    private static func stem(of path: String) -> Substring {
        let name = path.split(separator: "/").last ?? ""
        var stem = name
        while let last = stem.last, last.isASCII, last.isNumber || last == "." || last == "-" { stem.removeLast() }
        return stem.isEmpty ? name : stem
    }

    /// `sshd@.service` of `sshd@3-host.service`.
    private static func template(of unit: String) -> String {
        guard let at = unit.firstIndex(of: "@"), unit.hasSuffix(".service") else { return unit }
        return "\(unit[..<at])@.service"
    }

    /// Without their versions.
    private static let interpreters: Set<Substring> = [
        "ash", "awk", "bash", "bun", "busybox", "csh", "dash", "deno", "dotnet", "electron", "env", "erl", "expect",
        "fish",
        "gawk", "gjs", "guile", "java", "ksh", "ld-linux-aarch64.so", "ld-linux-x86-64.so", "ld-linux.so", "lua",
        "luajit",
        "make", "mawk", "mksh", "mono", "node", "nodejs", "perl", "php", "php-cgi", "pypy", "python",
        "qml", "rbash", "ruby", "sh", "socat", "tclsh", "toybox", "wine", "wish", "zsh",
    ]

    /// Units of the system that run programs or jobs of others.
    private static let shared: [String: String] = {
        let jobs = "runs the jobs of every user"
        let sessions = "runs the sessions of everybody who logs in"
        let guests = "runs the programs of every container or guest"
        var shared: [String: String] = [:]
        for name in ["anacron", "at", "atd", "cron", "cronie", "crond", "fcron"] { shared["\(name).service"] = jobs }
        for name in [
            "dropbear", "gdm", "gdm3", "getty@", "greetd", "lightdm", "console-getty", "container-getty@", "sddm",
            "serial-getty@", "ssh", "ssh@", "sshd", "sshd@", "telnetd", "xrdp", "xrdp-sesman",
        ] { shared["\(name).service"] = sessions }
        for name in ["containerd", "crio", "docker", "libvirtd", "lxc", "lxc@", "lxd", "podman", "snapd"] {
            shared["\(name).service"] = guests
        }
        for name in ["NetworkManager-dispatcher", "rc-local", "systemd-udevd", "udev", "user@"] {
            shared["\(name).service"] = "runs whatever scripts or programs others install"
        }
        return shared
    }()
}
