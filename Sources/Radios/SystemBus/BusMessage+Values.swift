// SPDX-License-Identifier: Apache-2.0

import CSystemd

extension BusMessage {
    // MARK: Reading

    /// The arguments; none if they are malformed, which no bus passes on.
    var members: [Variant] {
        sd_bus_message_rewind(pointer, 1)
        return (try? rest()) ?? []
    }

    /// The first argument, if it is text.
    var firstText: String? {
        sd_bus_message_rewind(pointer, 1)
        return (try? next())??.text
    }

    /// What is left of the container, or of the message.
    private func rest() throws(BusFault) -> [Variant] {
        var values: [Variant] = []
        while let value = try next() { values.append(value) }
        return values
    }

    /// Nil at the end.
    private func next() throws(BusFault) -> Variant? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let status = sd_bus_message_peek_type(pointer, &type, &contents)
        try BusFault.check(status)
        guard status > 0 else { return nil }
        let inner = contents.map { String(cString: $0) } ?? ""
        switch (UInt8(bitPattern: type), inner) {
        case (UInt8(ascii: "a"), "y"):
            var bytes: UnsafeRawPointer?
            var count = 0
            try BusFault.check(sd_bus_message_read_array(pointer, Self.type("y"), &bytes, &count))
            return .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        case (UInt8(ascii: "a"), "{sv}"):
            let entries = try entries(type, inner)
            return .dictionary(Dictionary(entries, uniquingKeysWith: { $1 }))
        case (UInt8(ascii: "a"), "{sa{sv}}"):
            let entries = try entries(type, inner).compactMap { name, value -> (String, [String: Variant])? in
                guard case .dictionary(let section) = value else { return nil }
                return (name, section)
            }
            return .sections(Dictionary(entries, uniquingKeysWith: { $1 }))
        case (UInt8(ascii: "a"), _): return .list(of: inner, try inside(type, contents))
        case (UInt8(ascii: "v"), _): return try inside(type, contents).first ?? .other(type: "v")
        case (UInt8(ascii: "r"), _), (UInt8(ascii: "e"), _): return .tuple(try inside(type, contents))
        case (UInt8(ascii: "s"), _), (UInt8(ascii: "o"), _), (UInt8(ascii: "g"), _): return try text(type)
        case _: return try number(type)
        }
    }

    private func inside(_ type: CChar, _ contents: UnsafePointer<CChar>?) throws(BusFault) -> [Variant] {
        try BusFault.check(sd_bus_message_enter_container(pointer, type, contents))
        let values = try rest()
        try BusFault.check(sd_bus_message_exit_container(pointer))
        return values
    }

    private func entries(_ type: CChar, _ contents: String) throws(BusFault) -> [(String, Variant)] {
        try inside(type, contents).compactMap { entry in
            guard case .tuple(let entry) = entry, entry.count == 2, let key = entry[0].text else { return nil }
            return (key, entry[1])
        }
    }

    private func text(_ type: CChar) throws(BusFault) -> Variant {
        var text: UnsafePointer<CChar>?
        try BusFault.check(sd_bus_message_read_basic(pointer, type, &text))
        let value = text.map { String(cString: $0) } ?? ""
        return switch UInt8(bitPattern: type) {
        case UInt8(ascii: "s"): .string(value)
        case UInt8(ascii: "o"): .path(value)
        case _: .other(type: "g")
        }
    }

    private func number(_ type: CChar) throws(BusFault) -> Variant {
        // The widest takes eight bytes, and each begins with the lowest of its own on the processors that Swift has.
        var value: UInt64 = 0
        try BusFault.check(sd_bus_message_read_basic(pointer, type, &value))
        return switch UInt8(bitPattern: type) {
        case UInt8(ascii: "b"): .bool(value != 0)
        case UInt8(ascii: "n"): .short(Int16(truncatingIfNeeded: value))
        case UInt8(ascii: "i"): .int(Int32(truncatingIfNeeded: value))
        case UInt8(ascii: "y"), UInt8(ascii: "q"), UInt8(ascii: "u"): .uint(UInt32(truncatingIfNeeded: value))
        case let type: .other(type: String(UnicodeScalar(type)))
        }
    }

    // MARK: Writing

    func append(_ values: [Variant]) throws(BusFault) {
        for value in values { try append(value) }
    }

    private func append(_ value: Variant) throws(BusFault) {
        switch value {
        case .bool(let value): try append("b", Int32(value ? 1 : 0))
        case .short(let value): try append("n", value)
        case .int(let value): try append("i", value)
        case .uint(let value): try append("u", value)
        case .string(let value): try append("s", value)
        case .path(let value): try append("o", value)
        case .bytes(let bytes):
            try BusFault.check(
                bytes.withUnsafeBytes {
                    sd_bus_message_append_array(pointer, Self.type("y"), $0.baseAddress, $0.count)
                })
        case .list(let type, let members): try container("a", type) { () throws(BusFault) in try append(members) }
        case .tuple(let members):
            try container("r", members.map(\.signature).joined()) { () throws(BusFault) in try append(members) }
        case .dictionary(let entries):
            try container("a", "{sv}") { () throws(BusFault) in
                for (key, value) in entries {
                    try container("e", "sv") { () throws(BusFault) in try append([.string(key), .any(value)]) }
                }
            }
        case .sections(let sections):
            try container("a", "{sa{sv}}") { () throws(BusFault) in
                for (key, value) in sections {
                    try container("e", "sa{sv}") { () throws(BusFault) in
                        try append([.string(key), .dictionary(value)])
                    }
                }
            }
        case .any(let value): try container("v", value.signature) { () throws(BusFault) in try append(value) }
        case .other(let type): throw BusFault(message: "a value of type \(type) cannot be sent")
        }
    }

    private func container(
        _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusFault) -> Void
    ) throws(BusFault) {
        try BusFault.check(sd_bus_message_open_container(pointer, Self.type(type), contents))
        try body()
        try BusFault.check(sd_bus_message_close_container(pointer))
    }

    private func append(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) throws(BusFault) {
        try BusFault.check(withUnsafePointer(to: value) { sd_bus_message_append_basic(pointer, Self.type(type), $0) })
    }

    private func append(_ type: Unicode.Scalar, _ text: String) throws(BusFault) {
        try BusFault.check(text.withCString { sd_bus_message_append_basic(pointer, Self.type(type), $0) })
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}

extension Variant {
    /// The type in the bus's form (D-Bus specification, "Type System").
    fileprivate var signature: String {
        switch self {
        case .bool: "b"
        case .short: "n"
        case .int: "i"
        case .uint: "u"
        case .string: "s"
        case .path: "o"
        case .bytes: "ay"
        case .list(let type, _): "a" + type
        case .tuple(let members): "(" + members.map(\.signature).joined() + ")"
        case .dictionary: "a{sv}"
        case .sections: "a{sa{sv}}"
        case .any: "v"
        case .other(let type): type
        }
    }
}
