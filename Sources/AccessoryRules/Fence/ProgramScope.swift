// SPDX-License-Identifier: Apache-2.0

/// The scope of systemd's (systemd.scope(5)) that accessoryctl makes for itself and the program that it runs, so that an
/// accessory's network is for that program alone, and not for all of the person's.
package enum ProgramScope {
    private static let beginning = "accessoryctl-"

    /// - Parameter number: one that no other scope of the service manager's has.
    package static func name(_ number: UInt64) -> String { "\(beginning)\(String(number, radix: 16)).scope" }

    private static func isName(_ unit: String) -> Bool { unit.hasPrefix(beginning) && unit.hasSuffix(".scope") }

    /// Whether a process in this cgroup needs one: a login session, or a terminal, has other programs too. A service has its
    /// own, and ends what is in it.
    package static func isNeeded(in cgroup: Cgroup) -> Bool {
        guard let unit = cgroup.unit?.name else { return false }
        return unit.hasSuffix(".scope") && !isName(unit)
    }

    /// - Parameter cgroup: a path below /sys/fs/cgroup.
    package static func isOne(_ cgroup: String) -> Bool {
        guard let unit = Cgroup(path: cgroup)?.unit?.name else { return false }
        return isName(unit)
    }
}
