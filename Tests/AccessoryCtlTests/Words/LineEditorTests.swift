// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessoryctl

@Suite struct LineEditorTests {
    private func typed(_ keys: [Key], into text: String = "", limit: Int = 255) -> LineEditor {
        var line = LineEditor(text, limit: limit)
        for key in keys { #expect(line.receive(key) == .typing) }
        return line
    }

    private func keys(_ text: String) -> [Key] { Key.keys(of: text.utf8) }

    @Test(arguments: ["Küche", "カメラ 1", "Κάμερα", "كاميرا", "कैमरा", "👩‍🍳 camera"])
    func takesNamesOfAnyLanguageByteByByteAsTheyAreTyped(_ name: String) {
        #expect(typed(keys(name)).text == name)
    }

    @Test func removesWhatAPersonCallsOneCharacter() {
        #expect(typed(keys("Cafe\u{301}") + [.backspace]).text == "Caf")
        #expect(typed(keys("a👩‍🍳") + [.backspace]).text == "a")
        #expect(typed([.backspace]).text == "")
    }

    @Test func beginsWithTheTextThatIsThere() {
        var line = LineEditor("Camera", limit: 255)
        #expect(line.receive(.enter) == .done("Camera"))
        #expect(typed(keys(" 2"), into: "Camera").text == "Camera 2")
        #expect(typed([.controlU] + keys("Lamp"), into: "Camera").text == "Lamp")
    }

    @Test func insertsAtTheCursor() {
        #expect(typed([.left, .left] + keys("X"), into: "abcd").text == "abXcd")
        #expect(typed([.home] + keys("X") + [.right] + keys("Y"), into: "ab").text == "XaYb")
        #expect(typed([.home, .left, .end, .right] + keys("X"), into: "ab").text == "abX")
        #expect(typed([.left, .backspace], into: "abc").text == "ac")
    }

    @Test func takesNoMoreThanItsLimitAndNothingThatIsNoText() {
        #expect(typed(keys("abéé"), limit: 4).text == "abé")
        #expect(typed(keys("a\u{85}\u{202E}b") + [.other]).text == "ab")
    }

    @Test(arguments: [Key.escape, .controlC, .endOfInput]) func isGivenUp(_ key: Key) {
        var line = LineEditor("Camera", limit: 255)
        #expect(line.receive(key) == .cancelled)
    }

    @Test func showsWhereTheCursorIs() {
        #expect(typed([.left], into: "abc").picture(width: 20, colours: false) == "ab|c")
        #expect(typed([.left], into: "abc").picture(width: 20, colours: true) == "ab\u{1B}[7mc\u{1B}[0m")
        #expect(typed([], into: "abc").picture(width: 20, colours: true) == "abc\u{1B}[7m \u{1B}[0m")
    }

    @Test(arguments: 0...40) func showsThePartOfALongLineThatTheCursorIsIn(_ lefts: Int) {
        let line = typed(Array(repeating: .left, count: lefts), into: "0123456789カメラabcdefghijklmnopqrstuvwxyz")
        let picture = line.picture(width: 12, colours: false)
        #expect(picture.cells <= 12)
        let around = line.before.suffix(1) + "|"
        #expect(picture.contains(around), "\(picture)")
    }

    @Test func drawsNumbersToBeReadFromAfar() {
        #expect(
            BigDigits.lines("1234567890", width: 39) == [
                "     _   _       _   _   _   _   _   _ ",
                "  |  _|  _| |_| |_  |_    | |_| |_| | |",
                "  | |_   _|   |  _| |_|   | |_|  _| |_|",
            ])
        #expect(BigDigits.lines("1234567890", width: 38) == nil)
        #expect(BigDigits.lines("12a4", width: 80) == nil)
        #expect(BigDigits.lines("", width: 80) == nil)
    }

    @Test func breaksLinesBetweenWordsAndLongWordsAnywhere() {
        #expect("one two three".wrapped(to: 7) == ["one two", "three"])
        #expect("abcdefghij xy".wrapped(to: 4) == ["abcd", "efgh", "ij", "xy"])
        #expect("カメラ".wrapped(to: 5) == ["カメ", "ラ"])
        #expect("".wrapped(to: 5) == [])
    }

    @Test(
        arguments: [
            ([0x1B], true), ([0x61, 0x1B], true), ([0x61], false), ([], false), ([0xC3], true), ([0xC3, 0xA9], false),
            ([0xE3, 0x82], true), ([0xE3, 0x82, 0xAB], false), ([0xF0, 0x9F, 0x91], true),
            ([0xF0, 0x9F, 0x91, 0xA9], false), ([0xC3, 0x61], false), ([0x82, 0xAB], false),
        ] as [([UInt8], Bool)])
    func knowsWhenTheRestOfAKeyHasYetToCome(_ bytes: [UInt8], _ isCut: Bool) {
        #expect(Key.isCut(bytes) == isCut)
    }
}
