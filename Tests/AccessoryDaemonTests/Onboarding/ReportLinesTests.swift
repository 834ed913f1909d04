// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryDaemon

struct ReportLinesTests {
    @Test(arguments: [1, 2, 3, 7, 8, 9, 4095, 4096, 4097, 65_536])
    func findsTheLinesInPartsOfAnySize(part: Int) {
        let lines = (0..<90).map { [UInt8](repeating: UInt8(ascii: "x"), count: $0 * 37 % 1200) }
        let stream = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
        var reader = ReportLines()
        var found: [[UInt8]] = []
        for start in stride(from: 0, to: stream.count, by: part) {
            found += reader.receive(Array(stream[start..<min(start + part, stream.count)])) ?? []
        }
        #expect(found == lines)
    }

    @Test func takesAsManyBytesAsTheLimitAndNoMore() {
        var reader = ReportLines()
        #expect(reader.receive([UInt8](repeating: UInt8(ascii: "x"), count: ReportLines.limit - 1)) == [])
        #expect(reader.receive([UInt8(ascii: "\n")])?.first?.count == ReportLines.limit - 1)
        #expect(reader.receive([UInt8(ascii: "x")]) == nil)
    }
}
