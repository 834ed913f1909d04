// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Testing

@testable import accessoryctl

/// Property lists as Foundation reads them, and the limits that it does not have.
@Suite struct PropertyListTests {
    private func keys(_ text: String) throws(PropertyListFault) -> [String: PropertyList] {
        try PropertyList.keys(Array(text.utf8))
    }

    /// A list in binary form whose first object is the root. References have two bytes.
    private func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var (bytes, table): ([UInt8], [UInt8]) = (Array("bplist00".utf8), [])
        for object in objects {
            table += reference(bytes.count)
            bytes += object
        }
        let trailer: [UInt8] = [objects.count, 0, bytes.count].flatMap { number -> [UInt8] in
            Array(repeating: 0, count: 6) + reference(number)
        }
        return bytes + table + [0, 0, 0, 0, 0, 0, 2, 2] + trailer
    }

    private func reference(_ object: Int) -> [UInt8] { [UInt8(object >> 8), UInt8(object & 0xFF)] }

    /// A dictionary of one key, object 1, whose value is object 2.
    private var root: [UInt8] { [0xD1, 0, 1, 0, 2] }

    /// An array, whatever the number of its entries.
    private func array(_ entries: [Int]) -> [UInt8] {
        [0xAF, 0x11] + reference(entries.count) + entries.flatMap { reference($0) }
    }

    @Test func readsTextsNumbersAndListsOfThem() throws {
        let keys = try keys(
            """
            \u{FEFF}<?xml version="1.0"?><!-- a > b -->
            <!DOCTYPE plist SYSTEM "file.dtd">
            <plist version="1.0"><dict>
                <key>a &lt;&amp;&gt;</key><string>&quot;&apos;&#65;&#x1F50C;</string>
                <key>list</key><array><integer>-5</integer><true/><array/><string/><string>a&#0;b</string></array>
                <key>date</key><date>2026-01-01T00:00:00Z</date>
                <key>keys</key><dict><key>a</key><string/></dict>
            </dict></plist>
            <!-- the end -->
            """)
        #expect(
            keys == [
                "a <&>": .text("\"'A\u{1F50C}"), "list": .list([.number(-5), .other, .other, .text(""), .other]),
                "date": .other, "keys": .other,
            ])
    }

    @Test func readsTheBinaryForm() throws {
        let list = binary([root, [0x51, 0x61], array([3, 4]), [0x51, 0x62], [0x10, 5]])
        #expect(try PropertyList.keys(list) == ["a": .list([.text("b"), .number(5)])])
        for count in 0..<list.count {
            #expect(throws: PropertyListFault.self, "\(count)") { try PropertyList.keys(Array(list.prefix(count))) }
        }
    }

    @Test(arguments: [
        ("", "is no property list: "), ("{ a = b; }", "is neither binary nor in XML"),
        ("<plist>x", "is no property list: "),
        ("<html/>", "is no property list: Encountered unknown tag html/"), ("<plist/>", "is no property list: "),
        ("<plist><array/></plist>", "has no keys"), ("bplist00\u{1}", "is no property list: "),
        ("<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><dict/></plist>", "is no property list: "),
        ("<plist><dict><key>a</key><string>&a;</string></dict></plist>", "is no property list: "),
        ("<plist><dict><key>a</key><string>&#xD800;</string></dict></plist>", "is no property list: "),
        ("<plist><dict><key>a</key><array></dict></plist>", "is no property list: "),
        ("<plist><dict><string/></dict></plist>", "is no property list: "),
        ("<plist><dict><key>a</key></dict></plist>", "is no property list: "),
        ("<plist><dict/>\0</plist>", "is neither binary nor UTF-8"),
    ])
    func refusesWhatIsNoPropertyList(text: String, reason: String) {
        let fault = #expect(throws: PropertyListFault.self) { try keys(text) }
        #expect(fault?.reason.hasPrefix(reason) == true, "\(fault as Any)")
        #expect(fault?.reason.contains("line") == false)
    }

    @Test func endsAtItsLimits() throws {
        let deep = { (levels: Int) in
            "<plist><dict><key>a</key>" + String(repeating: "<array>", count: levels)
                + String(repeating: "</array>", count: levels) + "</dict></plist>"
        }
        #expect(try keys(deep(PropertyList.most - 1)) == ["a": .list([.other])])
        for levels in [PropertyList.most, 10_000] {
            let fault = #expect(throws: PropertyListFault.self) { try keys(deep(levels)) }
            #expect(fault?.reason == "has more than 1024 arrays and dictionaries")
        }
        let pairs = { (count: Int) in (0..<count).map { "<key>\($0)</key><true/>" }.joined() }
        #expect(try keys("<plist><dict>\(pairs(1024))</dict></plist>").count == 1024)
        let many = #expect(throws: PropertyListFault.self) { try keys("<plist><dict>\(pairs(1025))</dict></plist>") }
        #expect(many?.reason == "has more than 1024 keys")
        let long = #expect(throws: PropertyListFault.self) {
            try keys("<plist><dict/></plist>" + String(repeating: " ", count: 256 << 10))
        }
        #expect(long?.reason == "is longer than 262144 bytes")
        let latin = #expect(throws: PropertyListFault.self) { try PropertyList.keys([0x3C, 0xE9]) }
        #expect(latin?.reason == "is neither binary nor UTF-8")
    }

    /// In the binary form objects refer to each other: one can be in itself, and one be many values.
    @Test func readsAnArrayThatIsInItselfOnce() throws {
        let name: [UInt8] = [0x51, 0x61]
        #expect(try PropertyList.keys(binary([root, name, array([2, 1])])) == ["a": .list([.other, .text("a")])])
        #expect(throws: PropertyListFault.self) { try PropertyList.keys(binary([array([0])])) }
        let wide = #expect(throws: PropertyListFault.self) {
            try PropertyList.keys(binary([root, name, array(Array(repeating: 1, count: 1025))]))
        }
        #expect(wide?.reason == "has an array of more than 1024 entries")
    }

    @Test func refusesEveryFileThatIsCutShort() throws {
        let text = "<plist><dict><key>a</key><array><string>&amp;</string><true/></array></dict></plist>"
        _ = try keys(text)
        for count in 0..<text.utf8.count {
            #expect(throws: PropertyListFault.self, "\(count)") { try keys(String(text.prefix(count))) }
        }
    }
}
