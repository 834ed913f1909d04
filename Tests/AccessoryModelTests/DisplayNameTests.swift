// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@Suite struct DisplayNameTests {
    @Test(arguments: ["Kamera", "Küche ☀️", "מצלמה", "  left and right ", String(repeating: "ü", count: 127), "👩‍👧"])
    func takesWhatIsOneLine(name: String) throws {
        #expect(try DisplayName(name).text == name)
        #expect(DisplayName.harmless(name) == name)
    }

    @Test(arguments: [
        ("", DisplayName.Fault.blank), (" \u{200B}\u{3000}", .blank),
        (String(repeating: "ü", count: 128), .tooLong(256)),
        ("two\nlines", .unfit("\n")), ("\u{1B}[2J", .unfit("\u{1B}")), ("C1 \u{9B}2J", .unfit("\u{9B}")),
        ("\u{2028}", .unfit("\u{2028}")), ("gpj.\u{202E}exe", .unfit("\u{202E}")), ("\u{2066}", .unfit("\u{2066}")),
    ])
    func refusesWhatIsNot(name: String, fault: DisplayName.Fault) {
        #expect(throws: fault) { try DisplayName(name) }
        let error = #expect(throws: AccessoryError.self) { try DisplayName.checked(name, field: "items[1].name") }
        #expect(error?.code == .invalidRequest && error?.field == "items[1].name")
        #expect(error?.message.hasPrefix("items[1].name: a name ") == true)
        // The part of it that is shown is a name.
        #expect(throws: Never.self) { try DisplayName(DisplayName.harmless(name)) }
    }

    @Test func cutsWhatIsTooLongBetweenCharacters() {
        let cut = DisplayName.harmless(String(repeating: "ü", count: 200_000))
        #expect(cut == String(repeating: "ü", count: 126) + "…")
        #expect(DisplayName.harmless("a\u{202E}b\nc") == "a\u{FFFD}b\u{FFFD}c")
        #expect(DisplayName.harmless("abcdef", longest: 5) == "ab…")
        #expect(DisplayName.harmless("\t\t", longest: 5) == "…")
    }

    @Test func aHarmlessTextIsBoundedAndStaysAsItIs() {
        // What is replaced grows from one byte to three.
        for count in 0...40 {
            let text = String(repeating: "\u{7F}a", count: count)
            let harmless = DisplayName.harmless(text, longest: 64)
            #expect(harmless.utf8.count <= 64 && harmless.hasSuffix("…") == (count > 16 || count == 0))
            #expect(DisplayName.harmless(harmless, longest: 64) == harmless)
        }
    }
}
