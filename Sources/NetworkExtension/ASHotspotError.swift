// SPDX-License-Identifier: Apache-2.0

public import AccessorySetupKit

/// The error of a hotspot that was not configured, or not joined. Only on Linux: phones have an `NSError` of the same
/// domain and code.
///
/// With Foundation, `(error as NSError).code` is a number of ``NEHotspotConfigurationError``. Phones have no number for
/// most failures of a join: ``reason`` names them, and ``message`` explains in a sentence what happened.
public struct ASHotspotError: Error, Hashable, Sendable {
    /// The reason why a network was not joined, or was lost.
    public typealias Reason = ASError.Reason

    /// The kind of failure.
    public let code: NEHotspotConfigurationError
    /// The reason why the network was not joined, if it was not.
    public let reason: Reason?
    /// A sentence for people. It never holds a passphrase.
    public let message: String

    /// Makes an error, for tests of an app.
    public init(_ code: NEHotspotConfigurationError, reason: Reason? = nil, message: String = "") {
        self.code = code
        self.reason = reason
        self.message = message
    }

    /// `NEHotspotConfigurationErrorDomain`.
    public static var errorDomain: String { NEHotspotConfigurationErrorDomain }
    /// ``code`` as a number.
    public var errorCode: Int { code.rawValue }
    /// The same as `(error as NSError).userInfo`: ``errorDescription`` with the key `NSLocalizedDescription`.
    public var errorUserInfo: [String: Any] { ["NSLocalizedDescription": localizedDescription] }
}

// As those of ASError.
extension ASHotspotError {
    public var _domain: String { Self.errorDomain }
    public var _code: Int { errorCode }
}

extension ASHotspotError: LocalizedError, CustomStringConvertible {
    /// ``message``, or the code's name if there is none.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
    /// As ``errorDescription``, without an import of Foundation.
    public var localizedDescription: String { errorDescription ?? "\(code)" }
    /// The code's name and number, the reason, and the message.
    public var description: String {
        "\(code) (\(code.rawValue))" + (reason.map { ", \($0.rawValue)" } ?? "") + ": \(message)"
    }
}
