// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct QRCodeTests {
    @Test(arguments: [
        "http://127.0.0.1:1/open#AAAAAAAAAAAAAAAAAAAAAAAA",
        "http://192.168.100.100:65535/open#zzzzzzzzzzzzzzzzzzzzzzzz",
        "http://[fe80:1234:5678:9abc:def0:1234:5678:9abc]:65535/open#AbCdEf-_0123456789012345",
    ]) func encodesTheLink(link: String) throws {
        let code = try #require(QRCode(link))
        #expect(try QRReader(code.modules).text() == link)
    }

    @Test func theTerminalShowsEveryModuleWithAMarginAround() throws {
        let code = try #require(QRCode("http://127.0.0.1:8080/open#AAAAAAAAAAAAAAAAAAAAAAAA"))
        let rows = code.lines.flatMap { line -> [[Bool]] in
            let cells = line.drop { $0 != "m" }.dropFirst().prefix { $0 != "\u{1B}" }
            return [cells.map { $0 == "█" || $0 == "▀" }, cells.map { $0 == "█" || $0 == "▄" }]
        }
        let width = code.modules.count + 8
        #expect(rows.allSatisfy { $0.count == width })
        let inner = rows.dropFirst(4).prefix(code.modules.count).map { Array($0.dropFirst(4).dropLast(4)) }
        #expect(Array(inner) == code.modules)
        #expect(rows.prefix(4).allSatisfy { !$0.contains(true) })
        #expect(rows.dropFirst(4 + code.modules.count).allSatisfy { !$0.contains(true) })
    }

    @Test func aTextThatIsTooLongHasNone() {
        #expect(QRCode(String(repeating: "x", count: 3000)) == nil)
    }
}
