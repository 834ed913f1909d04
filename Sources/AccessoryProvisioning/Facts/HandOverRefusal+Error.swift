// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension AccessoryError {
    package init(_ refusal: HandOverRefusal) {
        self.init(
            .provisioningFailed, refusal.description,
            reason: FailureReason(refusal.reason.kind, names: [refusal.ssid.description]))
    }

    /// The proof of a label shows which accessory is meant, so nobody gets the network who does not check it: whoever knows
    /// the name could show himself as another family.
    package static func proofUnused(by title: String, _ family: Family) -> AccessoryError {
        AccessoryError(
            .provisioningFailed,
            "'\(title)' is one of \(family.title), which checks no proof, so it may not be the one with the label; if its label has "
                + "none, leave the proof out", reason: FailureReason(.proofUnused, names: [title]))
    }

    /// The same for the passphrase of a hotspot.
    package static func passphraseUnused(by title: String) -> AccessoryError {
        AccessoryError(
            .provisioningFailed,
            "'\(title)' is in range over Bluetooth, and the passphrase is of a hotspot, so it may not be the accessory that is meant; "
                + "leave the passphrase out if it is", reason: FailureReason(.proofUnused, names: [title]))
    }
}

extension HandOverRefusal.Reason {
    fileprivate var kind: FailureReason.Kind {
        switch self {
        case .notInRange: .homeNetworkNotSeen
        case .otherBandsOnly: .otherBandsOnly
        case .enterprise, .unknownSecurity, .wep, .open, .owe, .wpa3Only: .securityUnsuitable
        case .otherSecurity: .securityDiffers
        case .passphraseMissing: .passphraseNotStored
        case .rawKey: .rawKey
        case .name: .nameUnreadable
        }
    }
}
