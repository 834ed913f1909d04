// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessoryctl

@Suite struct FittingTests {
    @Test(arguments: [
        ("MyCam-0042", 10, "MyCam-0042"), ("MyCam-0042", 8, "MyCa…042"), ("MyCam-0042", 2, "M…"),
        ("MyCam-0042", 1, "…"),
        ("MyCam-0042", 0, ""), ("中文网络名字", 7, "中文…字"), ("中文网络名字", 9, "中文…名字"), ("🔌🔌🔌🔌", 6, "🔌…🔌"),
    ])
    func leavesOutTheMiddle(text: String, width: Int, cut: String) {
        #expect(text.cutInside(to: width) == cut)
        #expect(text.cutInside(to: width).cells <= max(0, width))
    }

    private func table(_ name: String, _ ssid: String) -> Table {
        Table(
            title: "", header: ["#", "NAME", "SSID", "SIGNAL"],
            rows: [["1", name, ssid, "▂▄▆█ 88"], ["2", "Camera", "MyCam-1", "gone"]].map { row in
                row.map { Table.Cell(text: $0) }
            })
    }

    @Test func keepsEveryColumnOnANarrowTerminal() {
        let long = table("A camera with a name as long as nobody would write it", "MyCam-with-a-long-name-0042")
        for width in [80, 60, 45, 40] {
            let lines = TablePrinter().lines(long.fitted(to: width, cutting: ["NAME", "SSID"]))
            #expect(lines.allSatisfy { $0.cells <= width })
            #expect(lines[1].hasSuffix("▂▄▆█ 88") && lines[1].contains("0042"))
            // Columns stay aligned.
            #expect(lines[0].cells - "SIGNAL".cells == lines[2].cells - "gone".cells)
        }
    }

    /// With a sentence in the last column.
    private let reasons = Table(
        title: "", header: ["APP", "NAME", "BSSID", "REASON"],
        rows: [
            [
                Table.Cell(text: "org.example.a-camera-with-a-long-identifier"),
                Table.Cell(text: "Camera at the door of the garden"), Table.Cell(text: "02:00:00:00:01:01"),
                Table.Cell(text: String(repeating: "because ", count: 20)),
            ]
        ], widths: [.name, .name, .whole, .text])

    @Test func cutsSentencesBeforeNamesAndAddressesNever() {
        let wide = OutputStyle(width: 120).lines(reasons)
        #expect(wide.map(\.cells).max() == 120 && wide[1].hasSuffix("…"))
        #expect(wide[1].contains("org.example.a-camera-with-a-long-identifier"))
        let narrow = OutputStyle(width: 80).lines(reasons)
        #expect(narrow.map(\.cells).max() == 80 && narrow[1].contains("02:00:00:00:01:01"))
        #expect(narrow[1].contains("org.ex") && narrow[1].contains("garden"), "\(narrow[1])")
        #expect(OutputStyle().lines(reasons)[1].hasSuffix("because "), "a script gets everything")
        #expect(OutputStyle(manner: .terse, width: 80).lines(reasons)[0].hasSuffix("because "))
    }

    @Test func changesNothingWhereThereIsRoom() {
        let short = table("Camera", "MyCam-0042")
        #expect(short.fitted(to: 80, cutting: ["NAME", "SSID"]) == short)
    }

    @Test func keepsAFewCellsOfEachNameOnTheNarrowestTerminal() {
        let fitted = table("A long name of a camera", "MyCam-with-a-long-name-0042").fitted(
            to: 5, cutting: ["NAME", "SSID"])
        #expect(fitted.rows[0].map { $0.text?.cells } == [1, 8, 8, 7])
    }
}
