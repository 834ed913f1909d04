// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension ASError {
    /// The reason why a network was not joined, or was lost. Only on Linux.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// No access point answered to this SSID, or it went away before it was reached.
        case networkNotFound
        /// The access point refused the passphrase, or needs one and none is known.
        case wrongPassphrase
        /// The access point refused this machine, or has a security that is not supported.
        case associationRejected
        /// The network has a weaker security than expected, so another device may pose as the accessory. A person can
        /// accept it as new at a picker, or an administrator can grant it anew.
        case securityChanged
        /// Joined, but the accessory gave no address.
        case noAddress
        /// The accessory did not answer in time.
        case joinTimedOut
        /// A person or another program put the radio on another network.
        case interrupted
        /// No radio can be used: there is none, or it is off, blocked or not managed.
        case radioUnavailable
        /// Another lease holds every usable radio, or the app has reached one of its limits.
        case busy
        /// It had been joined, and the link was lost.
        case linkLost
        /// The earlier network was not restored.
        case restoreFailed
        /// The agent does not run, or went away.
        case agentUnavailable
    }
}

extension ASError.Reason {
    /// Nil for codes that do not concern a network.
    package init?(_ code: AccessoryError.Code) {
        switch code {
        case .networkNotFound, .discoveryTimeout: self = .networkNotFound
        case .wrongPassphrase, .passphraseMissing: self = .wrongPassphrase
        case .associationRejected: self = .associationRejected
        case .securityChanged: self = .securityChanged
        case .noAddress: self = .noAddress
        case .joinTimedOut: self = .joinTimedOut
        case .interrupted: self = .interrupted
        case .radioUnavailable: self = .radioUnavailable
        case .busy: self = .busy
        case .connectionFailed: self = .linkLost
        case .restoreFailed: self = .restoreFailed
        case .activationFailed, .invalidated, .invalidRequest, .pickerAlreadyActive, .pickerRestricted,
            .pickerUnavailable, .userCancelled, .userRestricted, .notAuthorized, .unknownApp, .unknownAccessory,
            .notConnected, .attributeFailed, .provisioningFailed:
            return nil
        }
    }
}
