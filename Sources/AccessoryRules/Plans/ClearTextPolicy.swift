// SPDX-License-Identifier: Apache-2.0

package import AccessoryProvisioning

/// Whether the home network's passphrase may be sent so that whoever listens can read it.
package enum ClearTextPolicy: String, Hashable, Sendable, CaseIterable {
    /// A person must agree; a plan needs `Cleartext=allow` of its own.
    case ask
    case allow
    /// Never, whatever a plan allows.
    case refuse
}

extension Plan.Provision {
    /// The weakest protection with which this plan hands the network over.
    ///
    /// - Parameter isLinkEncrypted: the accessory's own network has a passphrase.
    package func leastProtection(by policy: ClearTextPolicy, isLinkEncrypted: Bool) -> HandOverProtection {
        let isClear =
            switch policy {
            case .ask: allowsClearText
            case .allow: true
            case .refuse: false
            }
        if isClear { return .clearText }
        return isLinkEncrypted ? .link : .proven
    }
}
