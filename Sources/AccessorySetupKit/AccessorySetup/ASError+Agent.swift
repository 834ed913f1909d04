// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

extension ASError {
    /// Translates an agent's refusal into phones' numbers.
    init(_ error: AccessoryError) {
        self.init(
            Code(error.code), message: error.message, field: error.field,
            reason: Reason(error.code))
    }

    /// Translates any error of a call to the agent.
    init(any error: any Error) {
        switch error {
        case let error as ASError: self = error
        case let error as AccessoryError: self.init(error)
        case let fault as AgentFault: self.init(.connectionFailed, message: "\(fault)", reason: .agentUnavailable)
        case is CancellationError:
            self.init(.invalidated, message: "the session was invalidated before this was done")
        case _: self.init(.unknown, message: "\(error)")
        }
    }
}

extension ASError.Code {
    init(_ code: AccessoryError.Code) {
        if let known = code.number.flatMap(Self.init(rawValue:)) {
            self = known
            return
        }
        switch code {
        case .networkNotFound, .wrongPassphrase, .passphraseMissing, .associationRejected, .securityChanged, .noAddress,
            .joinTimedOut, .interrupted, .radioUnavailable, .busy, .restoreFailed, .notConnected, .attributeFailed,
            .provisioningFailed:
            self = .connectionFailed
        case .notAuthorized: self = .userRestricted
        // On phones the picker is always there; this code means that it cannot be shown now.
        case .pickerUnavailable: self = .pickerRestricted
        case .unknownApp: self = .activationFailed
        case .unknownAccessory: self = .invalidRequest
        case .activationFailed, .connectionFailed, .discoveryTimeout, .invalidated, .invalidRequest,
            .pickerAlreadyActive, .pickerRestricted, .userCancelled, .userRestricted:
            self = .unknown
        }
    }
}
