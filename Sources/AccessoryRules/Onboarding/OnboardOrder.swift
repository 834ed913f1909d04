// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// A person's order for one new accessory.
package struct OnboardOrder: Hashable, Sendable {
    package indirect enum Target: Hashable, Sendable {
        /// The accessory's hotspot; with an address, only that access point of it.
        case hotspot(SSID, MACAddress?)
        case bluetooth(MACAddress)
        /// The label is the proof, too.
        case easyConnect(EasyConnectLabel)
    }

    package var target: Target
    /// Of the accessory's hotspot.
    package var passphrase: Passphrase?
    package var terms: HandOverTerms

    package init(target: Target, passphrase: Passphrase? = nil, terms: HandOverTerms = HandOverTerms()) {
        self.target = target
        self.passphrase = passphrase
        self.terms = terms
    }

    /// The app that owns what no app owns.
    package static let app = "org.accessoryd.onboard"

    package var isByLabel: Bool {
        if case .easyConnect = target { true } else { false }
    }
}
