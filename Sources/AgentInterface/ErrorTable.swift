// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The one table of what an error is called on the wire, which number the field knows it by, and how the command line
/// exits with it.
extension AccessoryError.Code {
    /// The error's Varlink name within the interface whose method failed.
    package func name(in interface: InterfaceName) -> String { "\(interface.rawValue).\(rawValue)" }

    /// The code of a Varlink error name of any of this agent's interfaces.
    package init?(name: String) {
        guard let dot = name.lastIndex(of: "."), InterfaceName(rawValue: String(name[..<dot])) != nil
        else { return nil }
        self.init(rawValue: String(name[name.index(after: dot)...]))
    }

    /// ASError's number, where the field has one.
    package var number: Int? {
        switch self {
        case .activationFailed: 100
        case .connectionFailed: 150
        case .discoveryTimeout: 200
        case .invalidated: 400
        case .invalidRequest: 450
        case .pickerAlreadyActive: 500
        case .pickerRestricted: 550
        case .userCancelled: 700
        case .userRestricted: 750
        case .networkNotFound, .wrongPassphrase, .passphraseMissing, .associationRejected, .securityChanged, .noAddress,
            .joinTimedOut, .interrupted, .radioUnavailable, .busy, .restoreFailed, .notAuthorized, .unknownApp,
            .unknownAccessory, .pickerUnavailable, .notConnected, .attributeFailed, .provisioningFailed:
            nil
        }
    }

    package var exitStatus: ExitStatus {
        switch self {
        case .invalidRequest: .invalidInput
        case .discoveryTimeout, .joinTimedOut: .timedOut
        case .connectionFailed, .wrongPassphrase, .associationRejected, .securityChanged, .noAddress, .interrupted,
            .busy, .notConnected, .attributeFailed, .provisioningFailed:
            .joiningFailed
        case .restoreFailed: .restoringFailed
        case .radioUnavailable: .notRunning
        case .notAuthorized, .userRestricted: .notAuthorized
        case .networkNotFound, .unknownApp, .unknownAccessory: .notFound
        case .pickerUnavailable: .noPicker
        case .passphraseMissing: .noPassphrase
        case .userCancelled: .cancelled
        case .activationFailed, .invalidated, .pickerAlreadyActive, .pickerRestricted: .unknown
        }
    }
}
