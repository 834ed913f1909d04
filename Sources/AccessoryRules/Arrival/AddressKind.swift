// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Of an accessory's addresses with the same evidence, the agent takes the one whose kind comes first here.
enum AddressKind: Comparable, Sendable {
    /// Every program takes it.
    case ipv4
    /// A URL can name it, too.
    case ipv6
    /// It needs this machine's interface, which no URL can name.
    case linkLocal

    init(_ text: String) {
        guard let address = IPAddress(text), !address.needsInterface else {
            self = .linkLocal
            return
        }
        self = address.isV6 ? .ipv6 : .ipv4
    }
}
