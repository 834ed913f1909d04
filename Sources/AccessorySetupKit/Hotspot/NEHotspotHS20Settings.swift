// SPDX-License-Identifier: Apache-2.0

/// Which Hotspot 2.0 networks are meant. It exists so that a phone's code compiles; it is not taken on Linux.
public final class NEHotspotHS20Settings: Sendable {
    /// The operator's domain.
    public let domainName: String
    /// Whether other operators' networks count.
    public let isRoamingEnabled: Bool

    /// Networks of one operator.
    public init(domainName: String, roamingEnabled: Bool) {
        self.domainName = domainName
        isRoamingEnabled = roamingEnabled
    }
}
