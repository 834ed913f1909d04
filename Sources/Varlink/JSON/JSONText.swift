// SPDX-License-Identifier: Apache-2.0

/// JSON that is being written, and the objects and arrays in it that are still open.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var open: [(start: Int, isObject: Bool, isEmpty: Bool)] = []

    init() {
        bytes.reserveCapacity(512)
    }

    /// Opens an object or array, or continues the one that begins here if a value asks for it twice.
    mutating func enter(isObject: Bool, at start: Int, depth: Int) {
        if open.count > depth, open[depth].start == start, open[depth].isObject == isObject { return }
        open.append((start, isObject, true))
        bytes.append(UInt8(ascii: isObject ? "{" : "["))
    }

    /// Closes everything that was opened deeper than this.
    mutating func leave(to depth: Int) {
        while open.count > depth {
            bytes.append(UInt8(ascii: open.removeLast().isObject ? "}" : "]"))
        }
    }

    /// Called before each member of the object or array at this depth. Returns where the member begins.
    @discardableResult
    mutating func separate(at depth: Int) -> Int {
        leave(to: depth)
        if !open[depth - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
        open[depth - 1].isEmpty = false
        return bytes.count
    }

    /// Returns where the value begins.
    @discardableResult
    mutating func write(key: String, at depth: Int) -> Int {
        separate(at: depth)
        write(key)
        bytes.append(UInt8(ascii: ":"))
        return bytes.count
    }

    mutating func write(key: String, _ value: String, at depth: Int) {
        write(key: key, at: depth)
        write(value)
    }

    /// Called after a value that began at `start`. A type without members asks for no container, and is an empty
    /// object.
    mutating func end(value start: Int, depth: Int) {
        leave(to: depth)
        if bytes.count == start { write(word: "{}") }
    }

    mutating func write(word: StaticString) {
        word.withUTF8Buffer { bytes += $0 }
    }

    mutating func write(number: some CustomStringConvertible) {
        bytes += number.description.utf8
    }

    mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var plain = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes += utf8[plain..<index]
                plain = index + 1
                write(escaped: byte)
            }
            bytes += utf8[plain...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write(word: #"\""#)
        case UInt8(ascii: "\\"): write(word: #"\\"#)
        case UInt8(ascii: "\n"): write(word: #"\n"#)
        case UInt8(ascii: "\r"): write(word: #"\r"#)
        case UInt8(ascii: "\t"): write(word: #"\t"#)
        default:
            write(word: #"\u00"#)
            for digit in [byte >> 4, byte & 15] {
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
