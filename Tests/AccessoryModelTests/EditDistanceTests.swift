// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("scan", "scan", 0), ("scna", "scan", 1), ("scn", "scan", 1), ("scaan", "scan", 1),
        ("skan", "scan", 1), ("kitten", "sitting", 3), ("ab", "ba", 1), ("é", "e", 1), ("👩‍👧", "x", 1),
    ])
    func countsLettersUntilTheWordsAreEqual(left: String, right: String, distance: Int) {
        #expect(EditDistance.between(left, right) == distance)
        #expect(EditDistance.between(right, left) == distance)
    }

    @Test(arguments: [
        ("scna", "scan"), ("SCNA", "scan"), ("hotspto", "hotspot"), ("acessory", "accessory"), ("x", nil),
        ("wifi", nil), ("", nil), ("completely", nil), ("bar", nil),
    ])
    func findsOnlyWhatIsNear(word: String, name: String?) {
        let names = ["scan", "hotspot", "accessory", "access", "baz", "bat"]
        #expect(EditDistance.nearest(to: word, among: names) == name)
        #expect(EditDistance.question(about: word, among: names) == (name.map { " (did you mean '\($0)'?)" } ?? ""))
    }

    @Test func comparesNoWordThatIsTooLong() {
        let long = String(repeating: "a", count: 129)
        #expect(EditDistance.nearest(to: long, among: [long]) == nil)
        #expect(EditDistance.nearest(to: "aaa", among: [long, "aab"]) == "aab")
    }
}
