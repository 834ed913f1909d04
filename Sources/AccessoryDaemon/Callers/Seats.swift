// SPDX-License-Identifier: Apache-2.0

package import AccessoryRules
import CLinux

/// A seat is a screen with what belongs to it, and with the person before it.
package enum Seats {
    /// Each machine with a screen has it (sd-login(3)).
    package static let usual = "seat0"

    /// The seat of the person that a program works for, as logind knows it: `seat0`. Nil for a program at no seat: a
    /// system service, or one for somebody who came over the network.
    package static func seat(of identity: Identity) -> String? {
        guard identity.unit == nil else { return nil }
        var seat = [CChar](repeating: 0, count: 256)
        guard linux_seat(identity.session, identity.uid, &seat, seat.count) == 0 else { return nil }
        return String(decoding: seat.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The user whose session is on the seat's screen now. Nil if there is none, or if that is a login screen.
    package static func activeUser(at seat: String) -> UInt32? {
        var uid = uid_t()
        return linux_active_user(seat, &uid) == 0 ? uid : nil
    }
}
