// SPDX-License-Identifier: Apache-2.0

/// A few lines at the end of a terminal that are drawn again and again; the lines above stay.
struct TerminalCanvas {
    let stream: StandardStream
    private var height = 0

    init(stream: StandardStream) { self.stream = stream }

    /// The lines may not be wider or more than the given size.
    mutating func draw(_ lines: (TerminalSize) -> [String]) {
        let size = TerminalSize.of(stream.descriptor) ?? TerminalSize(width: 80, height: 24)
        let lines = lines(size)
        // The cursor stays at the last line's end: a newline there would scroll.
        stream.write(text: home + lines.joined(separator: "\r\n"))
        height = lines.count
    }

    mutating func clear() {
        stream.write(text: home)
        height = 0
    }

    /// To the first of our lines, and everything from there on blank (ECMA-48: CUU, ED).
    private var home: String { "\r" + (height > 1 ? "\u{1B}[\(height - 1)A" : "") + "\u{1B}[J" }
}
