// SPDX-License-Identifier: Apache-2.0

/// A failure, as the wire reports it. Each code has a caller that branches on it; the message is for people.
package struct AccessoryError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        case activationFailed = "ActivationFailed"
        case connectionFailed = "ConnectionFailed"
        case discoveryTimeout = "DiscoveryTimeout"
        case invalidated = "Invalidated"
        case invalidRequest = "InvalidRequest"
        case pickerAlreadyActive = "PickerAlreadyActive"
        case pickerRestricted = "PickerRestricted"
        case pickerUnavailable = "PickerUnavailable"
        case userCancelled = "UserCancelled"
        case userRestricted = "UserRestricted"

        case networkNotFound = "NetworkNotFound"
        case wrongPassphrase = "WrongPassphrase"
        case passphraseMissing = "PassphraseMissing"
        case associationRejected = "AssociationRejected"
        case securityChanged = "SecurityChanged"
        case noAddress = "NoAddress"
        case joinTimedOut = "JoinTimedOut"
        case interrupted = "Interrupted"
        case radioUnavailable = "RadioUnavailable"
        case busy = "Busy"
        case restoreFailed = "RestoreFailed"

        case notAuthorized = "NotAuthorized"
        case unknownApp = "UnknownApp"
        case unknownAccessory = "UnknownAccessory"

        case notConnected = "NotConnected"
        case attributeFailed = "AttributeFailed"
        case provisioningFailed = "ProvisioningFailed"
    }

    package var code: Code
    /// A sentence that names the thing and the cure.
    package var message: String
    /// For `invalidRequest`, the request's faulty field: `items[0].descriptor.ssidPrefix`.
    package var field: String?
    /// For `securityChanged`, the expected security and the one seen.
    package var change: SecurityChange?
    /// For `attributeFailed`, the error code of the Attribute Protocol, if it is known.
    package var attributeError: UInt8?
    /// More exactly than the code, where a picker has another sentence for it.
    package var reason: FailureReason?

    package init(
        _ code: Code, _ message: String, field: String? = nil, change: SecurityChange? = nil,
        attributeError: UInt8? = nil, reason: FailureReason? = nil
    ) {
        self.code = code
        self.message = message
        self.field = field
        self.change = change
        self.attributeError = attributeError
        self.reason = reason
    }

    /// A request with a fault in this field.
    package static func invalid(_ field: String, _ message: String) -> Self {
        Self(.invalidRequest, message, field: field)
    }

    package var description: String { "\(code.rawValue): \(message)" }
}

extension AccessoryError {
    /// Translates a failed join for callers.
    package init(_ failure: JoinFailure, joining ssid: SSID) {
        switch failure.reason {
        case .networkNotFound: self.init(.networkNotFound, "'\(ssid)' cannot be found: \(failure.detail)")
        case .wrongPassphrase: self.init(.wrongPassphrase, "'\(ssid)' refused the passphrase: \(failure.detail)")
        case .passphraseMissing: self.init(.passphraseMissing, "'\(ssid)' was not joined: \(failure.detail)")
        case .rejected: self.init(.associationRejected, "'\(ssid)' was not joined: \(failure.detail)")
        case .securityChanged:
            let option = failure.change.map { " --security \($0.seen.rawValue)" } ?? ""
            let cure =
                failure.change?.canBeAccepted == false
                ? "this agent joins none like it"
                : "to join it, accept it as new at a picker, or with 'accessoryctl access grant\(option)'"
            self.init(
                .securityChanged,
                "'\(ssid)' may be another device that poses as it; \(cure): \(failure.detail)", change: failure.change)
        case .noAddress: self.init(.noAddress, "'\(ssid)' was joined but gave no address: \(failure.detail)")
        case .timedOut: self.init(.joinTimedOut, "'\(ssid)' did not answer in time: \(failure.detail)")
        case .interrupted: self.init(.interrupted, "'\(ssid)' was left for another network: \(failure.detail)")
        case .radioUnavailable: self.init(.radioUnavailable, "'\(ssid)': \(failure.detail)")
        case .linkLost: self.init(.connectionFailed, "the link to '\(ssid)' was lost: \(failure.detail)")
        case .notWritten: self.init(.connectionFailed, "'\(ssid)' was not joined: \(failure.detail)")
        case .uplinkForgotten: self.init(.restoreFailed, "'\(ssid)' was left, and \(failure.detail)")
        case .uplinkNotStored, .notFenced: self.init(.radioUnavailable, "'\(ssid)' was not joined: \(failure.detail)")
        }
    }
}

extension DisplayName {
    /// Checks a field of a request. Throws `invalidRequest` with the field's name.
    package static func checked(_ text: String, field: String) throws(AccessoryError) -> String {
        do {
            return try DisplayName(text).text
        } catch {
            throw AccessoryError(.invalidRequest, "\(field): \(error)", field: field)
        }
    }
}
