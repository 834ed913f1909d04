// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Whether a joined hotspot is fenced, and how.
package struct FenceStanding: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// The kernel knows the app by its cgroup.
        case cgroup
        /// The kernel lets a user's programs through.
        case user
        /// Every program of this machine can use the hotspot.
        case none
    }

    /// A program whose packets the kernel refused.
    package struct Refusal: Hashable, Sendable {
        /// A unit, or the path of a cgroup.
        package var program: String?
        package var user: UInt32
        package var packets: Int

        package init(program: String?, user: UInt32, packets: Int) {
            self.program = program
            self.user = user
            self.packets = packets
        }

        /// For people.
        package var name: String { program.map { "\($0.printable) (uid \(user))" } ?? "uid \(user)" }
    }

    package var kind: Kind
    /// Why it is not `cgroup`, if there is more to know.
    package var reason: String?
    /// accessory-link is not on this machine, or its socket is off.
    package var isWithoutLink = false
    /// accessory-link does not know yet what is on the interface. NetworkManager did not answer, which anybody can bring about, or
    /// an early order came too early. The agent asks again.
    package var isUndecided = false
    /// Bytes.
    package var (sent, received): (Int, Int) = (0, 0)
    /// Packets of other programs, and packets from the accessory's side that answered nothing.
    package var (refused, keptOut): (Int, Int) = (0, 0)
    package var refusals: [Refusal] = []

    /// For people.
    package var line: String {
        let why = reason.map { ": \($0)" } ?? ""
        return switch kind {
        case .cgroup: "fenced for the app's cgroup" + why
        case .user: "fenced for the app's user" + why
        case .none: "not fenced" + why
        }
    }

    package init(_ kind: Kind, reason: String? = nil) {
        self.kind = kind
        self.reason = reason
    }
}
