// SPDX-License-Identifier: Apache-2.0

extension PickerQuestion.Kind {
    /// The question is part of a pairing. `progress` with another step, or with a lease, ends it.
    package var isOfPairing: Bool {
        switch self {
        case .inputDevice, .pairing, .repairing, .passkey, .numericComparison, .displayPasskey: true
        case .passphrase, .name, .migration, .authorization, .network, .security, .retry: false
        }
    }
}
