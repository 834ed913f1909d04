// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension AccessoryError {
    package init(_ refusal: HandOverRefusal) {
        self.init(
            .provisioningFailed, refusal.description,
            reason: FailureReason(refusal.reason.kind, names: [refusal.ssid.description]))
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
