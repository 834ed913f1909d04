// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// One request: the method, its flags, and its parameters, still undecoded.
package struct Call: Sendable {
    /// The interface's name, a dot and the member's name, as received.
    package let method: String
    /// The part before the last dot of ``method``; empty if there is none.
    package let interface: String
    /// The part after the last dot of ``method``.
    package let member: String
    /// The caller takes any number of replies.
    package let more: Bool
    /// The caller wants no reply at all. It wins over ``more``.
    package let oneway: Bool
    /// The caller wants to leave the protocol after the reply.
    package let upgrade: Bool
    /// Bytes of the received message, without its NUL.
    let size: Int
    private let json: Data

    /// Checks and reads one message.
    package init(_ bytes: [UInt8]) throws(ProtocolViolation) {
        let envelope = try Envelope(bytes)
        do throws(Envelope.Fault) {
            guard let method = try envelope.text("method") else { throw Envelope.Fault(member: "method") }
            self.method = method
            more = try envelope.flag("more")
            oneway = try envelope.flag("oneway")
            upgrade = try envelope.flag("upgrade")
            json = try envelope.json("parameters") ?? Data("{}".utf8)
        } catch {
            throw .notACall(member: error.member)
        }
        if let lastDot = method.utf8.lastIndex(of: UInt8(ascii: ".")) {
            interface = String(method[..<lastDot])
            member = String(method[method.utf8.index(after: lastDot)...])
        } else {
            (interface, member) = ("", method)
        }
        size = bytes.count
    }

    /// The parameters as the method's own type; a call without any is a call with `{}`.
    ///
    /// - Throws: ``VarlinkError/invalidParameter(_:)-(String)`` with the path of the missing or wrong member
    ///   (`parameters` if the decoder gives no path: a number that does not fit its type), or the errors of `P` itself.
    package func parameters<P: Decodable>(as type: P.Type = P.self) throws -> P {
        // A method without parameters ignores all.
        if let nothing = Nothing() as? P { return nothing }
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch let error as DecodingError {
            throw VarlinkError.invalidParameter(error)
        }
    }
}

extension Call {
    /// The bytes of a call, with the NUL that ends them.
    static func encode(_ method: String, _ parameters: some Encodable, more: Bool, oneway: Bool) throws -> [UInt8] {
        let request = Request(
            method: method, parameters: parameters, more: more ? true : nil, oneway: oneway ? true : nil)
        return [UInt8](try JSONEncoder.message.encode(request)) + [0]
    }

    private struct Request<P: Encodable>: Encodable {
        let method: String
        let parameters: P
        let more: Bool?
        let oneway: Bool?
    }
}
