// SPDX-License-Identifier: Apache-2.0

/// The domain of ``ASError``.
// The name that phones use.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let ASErrorDomain = "ASErrorDomain"

/// The reason why a session or its picker failed.
///
/// The numbers are those of AccessorySetupKit on phones, so `catch ASError.userCancelled`,
/// `(error as? ASError)?.code == .userCancelled` and `(error as NSError).code == 700` all work. ``message`` explains in
/// a sentence what happened and what to do.
public struct ASError: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// No error.
        case success = 0
        /// The cause is not known.
        case unknown = 1
        /// The session could not start, or was not started: the agent does not run, or does not know the app.
        case activationFailed = 100
        /// The chosen accessory or the agent could not be reached. For the accessory, ``ASError/reason`` is more
        /// precise.
        case connectionFailed = 150
        /// Nothing that matches was found in time.
        case discoveryTimeout = 200
        /// The app has no extension that finds accessories; on Linux there are none.
        case extensionNotFound = 300
        /// The session, or the agent, ended before the operation did.
        case invalidated = 400
        /// The request is wrong; ``ASError/field`` names the faulty part.
        case invalidRequest = 450
        /// A picker is open already, for this app or another.
        case pickerAlreadyActive = 500
        /// No picker runs where the person is, and none came within 10 seconds, so nobody can choose. Or a person has cancelled this app's picker again and
        /// again; then the message contains the time at which the app may show it again.
        case pickerRestricted = 550
        /// The person cancelled.
        case userCancelled = 700
        /// A person, or the earlier claim of another app, forbids this.
        case userRestricted = 750
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence for people. It never holds a passphrase.
    public let message: String
    /// With ``Code/invalidRequest``, the faulty part: `items[0].descriptor.ssidPrefix`.
    public let field: String?
    /// With ``Code/connectionFailed``, the reason why the hotspot was not joined, if it was not. Phones do not report
    /// it.
    public let reason: Reason?

    /// Makes an error, for tests of an app.
    public init(
        _ code: Code, message: String = "", field: String? = nil, reason: Reason? = nil
    ) {
        self.code = code
        self.message = message
        self.field = field
        self.reason = reason
    }

    /// Makes an error as on phones. Of the values, it keeps the text with the key `NSLocalizedDescription`, as
    /// ``message``.
    public init(_ code: Code, userInfo: [String: Any]) {
        self.init(code, message: userInfo["NSLocalizedDescription"] as? String ?? "")
    }

    /// ``ASErrorDomain``.
    public static var errorDomain: String { ASErrorDomain }
    /// ``code`` as a number.
    public var errorCode: Int { code.rawValue }
    /// The same as `(error as NSError).userInfo`: ``errorDescription`` with the key `NSLocalizedDescription`.
    public var errorUserInfo: [String: Any] { ["NSLocalizedDescription": localizedDescription] }
    /// The same as ``errorUserInfo``.
    public var userInfo: [String: Any] { errorUserInfo }
}

// Foundation makes an NSError from these two requirements of `Error`. Its protocol for them, `CustomNSError`, is not in
// FoundationEssentials.
extension ASError {
    public var _domain: String { Self.errorDomain }
    public var _code: Int { errorCode }
}

extension ASError: LocalizedError, CustomStringConvertible {
    /// ``message``, or the code's name if there is none.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
    /// As ``errorDescription``, without an import of Foundation.
    public var localizedDescription: String { errorDescription ?? "\(code)" }
    /// The code's name and number, and the message.
    public var description: String { "\(code) (\(code.rawValue)): \(message)" }
}

extension ASError {
    /// No error.
    public static var success: Code { .success }
    /// The cause is not known.
    public static var unknown: Code { .unknown }
    /// The session could not start.
    public static var activationFailed: Code { .activationFailed }
    /// The chosen accessory could not be reached.
    public static var connectionFailed: Code { .connectionFailed }
    /// Nothing that matches was found in time.
    public static var discoveryTimeout: Code { .discoveryTimeout }
    /// The app has no extension that finds accessories.
    public static var extensionNotFound: Code { .extensionNotFound }
    /// The session ended before the operation did.
    public static var invalidated: Code { .invalidated }
    /// The request is wrong.
    public static var invalidRequest: Code { .invalidRequest }
    /// A picker is open already.
    public static var pickerAlreadyActive: Code { .pickerAlreadyActive }
    /// No picker runs.
    public static var pickerRestricted: Code { .pickerRestricted }
    /// The person cancelled.
    public static var userCancelled: Code { .userCancelled }
    /// A person forbids this.
    public static var userRestricted: Code { .userRestricted }
}

extension ASError.Code {
    /// Lets `catch ASError.userCancelled` match an error with this code.
    public static func ~= (code: ASError.Code, error: any Error) -> Bool { (error as? ASError)?.code == code }
}
