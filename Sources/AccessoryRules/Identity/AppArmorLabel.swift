// SPDX-License-Identifier: Apache-2.0

/// AppArmor's confinement of a process: the bytes that the kernel gives for a connection (SO_PEERSEC) and for a process
/// (`/proc/PID/attr/apparmor/current`), `snap.camera.daemon (enforce)`.
package struct AppArmorLabel: Hashable, Sendable {
    /// The sandbox that the label names. Ordinary profiles, of a browser or a printer's daemon, name none.
    package let confinement: Identity.Confinement

    package init(_ bytes: [UInt8]) {
        confinement = Self.confinement(bytes)
    }

    private static func confinement(_ bytes: [UInt8]) -> Identity.Confinement {
        // A NUL or the end of a line may follow, depending on the file and on the kernel.
        guard let end = bytes.lastIndex(where: { $0 != 0 && $0 != UInt8(ascii: "\n") }) else { return .none }
        guard let label = String(validating: bytes[...end], as: UTF8.self), label.utf8.allSatisfy({ $0 >= 0x20 })
        else { return .unknown }
        // Of another namespace, or of several profiles at once: a container, whose profiles are not this machine's.
        if label.hasPrefix(":") || label.contains("//&") { return .unknown }
        // Without a mode it is `unconfined`, or the label of another security module, which has no snaps.
        guard label.hasSuffix(")"), let space = label.lastIndex(of: " "), label.hasPrefix("snap.") else { return .none }
        let profile = label[..<space]
        switch label[space...] {
        case " (enforce)": return isProgram(profile) ? .snap(String(profile)) : .unknown
        // A classic snap, or one in developer mode: both are outside of any sandbox.
        case " (complain)", " (unconfined)": return .none
        case _: return .unknown
        }
    }

    /// `snap.NAME.APP`, `snap.NAME_INSTANCE.APP` or `snap.NAME.hook.HOOK`.
    private static func isProgram(_ profile: Substring) -> Bool {
        let parts = profile.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (parts.count == 3 || parts.count == 4 && parts[2].elementsEqual("hook".utf8))
            && parts.allSatisfy { part in
                part.first.map { $0 != UInt8(ascii: "-") } == true && part.allSatisfy { $0.isAlphanumeric(or: "_-") }
            }
    }
}
