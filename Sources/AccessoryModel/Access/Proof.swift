// SPDX-License-Identifier: Apache-2.0

/// One way in which a caller proves to be an app, with the proven fact: the system unit `camera.service`, the
/// executable `/usr/bin/camera`. Never a caller's own word.
package struct Proof: Hashable, Sendable, Codable {
    /// The kinds, the strongest first.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A system unit: only the service manager puts a process there.
        case unit
        /// A snap's program, by the AppArmor label that the kernel keeps with the connection.
        case snap
        /// A Flatpak app, by the file from which its sandbox was made.
        case flatpak
        /// A desktop's app unit, which any process of the user can make for itself.
        case desktop
        /// The file that is executed.
        case executable
        /// Every process with the uid.
        case user

        /// Greater is stronger.
        package var strength: Int {
            switch self {
            case .unit: 6
            case .snap: 5
            case .flatpak: 4
            case .desktop: 3
            case .executable: 2
            case .user: 1
            }
        }
    }

    package var kind: Kind
    /// `camera.service`, a snap's `snap.camera.daemon`, an app's identifier, a path, a user's name or number.
    package var id: String

    package init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// Whether a caller with this proof may use what was granted to `granted`: a weaker proof never gets a stronger
    /// one's grants.
    package func suffices(for granted: Proof) -> Bool { kind.strength >= granted.kind.strength }
}

extension Proof: CustomStringConvertible {
    package var description: String { "\(kind.rawValue) \(id.word)" }
}
