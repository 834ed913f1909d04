// SPDX-License-Identifier: Apache-2.0

package enum HomeSighting: Hashable, Sendable {
    case announced(Announcement)
    /// The announcement expired, or its station took it back.
    case withdrawn(Announcement.ID)
    case neighbour(Neighbour)
    case neighbourGone(address: String)
    /// Changes of the neighbours were lost. Those that the kernel has now follow; all earlier ones count no more.
    case neighboursAnew
    case unavailable(HomeSource, reason: String)
}

package enum HomeSource: String, Hashable, Sendable, CaseIterable {
    /// Multicast DNS, by Avahi.
    case announcements
    /// The kernel's neighbour table.
    case neighbours
}
