// SPDX-License-Identifier: Apache-2.0

/// The lines of a program, limited in length and in total.
struct ProgramOutput {
    /// A longer line continues in the next one.
    static let longestLine = 2048
    /// The most bytes of one program.
    static let most = 1 << 20

    private var line: [UInt8] = []
    private var count = 0

    /// The lines that these bytes complete.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            guard count < Self.most else { break }
            count += 1
            if byte == UInt8(ascii: "\n") {
                lines.append(takeLine())
            } else {
                line.append(byte)
                if line.count == Self.longestLine { lines.append(takeLine()) }
            }
            if count == Self.most {
                lines += end() + ["the rest of its output is left out: it has written \(Self.most >> 10) KiB"]
            }
        }
        return lines
    }

    /// The rest, without a line's end.
    mutating func end() -> [String] { line.isEmpty ? [] : [takeLine()] }

    private mutating func takeLine() -> String {
        defer { line = [] }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}
