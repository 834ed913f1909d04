// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// One request: what is called and how, with its parameters still undecoded.
package struct Call: Sendable {
    /// The interface's name, a dot and the member's name, as it came.
    package let method: String
    /// The caller takes any number of replies.
    package let more: Bool
    /// The caller wants no reply at all. It wins over ``more``.
    package let oneway: Bool
    /// The caller wants to leave the protocol after the reply.
    package let upgrade: Bool
    /// The message as it came, without its NUL.
    package let message: Data

    /// Everything before the last dot of ``method``; empty when there is none.
    package var interface: String { String(method[..<lastDot]) }
    /// Everything after the last dot of ``method``.
    package var member: String { String(method[lastDot...].drop { $0 == "." }) }

    private var lastDot: String.Index { method.lastIndex(of: ".") ?? method.startIndex }

    /// Checks and reads one message.
    package init(_ bytes: [UInt8]) throws(ProtocolViolation) {
        try JSONSyntax.check(bytes)
        message = Data(bytes)
        let envelope: Envelope
        do {
            envelope = try JSONDecoder().decode(Envelope.self, from: message)
        } catch DecodingError.keyNotFound(let key, _) {
            throw .notACall(member: key.stringValue)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw .notACall(member: context.codingPath.first?.stringValue ?? "method")
        } catch {
            throw .notACall(member: "method")
        }
        method = envelope.method
        more = envelope.more ?? false
        oneway = envelope.oneway ?? false
        upgrade = envelope.upgrade ?? false
    }

    /// The parameters as the method's own type; a call without any is a call with `{}`.
    ///
    /// - Throws: ``VarlinkError/invalidParameter(_:)-(String)`` with the path of the member that is missing or wrong
    ///   (`parameters` where the decoder gives no path: a number that does not fit its type), or what `P` itself throws.
    package func parameters<P: Decodable>(as type: P.Type = P.self) throws -> P {
        do {
            let decoder = JSONDecoder()
            if let parameters = try decoder.decode(Body<P>.self, from: message).parameters { return parameters }
            return try decoder.decode(type, from: Data("{}".utf8))
        } catch let error as DecodingError {
            throw VarlinkError.invalidParameter(error)
        }
    }

    private struct Envelope: Decodable {
        let method: String
        let more: Bool?
        let oneway: Bool?
        let upgrade: Bool?
    }

    private struct Body<P: Decodable>: Decodable {
        let parameters: P?
    }
}

extension Call {
    /// The bytes of a call, with the NUL that ends them.
    static func encode(_ method: String, _ parameters: some Encodable, more: Bool, oneway: Bool) throws -> [UInt8] {
        let request = Request(
            method: method, parameters: parameters, more: more ? true : nil, oneway: oneway ? true : nil)
        return try Array(Reply.encoder.encode(request)) + [0]
    }

    private struct Request<P: Encodable>: Encodable {
        let method: String
        let parameters: P
        let more: Bool?
        let oneway: Bool?
    }
}
