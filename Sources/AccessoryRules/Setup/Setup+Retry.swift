// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A failure that may pass. The person decides whether to try again, before the app gets the error.
extension Setup {
    /// What failed, and may be tried again.
    package enum Attempt: Sendable, Equatable {
        case pairing
        case locating(SSID?)
        case joining
    }

    mutating func halt(_ candidate: Candidate, _ error: AccessoryError, at attempt: Attempt) -> [Effect] {
        guard choice == nil, error.code.mayPass else { return setupFailed(error) }
        return [.stopSearching] + ask(.retry(candidate, error), candidate, .halted(attempt), or: error)
    }

    mutating func tryAgain(_ candidate: Candidate, _ attempt: Attempt) -> [Effect] {
        let effects =
            switch attempt {
            case .pairing: pair(candidate)
            case .locating(let ssid): locate(candidate, ssid, isHandedOut: false)
            case .joining: join(candidate, passphrase)
            }
        return [.stopTimer] + effects
    }
}

extension AccessoryError.Code {
    /// Whether the same attempt may succeed another time, when the accessory or the radio is ready.
    fileprivate var mayPass: Bool {
        switch self {
        case .connectionFailed, .networkNotFound, .associationRejected, .noAddress, .joinTimedOut, .interrupted,
            .radioUnavailable, .busy:
            true
        case .activationFailed, .discoveryTimeout, .invalidated, .invalidRequest, .pickerAlreadyActive,
            .pickerRestricted, .pickerUnavailable, .userCancelled, .userRestricted, .wrongPassphrase,
            .passphraseMissing, .securityChanged, .restoreFailed, .notAuthorized, .unknownApp, .unknownAccessory,
            .notConnected, .attributeFailed, .provisioningFailed:
            false
        }
    }
}
