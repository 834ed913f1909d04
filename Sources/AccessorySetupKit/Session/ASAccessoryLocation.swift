// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The place of an accessory on the home network, as the agent last saw it. Only on Linux.
public struct ASAccessoryLocation: Hashable, Sendable {
    /// What shows that the device at the address is the accessory. A later version may have more kinds.
    public struct Evidence: RawRepresentable, Hashable, Sendable {
        /// The agent's word for it.
        public let rawValue: String
        /// Evidence of this word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The accessory named the address itself, unproven, and some station answers there.
        public static let address = Evidence(rawValue: "address")
        /// Some station answers there, and calls itself as the accessory did.
        public static let name = Evidence(rawValue: "name")
        /// The station that answers there has the accessory's station address.
        public static let station = Evidence(rawValue: "station")
        /// The same, and its own page names that station address, too.
        public static let ownInterface = Evidence(rawValue: "ownInterface")
        /// The accessory named the address in a session that it opened with its label's secret.
        public static let key = Evidence(rawValue: "key")
    }

    /// Its address: IPv4 if it answers at one, else IPv6. A link-local one of IPv6 is the last choice, and has the interface of
    /// this machine behind it: `fe80::17%wlan0`.
    public let address: String
    /// Its name there, such as `plug-8c480c.local`. Nil if it has announced none.
    public let host: String?
    /// Its own page: an `http` URL on ``address`` and on nothing else. Nil if it named none, or has only a
    /// link-local address of IPv6, which no URL names.
    public let page: String?
    /// What shows that it is the accessory.
    public let evidence: Evidence
    /// False if it is only likely that it is the accessory: anybody can announce a name.
    public let isConfirmed: Bool
    /// Seconds since 1970, UTC.
    public let lastSeen: Int64
    /// The agent has seen it there within the last quarter of an hour. After a restart of the agent, it is false until the
    /// agent sees the accessory again.
    public let isOnline: Bool

    package init(_ location: Location) {
        address = location.address.description
        host = location.host
        page = location.page?.text
        evidence = Evidence(rawValue: location.evidence.rawValue)
        isConfirmed = location.isConfirmed
        lastSeen = location.lastSeen.seconds
        isOnline = location.isOnline
    }
}
