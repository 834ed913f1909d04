// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import accessoryctl

@Suite struct PropertyListTests {
    private func read(_ text: String) throws(PropertyListFault) -> PropertyList {
        try PropertyListReader.read(Array(text.utf8))
    }

    @Test func readsEveryElement() throws {
        let list = try read(
            """
            \u{FEFF}<?xml version="1.0"?><!-- a > b -->
            <!DOCTYPE plist SYSTEM "file.dtd">
            <plist version="1.0"><dict>
                <key>a &lt;&amp;&gt;</key><string>&quot;&apos;&#65;&#x1F50C;</string>
                <key>list</key><array><integer>-5</integer><true/><false></false><array/><string/></array>
                <key>rest</key><array><real>1.5</real><date>2026-01-01T00:00:00Z</date><data>AAAA</data></array>
            </dict></plist>
            <!-- the end -->
            """)
        #expect(
            list
                == .dictionary([
                    "a <&>": .text("\"'A\u{1F50C}"),
                    "list": .list([.number(-5), .flag(true), .flag(false), .list([]), .text("")]),
                    "rest": .list([.other, .other, .other]),
                ]))
    }

    @Test(arguments: [
        ("", "is no property list in XML"), ("{ a = b; }", "is no property list in XML"),
        ("<plist>x", "has text between elements"), ("<plist><array>", "ends too early"),
        ("<html/>", "is no property list in XML"),
        ("<plist/>", "is no property list in XML"), ("<plist></plist>", "</plist> has no beginning"),
        ("bplist00\u{1}", "is binary; convert it with 'plutil -convert xml1' on a Mac, or with 'plistutil' on Linux"),
        ("<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist/>", "declares elements or entities of its own"),
        ("<plist><string>&a;</string></plist>", "'&a;' is no entity of XML's own"),
        ("<plist><string>&#0;</string></plist>", "'&#0;' is no entity of XML's own"),
        ("<plist><string>&#xD800;</string></plist>", "'&#xD800;' is no entity of XML's own"),
        ("<plist><string>a & b</string></plist>", "has '&' without an entity; write &amp;"),
        ("<plist><string><![CDATA[a]]></string></plist>", "<string> has more than text, or no end"),
        ("<plist><integer>5x</integer></plist>", "'5x' is no integer"),
        ("<plist><true>x</true></plist>", "<true> has a text"),
        ("<plist><set/></plist>", "<set> is no element of a property list"),
        ("<plist><array></dict></plist>", "</dict> stands where </array> must"),
        ("<plist><dict><string/></dict></plist>", "<string> stands where a key must"),
        ("<plist><dict><key>a</key></dict></plist>", "</dict> has no beginning"),
        ("<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", "'a' is given twice"),
        ("<plist><true/><true/></plist>", "has a second value in <plist>"),
        ("<plist><true/></plist>x", "goes on behind </plist>"), ("<plist", "has a tag without an end"),
        ("<!-- ", "has no end of a comment"), ("</plist/>", "has a tag that begins and ends with '/'"),
    ])
    func refusesWhatIsNoPropertyList(text: String, reason: String) {
        let fault = #expect(throws: PropertyListFault.self) { try read(text) }
        #expect(fault?.reason == reason)
    }

    @Test func namesTheLine() {
        let fault = #expect(throws: PropertyListFault.self) { try read("<plist>\n<dict>\n<key>a</key>\n<b/>") }
        #expect(fault?.description == "line 4: <b> is no element of a property list")
    }

    @Test func endsAtItsLimits() throws {
        let deep = { (levels: Int) in
            "<plist>" + String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
                + "</plist>"
        }
        _ = try read(deep(16))
        for levels in [17, 10_000] {
            let fault = #expect(throws: PropertyListFault.self) { try read(deep(levels)) }
            #expect(fault?.reason == "has more than 16 levels")
        }
        let long = #expect(throws: PropertyListFault.self) {
            try read("<plist><true/></plist>" + String(repeating: " ", count: 256 << 10))
        }
        #expect(long?.reason == "is longer than 262144 bytes")
        let latin = #expect(throws: PropertyListFault.self) { try PropertyListReader.read([0x3C, 0xE9]) }
        #expect(latin?.reason == "is not UTF-8")
    }

    @Test func refusesEveryFileThatIsCutShort() throws {
        let text = "<plist><dict><key>a</key><array><string>&amp;</string><true/></array></dict></plist>"
        _ = try read(text)
        for count in 0..<text.utf8.count {
            #expect(throws: PropertyListFault.self, "\(count)") { try read(String(text.prefix(count))) }
        }
    }
}
