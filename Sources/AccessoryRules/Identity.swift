// SPDX-License-Identifier: Apache-2.0

/// Who is calling, as far as it was proven when the connection was accepted. Nothing here is the caller's own word.
package struct Identity: Hashable, Sendable {
    package var uid: UInt32
    /// The uid's name, where it has one.
    package var user: String?
    /// The system unit that the process runs in, by its cgroup: `camera.service`.
    package var unit: String?
    /// The file that the process executes.
    package var executable: String?

    package init(uid: UInt32, user: String? = nil, unit: String? = nil, executable: String? = nil) {
        self.uid = uid
        self.user = user
        self.unit = unit
        self.executable = executable
    }
}

extension Identity: CustomStringConvertible {
    package var description: String {
        var parts = ["uid \(uid)" + (user.map { " (\($0))" } ?? "")]
        if let unit { parts.append("unit \(unit)") }
        if let executable { parts.append("executable \(executable)") }
        return parts.joined(separator: ", ")
    }
}

/// One way to prove to be an app, the strongest first: only the service manager can put a process into a system unit,
/// an executable can be run by anyone who may, and a user is whoever has the uid.
package enum Proof: Hashable, Sendable {
    case unit(String)
    case executable(String)
    case user(String)

    package func holds(for identity: Identity) -> Bool {
        switch self {
        case .unit(let name): identity.unit == name
        case .executable(let path): identity.executable == path
        case .user(let name): identity.user == name || String(identity.uid) == name
        }
    }

    package var strength: Int {
        switch self {
        case .unit: 3
        case .executable: 2
        case .user: 1
        }
    }
}

extension Proof: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unit(let name): "unit \(name)"
        case .executable(let path): "executable \(path)"
        case .user(let name): "user \(name)"
        }
    }
}
