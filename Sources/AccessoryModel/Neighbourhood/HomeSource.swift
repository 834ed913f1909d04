// SPDX-License-Identifier: Apache-2.0

package enum HomeSource: String, Hashable, Sendable, CaseIterable {
    /// Multicast DNS, by Avahi.
    case announcements
    /// The kernel's neighbour table.
    case neighbours
}
