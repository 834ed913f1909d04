// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

/// Translates any error of a call about an attribute into one for apps.
func attributeError(_ error: any Error) -> any Error {
    switch error {
    case is CBError, is CBATTError: return error
    case let loss as LinkLoss: return CBError(loss.code, message: loss.message)
    case let fault as AgentFault: return CBError(.peripheralDisconnected, message: "\(fault)")
    case is CancellationError: return CBError(.operationCancelled, message: "the link ended before this was done")
    case let error as AccessoryError:
        if let number = error.attributeError { return CBATTError(number: number, message: error.message) }
        return CBError(code(of: error), message: error.message)
    case _: return CBError(.unknown, message: "\(error)")
    }
}

private func code(of error: AccessoryError) -> CBError.Code {
    switch error.code {
    case .notConnected: .notConnected
    case .connectionFailed, .radioUnavailable, .userRestricted: .peripheralDisconnected
    case .unknownAccessory, .notAuthorized: .unknownDevice
    case .busy: .outOfSpace
    case .invalidRequest: error.field == "handle" ? .invalidHandle : .invalidParameters
    case _: .unknown
    }
}
