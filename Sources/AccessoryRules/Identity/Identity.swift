// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The caller's identity, as proven when the connection was accepted. Nothing here is the caller's own word.
package struct Identity: Hashable, Sendable {
    /// Whether the process runs in a sandbox that has a name. A sandboxed process never counts as the program or the
    /// user that it would be outside.
    package enum Confinement: Hashable, Sendable {
        case none
        /// `snap.camera.daemon`
        case snap(String)
        /// `org.example.Camera`
        case flatpak(String)
        /// It could not be determined.
        case unknown
    }

    package var uid: UInt32
    /// The uid's name, if it has one.
    package var user: String?
    /// The system unit that the process runs in, by its cgroup: `camera.service`.
    package var unit: String?
    package var confinement: Confinement
    /// The app of the desktop unit that the process runs in, by its cgroup: `org.example.Camera`.
    package var desktop: String?
    /// The file that the process executes.
    package var executable: String?
    /// Others can write that file, or replace it, so it proves nothing.
    package var isExecutableWritable: Bool
    /// The login session that the process is in, by its cgroup.
    package var session: String?
    /// The path of the cgroup of the process's unit, below /sys/fs/cgroup.
    package var cgroup: String?

    package init(
        uid: UInt32, user: String? = nil, unit: String? = nil, confinement: Confinement = .none,
        desktop: String? = nil, executable: String? = nil, isExecutableWritable: Bool = false, session: String? = nil,
        cgroup: String? = nil
    ) {
        self.uid = uid
        self.user = user
        self.unit = unit
        self.confinement = confinement
        self.desktop = desktop
        self.executable = executable
        self.isExecutableWritable = isExecutableWritable
        self.session = session
        self.cgroup = cgroup
    }

    /// Whether this identity satisfies a manifest's proof.
    package func proves(_ proof: Proof) -> Bool {
        switch proof.kind {
        case .unit: unit == proof.id
        case .snap: confinement == .snap(proof.id)
        case .flatpak: confinement == .flatpak(proof.id)
        case .desktop: confinement == .none && desktop == proof.id
        case .executable: confinement == .none && executable == proof.id && !isExecutableWritable
        case .user: confinement == .none && (user == proof.id || String(uid) == proof.id)
        }
    }
}

extension Identity: CustomStringConvertible {
    /// For logs, the history and error messages. Text that others chose, such as a path, cannot look like another part.
    package var description: String {
        var parts = ["uid \(uid)" + (user.map { " (\($0.word))" } ?? "")]
        if let unit { parts.append("unit \(unit.word)") }
        switch confinement {
        case .none: break
        case .snap(let name): parts.append("snap \(name.word)")
        case .flatpak(let id): parts.append("flatpak \(id.word)")
        case .unknown: parts.append("perhaps in a sandbox")
        }
        if let desktop { parts.append("desktop \(desktop.word)") }
        if let executable {
            parts.append("executable \(executable.word)" + (isExecutableWritable ? " (which others can write)" : ""))
        }
        return parts.joined(separator: ", ")
    }
}
