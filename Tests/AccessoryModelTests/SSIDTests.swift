// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Testing

struct SSIDTests {
    private func roundTrip(_ bytes: [UInt8], _ place: SourceLocation = #_sourceLocation) throws {
        let ssid = try SSID(bytes)
        #expect(try SSID(text: ssid.description) == ssid, sourceLocation: place)
        let data = try JSONEncoder().encode([ssid])
        #expect(try JSONDecoder().decode([SSID].self, from: data) == [ssid], sourceLocation: place)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func readsEveryByteBackFromItsText(byte: UInt8) throws {
        try roundTrip([byte])
        try roundTrip([byte, byte])
        try roundTrip([UInt8(ascii: "a"), byte, UInt8(ascii: "0")])
    }

    @Test(arguments: SSID.lengths)
    func readsAnyBytesBackFromTheirText(length: Int) throws {
        // Most random bytes are not UTF-8; the second kind is denser in what the text form treats apart.
        var random = Numbers(seed: UInt64(length))
        let special = Array("\\x0aé\u{301}😀❤\u{FE0F}\0\u{85}\u{FFFD}\u{200D}中".utf8)
        for _ in 0..<200 {
            try roundTrip((0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            try roundTrip((0..<length).map { _ in special.randomElement(using: &random) ?? 0 })
        }
    }

    struct Written: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var text: String
        var testDescription: String { text }

        init(_ bytes: [UInt8], _ text: String) {
            self.bytes = bytes
            self.text = text
        }

        init(_ utf8: String, _ text: String) { self.init(Array(utf8.utf8), text) }
    }

    @Test(arguments: [
        Written("CAM-00:1A", "CAM-00:1A"),
        Written("Café ñ 中文 Ж", "Café ñ 中文 Ж"),
        Written(" two  blanks ", #"\x20two  blanks\x20"#),
        Written("Trail-Plug ", #"Trail-Plug\x20"#),
        Written(" ", #"\x20"#),
        Written([0], #"\x00"#),
        Written("a\tb\nc\u{1B}[31m\u{7F}", #"a\x09b\x0ac\x1b[31m\x7f"#),
        Written(#"a\b"#, #"a\\b"#),
        Written(#"\x41"#, #"\\x41"#),
        Written([0xFF, 0x41, 0x80], #"\xffA\x80"#),
        Written("😀", "😀"),
        Written("🔌 Plug-7 🇩🇪 👍🏽", "🔌 Plug-7 🇩🇪 👍🏽"),
        // A phone types the emoji. The bare symbol looks much the same, and so does a selector too many.
        Written("Anna ❤️", "Anna ❤️"),
        Written("❤", #"\xe2\x9d\xa4"#),
        Written("☃", #"\xe2\x98\x83"#),
        Written("😀\u{FE0F}", #"😀\xef\xb8\x8f"#),
        Written("★ ♪ © █", "★ ♪ © █"),
        // An empty Braille cell, a Korean filler, the substitute for a character that is not there.
        Written("a\u{2800}\u{3164}\u{FFFD}", #"a\xe2\xa0\x80\xe3\x85\xa4\xef\xbf\xbd"#),
        // Marks of Thai, Hebrew, Hindi and Tamil.
        Written("ที่ שָׁ தொ", "ที่ שָׁ தொ"),
        Written("बड़ा नमस्ते", "बड़ा नमस्ते"),
        // The letter with the accent is one character; the pair looks like it, and so do the Ångström sign, a vowel
        // in two halves, a syllable in letters.
        Written("é", "é"),
        Written("e\u{301}", #"e\xcc\x81"#),
        Written("\u{212B}", #"\xe2\x84\xab"#),
        Written("த\u{BC6}\u{BBE}", #"தெ\xe0\xae\xbe"#),
        Written("\u{1100}\u{1161}", "\u{1100}" + #"\xe1\x85\xa1"#),
        // A mark without a letter, and one in the wrong order; a fourth mark on one letter.
        Written("\u{5B8}", #"\xd6\xb8"#),
        Written("a \u{5B8}", #"a \xd6\xb8"#),
        Written("ש\u{5C1}\u{5B8}", "ש\u{5C1}" + #"\xd6\xb8"#),
        Written("x\u{20DD}\u{20DD}\u{20DD}\u{20DD}", "x\u{20DD}\u{20DD}\u{20DD}" + #"\xe2\x83\x9d"#),
        // Right-to-left override, zero-width joiner, byte order mark, no-break space, line separator, private use.
        Written("\u{202E}", #"\xe2\x80\xae"#),
        Written("\u{200D}", #"\xe2\x80\x8d"#),
        Written("\u{FEFF}", #"\xef\xbb\xbf"#),
        Written("\u{A0}", #"\xc2\xa0"#),
        Written("\u{2028}", #"\xe2\x80\xa8"#),
        Written("\u{E000}", #"\xee\x80\x80"#),
        // Not UTF-8: a blank in two and in three bytes, half of a pair, beyond Unicode, cut short.
        Written([0xC0, 0xA0], #"\xc0\xa0"#),
        Written([0xE0, 0x80, 0xA0], #"\xe0\x80\xa0"#),
        Written([0xED, 0xA0, 0x80], #"\xed\xa0\x80"#),
        Written([0xF4, 0x90, 0x80, 0x80], #"\xf4\x90\x80\x80"#),
        Written([0x41, 0xE4, 0xB8], #"A\xe4\xb8"#),
        Written([0xE4, 0xC3, 0xA9], "\\xe4é"),
    ])
    func showsWhatIsPlainAndEscapesTheRest(written: Written) throws {
        let ssid = try SSID(written.bytes)
        #expect(ssid.description == written.text)
        #expect(Array(ssid.description.utf8) == Array(written.text.utf8))
        #expect(try SSID(text: written.text).bytes == written.bytes)
    }

    @Test(arguments: [
        Written("😀", "😀"), Written("e\u{301}", "e\u{301}"), Written("A", #"\x41"#), Written([0xAB], #"\xAB"#),
        Written([0], "\0"), Written("\r\n", "\r\n"),
    ])
    func readsPlainTextAndNeedlessEscapesToo(written: Written) throws {
        #expect(try SSID(text: written.text).bytes == written.bytes)
    }

    @Test(arguments: UInt64(1)...20)
    func givesTwoSSIDsTextsThatDifferToAPerson(seed: UInt64) throws {
        // Swift's `==` compares text by canonical equivalence, as a person does.
        var random = Numbers(seed: seed)
        let parts: [Unicode.Scalar] = [
            "e", "é", "ẹ", "\u{301}", "\u{323}", "\u{327}", "\u{5B8}", "\u{5C1}", "\u{BC6}", "\u{BBE}", "\u{BCA}",
            "\u{93C}", "\u{915}", "\u{928}", "\u{929}", "\u{1100}", "\u{1161}", "가", "\u{11A8}", "각", "❤", "\u{FE0F}",
            "\u{200D}", "\u{212B}", "Å", "か", "\u{3099}", "が", " ", "\\", "x",
        ]
        var known: [String: SSID] = [:]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 1...4, using: &random)).reduce(into: "") { text, _ in
                text.unicodeScalars.append(parts.randomElement(using: &random) ?? "x")
            }
            let ssid = try SSID(Array(text.utf8))
            #expect(known.updateValue(ssid, forKey: ssid.description) ?? ssid == ssid, "\(ssid)")
            #expect(known.updateValue(ssid, forKey: ssid.ascii) ?? ssid == ssid, "\(ssid.ascii)")
        }
    }

    @Test(arguments: [
        Written("Café 🔌", #"Caf\xc3\xa9 \xf0\x9f\x94\x8c"#), Written(#"a\b"#, #"a\\b"#),
        Written(" a b ", #"\x20a b\x20"#), Written([0xFF, 0x09], #"\xff\x09"#), Written("MyCam-0001", "MyCam-0001"),
    ])
    func writesItselfInASCIIAlone(written: Written) throws {
        let ssid = try SSID(written.bytes)
        #expect(ssid.ascii == written.text)
        #expect(try SSID(text: ssid.ascii) == ssid)
    }

    @Test func keepsComposedAndDecomposedLettersApart() throws {
        #expect(try SSID(text: "\u{E9}") != SSID(text: "e\u{301}"))
        #expect(try SSID(text: "\u{212B}").bytes == [0xE2, 0x84, 0xAB])
    }

    @Test(arguments: [
        Written([], #"\"#), Written([], #"\x"#), Written([], #"\x4"#), Written([], #"\x4g"#), Written([], #"a\n"#),
        Written([], #"\X41"#), Written([], #"\u0041"#), Written([], #"\x+1"#), Written([], #"\x-0"#),
        Written([], #"\x 1"#), Written([], #"\é"#), Written([], #"ok\\\"#),
    ])
    func refusesWhatIsNoEscape(written: Written) {
        let fault = #expect(throws: SSIDFault.self) { try SSID(text: written.text) }
        guard case .badEscape(let escape)? = fault else {
            Issue.record("\(String(describing: fault)) for \(written.text)")
            return
        }
        #expect(escape.hasPrefix("\\"))
        #expect(fault?.description.contains(escape) == true)
    }

    @Test func takesOneToThirtyTwoBytes() throws {
        #expect(throws: SSIDFault.empty) { try SSID([]) }
        #expect(throws: SSIDFault.empty) { try SSID(text: "") }
        for length in SSID.lengths { #expect(throws: Never.self) { try SSID([UInt8](repeating: 0, count: length)) } }
        #expect(throws: SSIDFault.tooLong(33)) { try SSID([UInt8](repeating: 0x61, count: 33)) }
        #expect(throws: SSIDFault.tooLong(33)) { try SSID(text: String(repeating: "é", count: 16) + "x") }
        #expect(try SSID(text: String(repeating: #"\xff"#, count: 32)).bytes.count == 32)
        #expect(throws: SSIDFault.tooLong(33)) { try SSID(text: String(repeating: #"\xff"#, count: 33)) }
    }

    @Test func comparesPrefixesByteByByte() throws {
        let ssid = try SSID(text: "Café-1")
        #expect(ssid.hasPrefix(try SSID(text: "Caf")))
        // Half a letter is a prefix as good as any.
        #expect(ssid.hasPrefix(try SSID(Array("Caf".utf8) + [0xC3])))
        #expect(ssid.hasPrefix(ssid))
        #expect(!ssid.hasPrefix(try SSID(text: "caf")))
        #expect(!ssid.hasPrefix(try SSID(text: "Cafe\u{301}")))
        #expect(!ssid.hasPrefix(try SSID(text: "Café-10")))
    }

    @Test func reportsWhatIsWrongWhenJSONHoldsNoSSID() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SSID].self, from: Data(#"["ok",""]"#.utf8))
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == SSIDFault.empty.description)
    }
}
