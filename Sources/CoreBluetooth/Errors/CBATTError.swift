// SPDX-License-Identifier: Apache-2.0

/// The domain of ``CBATTError``.
// The name that phones use.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBATTErrorDomain = "CBATTErrorDomain"

/// The peripheral's refusal of a request, with the numbers of the Attribute Protocol.
public struct CBATTError: Error, Hashable, Sendable {
    /// The kind of refusal.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// No error.
        case success = 0x00
        /// There is no such attribute.
        case invalidHandle = 0x01
        /// The attribute cannot be read.
        case readNotPermitted = 0x02
        /// The attribute cannot be written.
        case writeNotPermitted = 0x03
        /// The request was not understood.
        case invalidPdu = 0x04
        /// The attribute needs a bond.
        case insufficientAuthentication = 0x05
        /// The request is not supported.
        case requestNotSupported = 0x06
        /// The value is shorter than the offset.
        case invalidOffset = 0x07
        /// The attribute needs an authorization.
        case insufficientAuthorization = 0x08
        /// Too many prepared writes wait.
        case prepareQueueFull = 0x09
        /// Nothing was found in the range.
        case attributeNotFound = 0x0A
        /// The attribute cannot be read in parts.
        case attributeNotLong = 0x0B
        /// The key of the link is too short.
        case insufficientEncryptionKeySize = 0x0C
        /// The value has a wrong length.
        case invalidAttributeValueLength = 0x0D
        /// An error that should not happen, or one of the accessory's own: ``CBATTError/errorCode`` has its number.
        case unlikelyError = 0x0E
        /// The attribute needs an encrypted link.
        case insufficientEncryption = 0x0F
        /// The kind of group is not supported.
        case unsupportedGroupType = 0x10
        /// The accessory has no room.
        case insufficientResources = 0x11
    }

    /// The number that the accessory gave. Those from 128 are the accessory's own.
    public let errorCode: Int
    /// A sentence for people.
    public let message: String

    /// Makes an error, for tests of an app.
    public init(_ code: Code, message: String = "") {
        errorCode = code.rawValue
        self.message = message
    }

    /// Makes an error as on phones. Of the values, it keeps the text with the key `NSLocalizedDescription`, as
    /// ``message``.
    public init(_ code: Code, userInfo: [String: Any]) {
        self.init(code, message: userInfo["NSLocalizedDescription"] as? String ?? "")
    }

    init(number: UInt8, message: String) {
        errorCode = Int(number)
        self.message = message
    }

    /// The kind of refusal.
    public var code: Code { Code(rawValue: errorCode) ?? .unlikelyError }
    /// ``CBATTErrorDomain``.
    public static var errorDomain: String { CBATTErrorDomain }
    /// The same as `(error as NSError).userInfo`: ``errorDescription`` with the key `NSLocalizedDescription`.
    public var errorUserInfo: [String: Any] { ["NSLocalizedDescription": localizedDescription] }
    /// The same as ``errorUserInfo``.
    public var userInfo: [String: Any] { errorUserInfo }
}

// As those of ASError.
extension CBATTError {
    public var _domain: String { Self.errorDomain }
    public var _code: Int { errorCode }
}

extension CBATTError: LocalizedError, CustomStringConvertible {
    /// ``message``, or the code's name if there is none.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
    /// As ``errorDescription``, without an import of Foundation.
    public var localizedDescription: String { errorDescription ?? "\(code)" }
    /// The code's name and number, and the message.
    public var description: String { "\(code) (\(errorCode)): \(message)" }
}

extension CBATTError.Code {
    /// Lets `catch CBATTError.readNotPermitted` match an error with this code.
    public static func ~= (code: CBATTError.Code, error: any Error) -> Bool { (error as? CBATTError)?.code == code }
}
