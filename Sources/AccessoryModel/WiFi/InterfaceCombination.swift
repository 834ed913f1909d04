// SPDX-License-Identifier: Apache-2.0

/// Interfaces that a radio can have at once, by its driver (linux/nl80211.h, `nl80211_if_combination_attrs`).
package struct InterfaceCombination: Hashable, Sendable {
    /// How many interfaces may be of one of these types.
    package struct Limit: Hashable, Sendable {
        package var most: Int
        package var types: Set<InterfaceType>

        package init(most: Int, types: Set<InterfaceType>) {
            self.most = most
            self.types = types
        }
    }

    package var limits: [Limit]
    /// The most interfaces of all types together.
    package var most: Int
    /// The most channels that they may be on.
    package var channels: Int

    package init(limits: [Limit], most: Int, channels: Int) {
        self.limits = limits
        self.most = most
        self.channels = channels
    }

    /// Whether interfaces of these types may be there at once. The kernel takes a type off every limit that names it, too
    /// (net/wireless/util.c, cfg80211_iter_combinations).
    package func allows(_ types: [InterfaceType]) -> Bool {
        let counted = types.filter { !$0.isSoftware }
        guard counted.count <= most else { return false }
        let named = limits.reduce(into: Set<InterfaceType>()) { $0.formUnion($1.types) }
        return counted.allSatisfy(named.contains)
            && limits.allSatisfy { limit in counted.count(where: limit.types.contains) <= limit.most }
    }
}

/// What an interface of a radio is (linux/nl80211.h, `nl80211_iftype`).
package struct InterfaceType: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let station = InterfaceType(rawValue: 2)
    package static let accessPoint = InterfaceType(rawValue: 3)
    package static let accessPointVLAN = InterfaceType(rawValue: 4)
    package static let monitor = InterfaceType(rawValue: 6)
    package static let peerDevice = InterfaceType(rawValue: 10)

    /// The kernel itself makes it, and it counts for no limit of a driver.
    var isSoftware: Bool { self == .monitor || self == .accessPointVLAN }
}
