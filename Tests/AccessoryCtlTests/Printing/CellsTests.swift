// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessoryctl

@Suite struct CellsTests {
    @Test(arguments: [
        ("MyCam-1", 7), ("", 0), ("Küche", 5), ("中文", 4), ("ｆｕｌｌ", 8), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2),
        ("🔌", 2), ("❤️", 2), ("❤", 1), ("👍🏽", 2), ("🇩🇪", 2), ("👩‍👧", 2), ("ที่", 1), ("กำ", 2), ("नि", 2), ("e\u{301}", 1),
    ])
    func countsTheCellsOfATerminal(text: String, cells: Int) {
        #expect(text.cells == cells)
        #expect(text.padded(to: 10).cells == 10)
        #expect(text.cut(to: 1).cells <= 1)
    }

    @Test func alignsColumnsBehindWideText() {
        let rows = ["🔌 Plug-7", "中文", "ที่", "MyCam-1"].map { [Table.Cell(text: $0), Table.Cell(text: "x")] }
        let lines = TablePrinter().lines(Table(title: "", header: ["SSID", "Y"], rows: rows))
        #expect(Set(lines.map(\.cells)) == [12])
    }

    @Test(arguments: [
        ("Café 🔌", #"Caf\xc3\xa9 \xf0\x9f\x94\x8c"#), ("MyCam-1", "MyCam-1"), (#"\xff"#, #"\xff"#),
    ])
    func writesInASCIIWhatATerminalCannotShow(text: String, ascii: String) {
        #expect(text.inASCII == ascii)
        #expect(ascii.inASCII == ascii)
    }
}
