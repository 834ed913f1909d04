// SPDX-License-Identifier: Apache-2.0

/// Selects Hotspot 2.0 networks. It exists so that a phone's code compiles; Linux does not support it.
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
