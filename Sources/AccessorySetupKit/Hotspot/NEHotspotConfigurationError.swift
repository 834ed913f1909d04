// SPDX-License-Identifier: Apache-2.0

/// The domain of ``NEHotspotConfigurationError``.
// The name is the field's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NEHotspotConfigurationErrorDomain = "NEHotspotConfigurationErrorDomain"

/// Why a hotspot was not configured, or not joined.
///
/// The numbers are those of phones, which have none for most of what goes wrong when a network is joined: ``reason``
/// tells it, and ``message`` says in a sentence what happened.
public struct NEHotspotConfigurationError: Error, Hashable, Sendable {
    /// What kind of failure it is, in phones' numbers.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The configuration cannot be right.
        case invalid = 0
        /// The SSID has not 1 to 32 bytes.
        case invalidSSID = 1
        /// The passphrase has not 8 to 63 printable ASCII characters, or the network refused it.
        case invalidWPAPassphrase = 2
        /// WEP, which is not joined.
        case invalidWEPPassphrase = 3
        /// Enterprise settings, which are not taken.
        case invalidEAPSettings = 4
        /// Hotspot 2.0, which is not taken.
        case invalidHS20Settings = 5
        /// A Hotspot 2.0 domain that cannot be right.
        case invalidHS20DomainName = 6
        /// The person declined.
        case userDenied = 7
        /// The agent or the radio cannot be used, or the program is no app.
        case `internal` = 8
        /// Something else has to end first.
        case pending = 9
        /// It is in conflict with the system's own configuration. Not given on Linux.
        case systemConfiguration = 10
        /// The network was not joined; ``NEHotspotConfigurationError/reason`` says why.
        case unknown = 11
        /// Not given on Linux.
        case joinOnceNotSupported = 12
        /// Not given on Linux, where a network that is joined already counts as success.
        case alreadyAssociated = 13
        /// No picker runs, so nobody can be asked.
        case applicationIsNotInForeground = 14
        /// The prefix has not 3 to 32 bytes.
        case invalidSSIDPrefix = 15
        /// The app has no access to the accessory, or not any more.
        case userUnauthorized = 16
        /// The access point refused this machine, or is secured with less than expected.
        case systemDenied = 17
    }

    /// Why a network was not joined, or was lost. Only on Linux.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// No access point answered to this name, or it went away before it was reached.
        case networkNotFound
        /// The access point refused the passphrase, or needs one and none is known.
        case wrongPassphrase
        /// The access point refused this machine, or is secured in a way that is not joined.
        case associationRejected
        /// The network is secured with less than expected, so that another device may pose as the accessory. A person
        /// accepts it as new at a picker, or an administrator grants it anew.
        case securityChanged
        /// Joined, but the accessory gave no address.
        case noAddress
        /// The accessory did not answer in time.
        case joinTimedOut
        /// A person or another program put the radio on another network.
        case interrupted
        /// No radio can be used: there is none, or it is off, blocked or not managed.
        case radioUnavailable
        /// Another lease holds every radio that could be used, or the app has as many of something as it may.
        case busy
        /// It had been joined, and the link was lost.
        case linkLost
        /// The earlier network did not come back.
        case restoreFailed
        /// The agent does not run, or went away.
        case agentUnavailable
    }

    /// The kind of failure.
    public let code: Code
    /// Why the network was not joined, where that is the failure.
    public let reason: Reason?
    /// A sentence for people. It never holds a passphrase.
    public let message: String

    /// Makes an error, as a test of an app may want to.
    public init(_ code: Code, reason: Reason? = nil, message: String = "") {
        self.code = code
        self.reason = reason
        self.message = message
    }

    /// ``NEHotspotConfigurationErrorDomain``.
    public static var errorDomain: String { NEHotspotConfigurationErrorDomain }
    /// ``code`` as a number.
    public var errorCode: Int { code.rawValue }
}

extension NEHotspotConfigurationError: LocalizedError, CustomStringConvertible {
    /// ``message``, or the code's name where there is none.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
    /// As ``errorDescription``, without an import of Foundation.
    public var localizedDescription: String { errorDescription ?? "\(code)" }
    /// The code's name and number, the reason, and the message.
    public var description: String {
        "\(code) (\(code.rawValue))" + (reason.map { ", \($0.rawValue)" } ?? "") + ": \(message)"
    }
}

extension NEHotspotConfigurationError.Code {
    /// Lets `catch NEHotspotConfigurationError.userDenied` match an error with this code.
    public static func ~= (code: NEHotspotConfigurationError.Code, error: any Error) -> Bool {
        (error as? NEHotspotConfigurationError)?.code == code
    }
}
