// SPDX-License-Identifier: Apache-2.0

extension Table {
    /// The same rows for a narrow terminal: the widest of these columns lose characters, in the middle, because the ends
    /// distinguish names.
    ///
    /// - Parameters:
    ///   - names: the headers of the columns.
    ///   - least: the cells that such a column keeps.
    func fitted(to width: Int, cutting names: Set<String>, least: Int = 8) -> Table {
        fitted(to: width, header.indices.filter { names.contains(header[$0]) }, least: least) { $0.cutInside(to: $1) }
    }

    /// The same rows for a narrow terminal: texts lose their ends first, and then names lose characters.
    func fitted(to width: Int) -> Table {
        let texts = widths.indices.filter { widths[$0] == .text }
        let names = widths.indices.filter { widths[$0] == .name }
        return fitted(to: width, texts, least: Self.leastText) { $0.cut(to: $1) }
            .fitted(to: width, names, least: Self.leastName) { $0.cutInside(to: $1) }
    }

    private static let leastText = 12
    private static let leastName = 8

    private func fitted(
        to width: Int, _ columns: [Int], least: Int, cut: (String, _ width: Int) -> String
    ) -> Table {
        var widths = header.indices.map { index in
            rows.reduce(header[index].cells) { max($0, $1[index].text?.cells ?? 2) }
        }
        let gaps = 2 * max(0, widths.count - 1)
        while widths.reduce(gaps, +) > width {
            let longer = columns.filter { widths[$0] > max(least, header[$0].cells) }
            guard let widest = longer.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        var table = self
        for row in rows.indices {
            for column in columns {
                table.rows[row][column].text = rows[row][column].text.map { cut($0, widths[column]) }
            }
        }
        return table
    }
}

extension String {
    /// Its beginning and its end, in at most this many cells; an ellipsis stands for the middle.
    func cutInside(to width: Int) -> String {
        guard cells > width else { return self }
        var (start, end) = ("", "")
        var room = width - TerminalText.ellipsis.cells
        var rest = self[...]
        while let character = end.cells < start.cells ? rest.popLast() : rest.popFirst(), character.cells <= room {
            room -= character.cells
            if end.cells < start.cells { end = String(character) + end } else { start.append(character) }
        }
        return width > 0 ? start + TerminalText.ellipsis + end : ""
    }
}
