// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A failure that the person may mend, before the app gets the error: by the passphrase, by another attempt, or by accepting
/// as new a network with less security than it must have.
extension Setup {
    mutating func joinFailed(_ candidate: Candidate, _ error: AccessoryError) -> [Effect] {
        if let change = error.change, change.canBeAccepted, choice == nil {
            return ask(.security(candidate, change), or: error)
        }
        let isAboutPassphrase = error.code == .wrongPassphrase || error.code == .passphraseMissing
        guard isAboutPassphrase, candidate.item.passphrase == nil, choice == nil else {
            return halt(candidate, error, at: .joining)
        }
        return ask(.passphrase(candidate, error), or: error)
    }

    mutating func acceptAsNew(_ candidate: Candidate, _ change: SecurityChange) -> [Effect] {
        accepted = change.seen
        var candidate = candidate
        candidate.network?.security = change.seen
        return [.stopTimer] + join(candidate, passphrase)
    }

    mutating func halt(_ candidate: Candidate, _ error: AccessoryError, at work: Work) -> [Effect] {
        guard choice == nil, error.code.mayPass else { return setupFailed(error) }
        state = .halted(candidate, work, error)
        return [.stopSearching, .ask(.retry(candidate, error)), .startTimer(Self.questionPatience)]
    }

    mutating func tryAgain(_ candidate: Candidate, _ work: Work) -> [Effect] {
        switch work {
        case .pairing: [.stopTimer] + pair(candidate)
        case .locating(let ssid): [.stopTimer] + locate(candidate, ssid, isHandedOut: false)
        case .joining: [.stopTimer] + join(candidate, passphrase)
        case .transportBridging, .reading, .recognizing: []
        }
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
