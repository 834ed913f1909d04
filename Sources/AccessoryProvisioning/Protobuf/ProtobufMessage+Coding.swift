// SPDX-License-Identifier: Apache-2.0

extension ProtobufMessage {
    private enum Wire {
        static let varint = 0
        static let fixed64 = 1
        static let bytes = 2
        static let fixed32 = 5
    }

    /// Fields of the fixed types are skipped: no message here has one.
    package init(decoding bytes: [UInt8]) throws(ProtobufFault) {
        guard bytes.count <= Self.limit else { throw .tooLong(bytes.count) }
        var rest = bytes[...]
        fields = []
        while !rest.isEmpty {
            let tag = try Self.takeVarint(from: &rest)
            guard (1...UInt64(Self.greatestField)).contains(tag >> 3) else { throw .fieldNumber }
            let number = Int(tag >> 3)
            switch Int(tag & 7) {
            case Wire.varint:
                fields.append(Field(number: number, value: .number(try Self.takeVarint(from: &rest))))
            case Wire.bytes:
                let count = try Self.takeVarint(from: &rest)
                guard let count = Int(exactly: count) else { throw .truncated }
                fields.append(Field(number: number, value: .bytes(try Self.take(count, from: &rest))))
            case Wire.fixed64: _ = try Self.take(8, from: &rest)
            case Wire.fixed32: _ = try Self.take(4, from: &rest)
            case let type: throw .wireType(type)
            }
        }
    }

    package var encoded: [UInt8] {
        fields.reduce(into: []) { bytes, field in
            let tag = UInt64(field.number) << 3
            switch field.value {
            case .number(let number):
                Self.append(tag | UInt64(Wire.varint), to: &bytes)
                Self.append(number, to: &bytes)
            case .bytes(let value):
                Self.append(tag | UInt64(Wire.bytes), to: &bytes)
                Self.append(UInt64(value.count), to: &bytes)
                bytes += value
            }
        }
    }

    private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) throws(ProtobufFault) -> [UInt8] {
        guard count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private static func takeVarint(from rest: inout ArraySlice<UInt8>) throws(ProtobufFault) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard let byte = rest.popFirst() else { throw .truncated }
            // The tenth byte has the last of the 64 bits.
            guard shift < 63 || byte <= 1 else { throw .numberTooLong }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw .numberTooLong
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
