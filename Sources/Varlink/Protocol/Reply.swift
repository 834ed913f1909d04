// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A reply or an error as bytes, and back.
package struct Reply: Sendable {
    /// More replies to the same call follow.
    package let continues: Bool
    /// The error's name, if the reply is an error.
    package let error: String?
    /// Bytes of the whole message.
    let size: Int
    private let json: Data

    /// Checks and reads one message.
    package init(_ bytes: [UInt8]) throws(ProtocolViolation) {
        let envelope = try Envelope(bytes)
        size = bytes.count
        do throws(Envelope.Fault) {
            continues = try envelope.flag("continues")
            error = try envelope.text("error")
            json = try envelope.json("parameters") ?? Data("{}".utf8)
        } catch {
            throw .notAReply
        }
    }

    /// The reply's parameters.
    ///
    /// - Throws: ``VarlinkError`` if it is an error, `DecodingError` if it is not a `P`.
    package func parameters<P: Decodable>(as type: P.Type = P.self) throws -> P {
        if let error {
            throw VarlinkError(error, parameters: try JSONDecoder().decode([String: JSONValue].self, from: json))
        }
        return try JSONDecoder().decode(type, from: json)
    }
}

extension Reply {
    /// The bytes of a reply, with the NUL that ends them.
    package static func encode(_ parameters: some Encodable, continues: Bool = false) throws -> [UInt8] {
        try terminated(Success(continues: continues ? true : nil, parameters: parameters))
    }

    /// The bytes of a reply that is not the last, whose parameters are bytes of JSON already.
    package static func encode(continuing parameters: [UInt8]) -> [UInt8] {
        Array(#"{"continues":true,"parameters":"#.utf8) + parameters + [UInt8(ascii: "}"), 0]
    }

    /// The bytes of an error, with the NUL that ends them.
    package static func encode(error name: String, _ parameters: some Encodable) throws -> [UInt8] {
        try terminated(Failure(error: name, parameters: parameters))
    }

    private static func terminated(_ value: some Encodable) throws -> [UInt8] {
        var bytes = [UInt8](try JSONEncoder.message.encode(value))
        guard bytes.count <= MessageLimits.messageBytes else {
            throw ProtocolViolation.messageTooLarge(limit: MessageLimits.messageBytes)
        }
        bytes.append(0)
        return bytes
    }

    private struct Success<P: Encodable>: Encodable {
        let continues: Bool?
        let parameters: P
    }

    private struct Failure<P: Encodable>: Encodable {
        let error: String
        let parameters: P
    }
}
