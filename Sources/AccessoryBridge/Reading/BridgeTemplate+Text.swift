// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BridgeTemplate {
    /// Reads `Acme-{serial:4d}`: bytes in the text form of SSIDs, fields in braces.
    ///
    /// - Parameter device: if it has a field as hexadecimal digits, so has the template, in either case.
    init(text: String, beside device: [DeviceTrait] = []) throws(Unreadable) {
        var parts: [Part] = []
        for piece in try Braces.pieces(of: text) {
            switch piece {
            case .literal(let text): parts.append(.literal(try Self.bytes(text)))
            case .field(let text): parts.append(.field(try Self.field(text).spelt(like: device)))
            }
        }
        guard !parts.isEmpty else { throw Unreadable("is empty") }
        let open = parts.count { part in
            guard case .field(let field) = part else { return false }
            return field.length == nil
        }
        guard open <= 1 else {
            throw Unreadable(
                "has \(open) fields without a length, and could be read in several ways; one may have none")
        }
        self.init(parts)
    }

    /// Reads the text form of SSIDs, of any length.
    private static func bytes(_ text: String) throws(Unreadable) -> [UInt8] {
        do {
            return try SSID(text: text).bytes
        } catch {
            throw Unreadable("'\(text)': \(error.description)")
        }
    }

    /// `serial`, `serial:4`, `serial:4x`, `serial:4d`, and the same with `*`.
    private static func field(_ text: String) throws(Unreadable) -> Field {
        let (name, rest) = try Braces.name(text)
        guard let rest else { return Field(name) }
        let alphabet: Alphabet = rest.hasSuffix("x") ? .hexadecimal : rest.hasSuffix("d") ? .digits : .any
        let digits = alphabet == .any ? rest[...] : rest.dropLast()
        guard let length = Braces.number(digits), SSID.lengths.contains(length) else {
            throw Unreadable("'{\(text)}' has no length of 1 to 32 behind its colon, such as {serial:4} or {serial:4x}")
        }
        return Field(name, length: length, alphabet)
    }
}

extension BridgeTemplate.Field {
    fileprivate func spelt(like device: [DeviceTrait]) -> Self {
        guard alphabet == .any, let name, let digits = device.lazy.compactMap({ $0.hexadecimalDigits(of: name) }).first
        else { return self }
        return Self(name, length: length ?? digits, .hexadecimal)
    }
}
