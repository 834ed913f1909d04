// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc

/// Where a person is asked who is not at this terminal.
struct PickerPlace: Hashable, Sendable {
    /// The user whose picker shows the accessories. Nil if the agent does not name one.
    let uid: Int?
    /// Nil for a terminal of no seat, and for a hub.
    let seat: String?

    init(_ reply: SetUpReply) {
        (uid, seat) = (reply.uid, reply.seat)
    }

    /// - Parameter name: the name of a user.
    func text(name: (Int) -> String? = Self.name) -> String {
        let picker = uid.map { uid in "the picker of \(name(uid) ?? "uid \(uid)")" } ?? "another picker"
        let place = seat.map { "on the screen of \($0)" } ?? "in a terminal or on a phone"
        return "a person is asked at \(picker), \(place); --select chooses without a person"
    }

    private static func name(_ uid: Int) -> String? {
        guard let uid = uid_t(exactly: uid), let entry = getpwuid(uid) else { return nil }
        return String(cString: entry.pointee.pw_name)
    }
}
