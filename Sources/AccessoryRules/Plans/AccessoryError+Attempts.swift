// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension AccessoryError {
    /// The next attempt may succeed.
    package var isWorthAnotherAttempt: Bool {
        switch code {
        case .activationFailed, .connectionFailed, .discoveryTimeout, .networkNotFound, .associationRejected,
            .securityChanged, .noAddress, .joinTimedOut, .interrupted, .radioUnavailable, .busy:
            true
        case .invalidated, .invalidRequest, .pickerAlreadyActive, .pickerRestricted, .pickerUnavailable, .userCancelled,
            .userRestricted, .wrongPassphrase, .passphraseMissing, .restoreFailed, .notAuthorized, .unknownApp,
            .unknownAccessory, .notConnected, .attributeFailed, .provisioningFailed:
            false
        }
    }

    /// If false, the error came before a join, and costs no attempt.
    var followsAJoin: Bool {
        switch code {
        case .discoveryTimeout, .networkNotFound, .securityChanged, .radioUnavailable, .busy: false
        case .activationFailed, .connectionFailed, .associationRejected, .noAddress, .joinTimedOut, .interrupted,
            .invalidated, .invalidRequest, .pickerAlreadyActive, .pickerRestricted, .pickerUnavailable, .userCancelled,
            .userRestricted, .wrongPassphrase, .passphraseMissing, .restoreFailed, .notAuthorized, .unknownApp,
            .unknownAccessory, .notConnected, .attributeFailed, .provisioningFailed:
            true
        }
    }
}
