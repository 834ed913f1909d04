// SPDX-License-Identifier: Apache-2.0

/// One way to prove to be an app, and what was proven: the system unit `camera.service`, the executable
/// `/usr/bin/camera`. Never a caller's own word.
public struct Proof: Hashable, Sendable, Codable {
    /// The kinds, the strongest first.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A system unit: only the service manager puts a process there.
        case unit
        /// A snap's program, by the AppArmor label that the kernel keeps with the connection.
        case snap
        /// A Flatpak app, by the file that its sandbox was made with.
        case flatpak
        /// A desktop's app unit, which any process of the user can make for itself.
        case desktop
        /// The file that is executed.
        case executable
        /// Whoever has the uid.
        case user

        /// Greater is stronger.
        public var strength: Int {
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

    public var kind: Kind
    /// `camera.service`, a snap's `snap.camera.daemon`, an app's identifier, a path, a user's name or number.
    public var id: String

    public init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// Whether what was granted to `granted` is for a caller who proved this: the weaker never gets what the stronger
    /// was granted.
    public func suffices(for granted: Proof) -> Bool { kind.strength >= granted.kind.strength }
}

extension Proof: CustomStringConvertible {
    public var description: String { "\(kind.rawValue) \(id.word)" }
}
