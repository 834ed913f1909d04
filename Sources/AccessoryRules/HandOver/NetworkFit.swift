// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// Whether an accessory can join the home network, by the looks of a radio near it: most have 2.4 GHz alone.
package struct NetworkFit: Hashable, Sendable {
    private let network: UplinkCredentials
    private let family: Family
    private let hasConnector: Bool
    package private(set) var seen: [WiFiNetwork] = []
    /// Nil if nothing speaks against it.
    package private(set) var refusal: HandOverRefusal?

    /// - Parameter hasConnector: the accessory gets a connector of Wi-Fi Easy Connect.
    package init(of network: UplinkCredentials, for family: Family, hasConnector: Bool = false) {
        (self.network, self.family, self.hasConnector) = (network, family, hasConnector)
        refusal = family.refusal(of: network, seen: [], hasConnector: hasConnector)
    }

    /// Whether that decides: a network that was not seen yet may be on a channel that comes later.
    package mutating func observe(_ look: Look) -> Bool {
        seen = look.networks
        refusal = family.refusal(of: network, seen: seen, hasConnector: hasConnector)
        return refusal == nil || look.isComplete
    }

    /// Without a radio, that the network was not seen proves nothing.
    package mutating func hasNoRadio() {
        if refusal?.reason == .notInRange { refusal = nil }
    }

    /// A radio that cannot look proves nothing about the network.
    package mutating func cannotLook() { refusal = nil }
}
