// SPDX-License-Identifier: Apache-2.0

/// Foreign text in a line of a log or on a terminal.
extension String {
    /// One visible line: `\xNN` and `\u{NNNN}` stand for characters that would begin a line, move a terminal's cursor,
    /// give it an order, or reorder text.
    package var printable: String {
        guard unicodeScalars.contains(where: \.changesLines) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            guard scalar.changesLines else {
                text.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            text += scalar.value > 0xFF ? "\\u{\(digits)}" : digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
        }
        return text
    }
}

extension String {
    /// One word of a list: unchanged if it has only the usual characters of names and paths, else between quotation
    /// marks, with `\"` and `\\` for those within.
    package var word: String {
        let isPlain = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case _: "._-@/:+~\\".utf8.contains(byte)
            }
        }
        if !utf8.isEmpty, utf8.allSatisfy(isPlain) { return self }
        var text = "\""
        for scalar in unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text.printable + "\""
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1, the two separators that end a line, and the characters that set the direction of text (Unicode
    /// Standard Annex 9, 2: explicit directional embeddings, overrides, isolates and marks).
    package var changesLines: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        case _: false
        }
    }
}
