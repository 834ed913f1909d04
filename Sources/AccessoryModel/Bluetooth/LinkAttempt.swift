// SPDX-License-Identifier: Apache-2.0

/// One attempt to connect to a device: the owner of the attempt, and the longest time that it keeps the radio.
package struct LinkAttempt: Hashable, Sendable {
    /// The app; empty for what a person has ordered. Owners have the radio by turns.
    package var owner: String
    /// From the beginning of the attempt until the link is up.
    package var limit: Duration

    /// bluetoothd gives a connection up by itself after 20 s (the kernel's HCI_LE_CONN_TIMEOUT), sometimes twice.
    package static let longest = Duration.seconds(45)

    /// How long an attempt keeps the radio while others need it.
    package static let fair = Duration.seconds(10)

    package init(owner: String = "", limit: Duration = longest) {
        self.owner = owner
        self.limit = limit
    }
}

/// What happens on a link.
package enum GATTLinkUpdate: Hashable, Sendable {
    /// The link is up. The maximum transmission unit is in bytes; a write without response takes three bytes less.
    case connected(mtu: Int)
    /// The device has other services than before.
    case servicesChanged
}
