// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A reply or an error as bytes, and back.
package struct Reply: Sendable {
    /// The message as it came, without its NUL.
    package let message: Data
    /// More replies to the same call follow.
    package let continues: Bool
    /// The error's name, where it is one.
    package let error: String?

    /// Checks and reads one message.
    package init(_ bytes: [UInt8]) throws(ProtocolViolation) {
        try JSONSyntax.check(bytes)
        message = Data(bytes)
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: message) else { throw .notAReply }
        continues = envelope.continues ?? false
        error = envelope.error
    }

    /// What was replied.
    ///
    /// - Throws: ``VarlinkError`` if it is an error, `DecodingError` if it is not a `P`.
    package func parameters<P: Decodable>(as type: P.Type = P.self) throws -> P {
        let decoder = JSONDecoder()
        if let error {
            let parameters = try decoder.decode(Body<[String: JSONValue]>.self, from: message).parameters
            throw VarlinkError(error, parameters: parameters ?? [:])
        }
        if let parameters = try decoder.decode(Body<P>.self, from: message).parameters { return parameters }
        return try decoder.decode(type, from: Data("{}".utf8))
    }

    private struct Envelope: Decodable {
        let continues: Bool?
        let error: String?
    }

    private struct Body<P: Decodable>: Decodable {
        let parameters: P?
    }
}

extension Reply {
    /// The bytes of a reply, with the NUL that ends them.
    package static func encode(_ parameters: some Encodable, continues: Bool = false) throws -> [UInt8] {
        try terminated(Success(parameters: parameters, continues: continues ? true : nil))
    }

    /// The bytes of an error, with the NUL that ends them.
    package static func encode(error name: String, _ parameters: some Encodable) throws -> [UInt8] {
        try terminated(Failure(error: name, parameters: parameters))
    }

    private static func terminated(_ value: some Encodable) throws -> [UInt8] {
        var bytes = try Array(encoder.encode(value))
        guard bytes.count <= Limits.messageBytes else {
            throw ProtocolViolation.messageTooLarge(limit: Limits.messageBytes)
        }
        bytes.append(0)
        return bytes
    }

    /// Sorted keys, so that equal values are equal bytes.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private struct Success<P: Encodable>: Encodable {
        let parameters: P
        let continues: Bool?
    }

    private struct Failure<P: Encodable>: Encodable {
        let error: String
        let parameters: P
    }
}
