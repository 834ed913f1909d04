// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A message's own members, with their undecoded values. A method decodes only the members that it needs, and decodes
/// each once.
struct Envelope {
    /// A member has the wrong type, or several members have its name, and other decoders would choose another one.
    struct Fault: Error {
        let member: String
    }

    private let bytes: [UInt8]
    private let members: [JSONSyntax.Member]

    /// Checks one message.
    init(_ bytes: [UInt8]) throws(ProtocolViolation) {
        self.bytes = bytes
        members = try JSONSyntax.check(bytes)
    }

    /// A member that is true or false; false if it is absent or null.
    func flag(_ name: String) throws(Fault) -> Bool {
        guard let value = try value(of: name) else { return false }
        switch bytes[value.lowerBound] {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: throw Fault(member: name)
        }
    }

    /// A member that is text; nil if it is absent or null.
    func text(_ name: String) throws(Fault) -> String? {
        guard let value = try value(of: name) else { return nil }
        guard bytes[value.lowerBound] == UInt8(ascii: "\""), let text = text(in: value) else {
            throw Fault(member: name)
        }
        return text
    }

    /// A member's value of any type; nil if it is absent or null.
    func json(_ name: String) throws(Fault) -> Data? {
        try value(of: name).map { Data(bytes[$0]) }
    }

    private func value(of name: String) throws(Fault) -> Range<Int>? {
        guard let index = members.firstIndex(where: { isNamed($0, name) }) else { return nil }
        if members[(index + 1)...].contains(where: { isNamed($0, name) }) { throw Fault(member: name) }
        let value = members[index].value
        return bytes[value.lowerBound] == UInt8(ascii: "n") ? nil : value
    }

    private func isNamed(_ member: JSONSyntax.Member, _ name: String) -> Bool {
        let written = bytes[member.name].dropFirst().dropLast()
        return written.elementsEqual(name.utf8) || written.contains(UInt8(ascii: "\\")) && text(in: member.name) == name
    }

    /// The text of a string; nil if one of its escapes is no character.
    private func text(in range: Range<Int>) -> String? {
        let written = bytes[range].dropFirst().dropLast()
        guard written.contains(UInt8(ascii: "\\")) else { return String(decoding: written, as: UTF8.self) }
        return try? JSONDecoder().decode(String.self, from: Data(bytes[range]))
    }
}
