// SPDX-License-Identifier: Apache-2.0

/// The fields of a message in Protocol Buffers (protobuf.dev, "Encoding"): whole numbers, and bytes. Others are skipped.
struct GoProFields: Hashable, Sendable {
    private var numbers: [UInt64: UInt64] = [:]
    private var values: [UInt64: [[UInt8]]] = [:]

    /// Nil if the bytes end within a field.
    init?(_ bytes: some Sequence<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            guard let key = Self.number(&rest) else { return nil }
            switch key & 7 {
            case 0:
                guard let number = Self.number(&rest) else { return nil }
                numbers[key >> 3] = number
            case 1, 5:
                let size = key & 7 == 1 ? 8 : 4
                guard rest.count >= size else { return nil }
                rest = rest.dropFirst(size)
            case 2:
                guard let count = Self.number(&rest), count <= UInt64(rest.count) else { return nil }
                values[key >> 3, default: []].append(Array(rest.prefix(Int(count))))
                rest = rest.dropFirst(Int(count))
            case _: return nil
            }
        }
    }

    /// The last number of this field; nil if there is none, or it does not fit.
    func number(_ field: UInt64) -> Int? { numbers[field].flatMap { Int(exactly: $0) } }
    func bytes(_ field: UInt64) -> [UInt8]? { values[field]?.last }
    func all(_ field: UInt64) -> [[UInt8]] { values[field] ?? [] }

    static func encoded(_ field: UInt64, _ number: UInt64) -> [UInt8] { encoded(field << 3) + encoded(number) }

    static func encoded(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        encoded(field << 3 | 2) + encoded(UInt64(bytes.count)) + bytes
    }

    private static func encoded(_ number: UInt64) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), number)
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }
}
