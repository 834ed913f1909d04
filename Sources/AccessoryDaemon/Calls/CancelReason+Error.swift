// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension CancelReason {
    /// What the app gets.
    var error: AccessoryError {
        switch self {
        case .noPassphrase:
            AccessoryError(.passphraseMissing, "the accessory needs a passphrase, and the picker has none")
        case .noChoice:
            AccessoryError(
                .pickerUnavailable,
                "the picker chooses by a rule, which chose nothing; its own output has the reason")
        }
    }
}
