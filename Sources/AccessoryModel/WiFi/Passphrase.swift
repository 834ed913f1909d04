// SPDX-License-Identifier: Apache-2.0

/// A network's passphrase: 8 to 63 printable ASCII characters for WPA2 (IEEE 802.11-2020, J.4.1), 64 hexadecimal digits
/// for a raw key. For WPA3 the rules are the same, as on phones.
///
/// The description hides it, so that no log, error or dump shows one by accident.
public struct Passphrase: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public let secret: String

    public init(_ secret: String) throws(PassphraseFault) {
        let bytes = Array(secret.utf8)
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .notPrintable }
        let isRawKey = bytes.count == 64 && secret.allSatisfy(\.isHexDigit)
        guard isRawKey || (8...63).contains(bytes.count) else { throw .length(bytes.count) }
        self.secret = secret
    }

    public var description: String { "<hidden>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a text is not a passphrase. Never quotes it.
public enum PassphraseFault: Error, Hashable, Sendable, CustomStringConvertible {
    case length(Int)
    case notPrintable

    public var description: String {
        switch self {
        case .length(let count): "a passphrase has 8 to 63 characters, or 64 hexadecimal digits; this one has \(count)"
        case .notPrintable: "a passphrase has printable ASCII characters only"
        }
    }
}

extension Passphrase: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(container.decode(String.self))
        } catch let fault as PassphraseFault {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: fault.description)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secret)
    }
}
