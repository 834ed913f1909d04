// SPDX-License-Identifier: Apache-2.0

/// What happens on a link.
package enum GATTLinkUpdate: Hashable, Sendable {
    /// The link is up. The maximum transmission unit is in bytes; a write without response takes three bytes less.
    case connected(mtu: Int)
    /// The device has other services than before.
    case servicesChanged
}
