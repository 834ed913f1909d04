// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Selects Hotspot 2.0 networks. It exists so that a phone's code compiles; Linux does not support it.
public final class NEHotspotHS20Settings: Sendable {
    private struct Values {
        var isRoamingEnabled: Bool
        var roamingConsortiumOIs: [String] = []
        var naiRealmNames: [String] = []
        var mccAndMNCs: [String] = []
    }

    /// The operator's domain.
    public let domainName: String
    private let values: Mutex<Values>

    /// Networks of one operator.
    public init(domainName: String, roamingEnabled: Bool) {
        self.domainName = domainName
        values = Mutex(Values(isRoamingEnabled: roamingEnabled))
    }

    /// Whether other operators' networks count.
    public var isRoamingEnabled: Bool {
        get { values.withLock { $0.isRoamingEnabled } }
        set { values.withLock { $0.isRoamingEnabled = newValue } }
    }

    /// The operator's partners, in hexadecimal.
    public var roamingConsortiumOIs: [String] {
        get { values.withLock { $0.roamingConsortiumOIs } }
        set { values.withLock { $0.roamingConsortiumOIs = newValue } }
    }

    /// The realms of the networks.
    public var naiRealmNames: [String] {
        get { values.withLock { $0.naiRealmNames } }
        set { values.withLock { $0.naiRealmNames = newValue } }
    }

    /// Country and operator in mobile networks, six digits each.
    public var mccAndMNCs: [String] {
        get { values.withLock { $0.mccAndMNCs } }
        set { values.withLock { $0.mccAndMNCs = newValue } }
    }
}

extension NEHotspotHS20Settings: Hashable {
    /// True for the same object.
    public static func == (left: NEHotspotHS20Settings, right: NEHotspotHS20Settings) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
