// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Marks what one hand-over adds to wpa_supplicant, where other programs have labels and configurators, too. The mark
/// follows from a signing key that is used once, so an agent that was killed recognises what it left behind, and removes
/// nothing else.
package struct EasyConnectMark: Hashable, Sendable, CustomStringConvertible {
    /// 32 hexadecimal digits.
    package let text: String

    /// Nil for another form.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, [UInt8](hexadecimal: text) != nil else { return nil }
        self.text = text
    }

    fileprivate init(ofKey key: [UInt8]) throws(CryptoFault) {
        text = String(try Digest.sha256(key).hexadecimal.prefix(Self.length))
    }

    package var description: String { text }

    private static let length = 32
    /// No field of a label has this name (Wi-Fi Easy Connect 2.0, 5.2.1), and wpa_supplicant passes over unknown fields.
    private var field: String { "Z:accessoryd-\(text);" }

    /// The label with the mark as one more field.
    package func marked(_ label: String) -> String {
        let prefix = "DPP:"
        return prefix + field + label.dropFirst(prefix.utf8.count)
    }

    /// Whether the label that wpa_supplicant has is marked.
    package func marks(label: String) -> Bool { label.hasPrefix("DPP:" + field) }

    /// Whether this is the signing key that the mark follows from, as wpa_supplicant reports it.
    package func marks(key: String) -> Bool {
        guard let der = [UInt8](hexadecimal: key), let secret = EasyConnectKey(der: der) else { return false }
        return secret.mark == self
    }
}

/// The signing key of a configurator: one that lives as long as one hand-over, or that of a network's own configurator. No
/// description shows it.
package struct EasyConnectKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let secret: [UInt8]
    package let mark: EasyConnectMark

    /// Draws a key of the curve P-256.
    package init(_ randomness: Randomness) throws(EasyConnectFault) {
        guard var secret = try? randomness.bytes(Self.length) else { throw .notMarked }
        // Below the order of the curve, and not 0.
        secret[0] &= 0x7F
        secret[Self.length - 1] |= 1
        self.secret = secret
        guard let mark = try? EasyConnectMark(ofKey: secret) else { throw .notMarked }
        self.mark = mark
    }

    /// Reads a network's own, in the hexadecimal digits that `DPP_CONFIGURATOR_GET_KEY` prints; nil for another curve.
    package init?(text: String) {
        guard let der = [UInt8](hexadecimal: text) else { return nil }
        self.init(der: der)
    }

    /// Reads an ECPrivateKey of 32 bytes, whatever follows.
    fileprivate init?(der: [UInt8]) {
        // The sequence's length has one byte, or two with the public key.
        let body = der.dropFirst(der.count > 1 && der[1] == 0x81 ? 3 : 2)
        guard der.first == 0x30, body.starts(with: Self.head), body.count >= Self.head.count + Self.length else {
            return nil
        }
        secret = Array(body.dropFirst(Self.head.count).prefix(Self.length))
        guard let mark = try? EasyConnectMark(ofKey: secret) else { return nil }
        self.mark = mark
    }

    /// An ECPrivateKey without its public key (RFC 5915, 3), with the curve's identifier (RFC 5480, 2.1.1.1).
    package var der: [UInt8] {
        let body = Self.head + secret + [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        return [0x30, UInt8(body.count)] + body
    }

    package var description: String { "<hidden>" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static let length = 32
    /// The version, and the head of the octets.
    private static let head: [UInt8] = [0x02, 0x01, 0x01, 0x04, 0x20]
}
