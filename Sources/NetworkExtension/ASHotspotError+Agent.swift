// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessorySetupKit

extension ASHotspotError {
    /// Translates an agent's refusal into phones' numbers.
    init(_ error: AccessoryError) {
        self.init(Self.code(of: error), reason: Reason(error.code), message: error.message)
    }

    /// Translates any error of a call to the agent.
    init(any error: any Error) {
        switch error {
        case let error as ASHotspotError: self = error
        case let error as AccessoryError: self.init(error)
        case let fault as AgentFault: self.init(.internal, reason: .agentUnavailable, message: "\(fault)")
        case _: self.init(.unknown, message: "\(error)")
        }
    }

    private static func code(of error: AccessoryError) -> NEHotspotConfigurationError {
        switch error.code {
        case .invalidRequest:
            switch error.field?.split(separator: ".").last {
            case "ssid"?: .invalidSSID
            case "ssidPrefix"?: .invalidSSIDPrefix
            case "passphrase"?: .invalidWPAPassphrase
            case _: .invalid
            }
        case .wrongPassphrase, .passphraseMissing: .invalidWPAPassphrase
        case .associationRejected, .securityChanged: .systemDenied
        case .userCancelled: .userDenied
        case .userRestricted, .notAuthorized, .unknownAccessory: .userUnauthorized
        case .pickerAlreadyActive, .busy: .pending
        case .pickerRestricted, .pickerUnavailable: .applicationIsNotInForeground
        case .radioUnavailable, .unknownApp, .activationFailed, .invalidated: .internal
        case .networkNotFound, .noAddress, .joinTimedOut, .interrupted, .connectionFailed, .restoreFailed,
            .discoveryTimeout, .notConnected, .attributeFailed, .provisioningFailed:
            .unknown
        }
    }
}
