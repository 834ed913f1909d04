// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case _: nil
        }
    }

    /// An ASCII letter as its capital.
    var capital: UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 0x20 : self
    }
}

extension [UInt8] {
    /// The bytes after this prefix of ASCII capitals, which small letters match too.
    func dropping(_ prefix: String) -> [UInt8]? {
        let bytes = Array(prefix.utf8)
        guard count >= bytes.count, zip(self, bytes).allSatisfy({ $0.capital == $1.capital }) else { return nil }
        return Array(dropFirst(bytes.count))
    }

    /// The bytes that pairs of hexadecimal digits stand for; nil if there are none, or other characters.
    var fromHexadecimal: [UInt8]? {
        guard !isEmpty, count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: count, by: 2) {
            guard let high = self[index].hexadecimalValue, let low = self[index + 1].hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// RFC 3986, 2.1; nil if two hexadecimal digits do not follow each percent sign. A plus sign is itself.
    var fromPercentEncoding: [UInt8]? {
        var bytes: [UInt8] = []
        var rest = self[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let decoded = Array(rest.prefix(2)).fromHexadecimal, let value = decoded.first else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    /// The number that these decimal digits write; nil if there are none, too many, or other characters.
    var decimal: Int? {
        guard (1...15).contains(count), allSatisfy(\.isDigit) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The text that these bytes are in UTF-8.
    var text: String? { String(validating: self, as: UTF8.self) }
}

extension Collection<UInt8> {
    /// Without such bytes at both ends.
    func trimmed(_ isBlank: (UInt8) -> Bool) -> [UInt8] {
        var rest = Array(self)[...]
        while let first = rest.first, isBlank(first) { rest = rest.dropFirst() }
        while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
        return Array(rest)
    }
}
