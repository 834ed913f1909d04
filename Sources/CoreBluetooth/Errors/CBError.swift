// SPDX-License-Identifier: Apache-2.0

/// The domain of ``CBError``.
// The name that phones use.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBErrorDomain = "CBErrorDomain"

/// The reason why Bluetooth failed, with Core Bluetooth's numbers.
public struct CBError: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The cause is not known.
        case unknown = 0
        /// The value cannot be sent.
        case invalidParameters = 1
        /// The attribute is not, or no longer, the peripheral's.
        case invalidHandle = 2
        /// The peripheral is not connected.
        case notConnected = 3
        /// The app has reached one of its limits.
        case outOfSpace = 4
        /// The operation was cancelled.
        case operationCancelled = 5
        /// The peripheral did not answer in time.
        case connectionTimeout = 6
        /// The link was lost.
        case peripheralDisconnected = 7
        /// Never sent on Linux.
        case uuidNotAllowed = 8
        /// Never sent on Linux.
        case alreadyAdvertising = 9
        /// The peripheral was not connected.
        case connectionFailed = 10
        /// The app has as many connections as it may.
        case connectionLimitReached = 11
        /// The app has no such accessory, or no longer.
        case unknownDevice = 12
        /// Not possible on Linux.
        case operationNotSupported = 13
        /// The peripheral has lost its bond.
        case peerRemovedPairingInformation = 14
        /// The link was not encrypted in time.
        case encryptionTimedOut = 15
        /// Never sent on Linux.
        case tooManyLEPairedDevices = 16
        /// Never sent on Linux.
        case leGattExceededBackgroundNotificationLimit = 17
        /// Never sent on Linux.
        case leGattNearBackgroundNotificationLimit = 18
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence for people.
    public let message: String

    /// Makes an error, for tests of an app.
    public init(_ code: Code, message: String = "") {
        self.code = code
        self.message = message
    }

    /// Makes an error as on phones. Of the values, it keeps the text with the key `NSLocalizedDescription`, as
    /// ``message``.
    public init(_ code: Code, userInfo: [String: Any]) {
        self.init(code, message: userInfo["NSLocalizedDescription"] as? String ?? "")
    }

    /// ``CBErrorDomain``.
    public static var errorDomain: String { CBErrorDomain }
    /// ``code`` as a number.
    public var errorCode: Int { code.rawValue }
    /// The same as `(error as NSError).userInfo`: ``errorDescription`` with the key `NSLocalizedDescription`.
    public var errorUserInfo: [String: Any] { ["NSLocalizedDescription": localizedDescription] }
    /// The same as ``errorUserInfo``.
    public var userInfo: [String: Any] { errorUserInfo }
}

// As those of ASError.
extension CBError {
    public var _domain: String { Self.errorDomain }
    public var _code: Int { errorCode }
}

extension CBError: LocalizedError, CustomStringConvertible {
    /// ``message``, or the code's name if there is none.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
    /// As ``errorDescription``, without an import of Foundation.
    public var localizedDescription: String { errorDescription ?? "\(code)" }
    /// The code's name and number, and the message.
    public var description: String { "\(code) (\(code.rawValue)): \(message)" }
}

extension CBError.Code {
    /// Lets `catch CBError.connectionFailed` match an error with this code.
    public static func ~= (code: CBError.Code, error: any Error) -> Bool { (error as? CBError)?.code == code }
}
