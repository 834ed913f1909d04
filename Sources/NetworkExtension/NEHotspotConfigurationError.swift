// SPDX-License-Identifier: Apache-2.0

public import AccessorySetupKit

/// The domain of ``NEHotspotConfigurationError``.
// The name that phones use.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NEHotspotConfigurationErrorDomain = "NEHotspotConfigurationErrorDomain"

/// The reason why a hotspot was not configured, or not joined.
///
/// The numbers are those of phones. Phones have no number for most failures of a join: ``reason`` names them, and
/// ``message`` explains in a sentence what happened.
public struct NEHotspotConfigurationError: Error, Hashable, Sendable {
    /// The kind of failure, in phones' numbers.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The configuration cannot be right.
        case invalid = 0
        /// The SSID does not have 1 to 32 bytes.
        case invalidSSID = 1
        /// The passphrase does not have 8 to 63 printable ASCII characters, or the network refused it.
        case invalidWPAPassphrase = 2
        /// WEP, which is not supported.
        case invalidWEPPassphrase = 3
        /// Enterprise settings, which are not supported.
        case invalidEAPSettings = 4
        /// Hotspot 2.0, which is not supported.
        case invalidHS20Settings = 5
        /// A Hotspot 2.0 domain that cannot be right.
        case invalidHS20DomainName = 6
        /// The person declined.
        case userDenied = 7
        /// The agent or the radio cannot be used, or the program is no app.
        case `internal` = 8
        /// Another operation has to end first.
        case pending = 9
        /// It conflicts with the system's own configuration. Never sent on Linux.
        case systemConfiguration = 10
        /// The network was not joined; ``NEHotspotConfigurationError/reason`` gives the reason.
        case unknown = 11
        /// Never sent on Linux.
        case joinOnceNotSupported = 12
        /// Never sent on Linux, where a network that is joined already counts as success.
        case alreadyAssociated = 13
        /// No picker runs, so nobody can be asked.
        case applicationIsNotInForeground = 14
        /// The prefix does not have 3 to 32 bytes.
        case invalidSSIDPrefix = 15
        /// The app has no access to the accessory, or no longer.
        case userUnauthorized = 16
        /// The access point refused this machine, or has a weaker security than expected.
        case systemDenied = 17
    }

    /// The reason why a network was not joined, or was lost. Only on Linux.
    public typealias Reason = ASError.Reason

    /// The kind of failure.
    public let code: Code
    /// The reason why the network was not joined, if it was not.
    public let reason: Reason?
    /// A sentence for people. It never holds a passphrase.
    public let message: String

    /// Makes an error, for tests of an app.
    public init(_ code: Code, reason: Reason? = nil, message: String = "") {
        self.code = code
        self.reason = reason
        self.message = message
    }

    /// ``NEHotspotConfigurationErrorDomain``.
    public static var errorDomain: String { NEHotspotConfigurationErrorDomain }
    /// ``code`` as a number.
    public var errorCode: Int { code.rawValue }
    /// The same as `(error as NSError).userInfo`: ``errorDescription`` with the key `NSLocalizedDescription`.
    public var errorUserInfo: [String: Any] { ["NSLocalizedDescription": localizedDescription] }
}

// As those of ASError.
extension NEHotspotConfigurationError {
    public var _domain: String { Self.errorDomain }
    public var _code: Int { errorCode }
}

extension NEHotspotConfigurationError: LocalizedError, CustomStringConvertible {
    /// ``message``, or the code's name if there is none.
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
