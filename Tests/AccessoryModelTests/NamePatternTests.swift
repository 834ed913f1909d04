// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AccessoryModel

struct NamePatternTests {
    static let patterns = [
        "Cam", "^Cam", "Cam$", "^Cam-[0-9]{4}$", "cam", "C.m", "(My|Your)Cam", "Cam-?\\d+", "Cam-\\d{2,3}$", "a*",
        "^a*$", "^(a|b)*c$",
        "(?:ab)+?c", "[^0-9]+$", "[-a]b", "[a-]b", "[\\d\\-]+$", "\\bCam\\b", "\\BCam", "\\w+ \\w+", "\\W", "\\s\\S",
        "^$", "\\ACam\\z", "\\u0043am", "\\x43\\x{61}m", "\\.", "^.$", "(a?){3}aaa", "x|", "|x", "()", "(a|ab)(c|bcd)$",
        "é", "[à-ÿ]", "日本", "^\\D+$", "a{0}b", "(ab){2}", "[\\]]", "\\[x\\]", "Cam\\Z", "[A-Z]{3}", "ſ", "k",
    ]
    static let names = [
        "", "Cam", "MyCam", "MyCam-0042", "Cam-0042", "cam 7", "CAM", "YourCam-7", "aaa", "aab", "abcd", "ababc",
        "abab", "b",
        "-b", "a.b", "x", "Café", "CAFÉ", "日本カメラ", "Cam\n", "Cam\r\n", "a b", "١٢٣", "_", "[x]", "]", "x\u{301}",
        "\u{212A}",
        "S", "SS", "ſ", "😀", "\u{2028}", "aaaaaa", "a\u{200D}b c",
    ]

    @Test(arguments: patterns, [false, true])
    func findsWhatFoundationFinds(pattern: String, ignoresCase: Bool) throws {
        let ours = try NamePattern(pattern, ignoresCase: ignoresCase)
        for name in Self.names {
            for anchored in [false, true] {
                var options: NSString.CompareOptions = [.regularExpression]
                if ignoresCase { options.insert(.caseInsensitive) }
                if anchored { options.insert(.anchored) }
                let expected = (name as NSString).range(of: pattern, options: options).location != NSNotFound
                #expect(ours.isFound(in: name, anchored: anchored) == expected, "'\(name)' anchored: \(anchored)")
            }
        }
    }

    @Test(arguments: [
        "(", ")", "a)", "[", "[]", "[a", "[z-a]", "*", "a**", "a++", "a{", "a{2", "a{3,2}", "a{256}", "a{,3}", "}",
        "\\", "\\1", "\\p{L}",
        "(a)\\1", "(?=a)", "(?!a)", "(?<=a)", "(?<n>a)", "(?i)a", "(?>a)", "\\Q", "\\xZZ", "\\uD800", "\\x{110000}",
        "\\x{", "[[a]]",
        "[a&&b]", "^*", "\\b+", "((a{99}){99}){99}", "(((((){255}){255}){255}){255}){255}",
        String(repeating: "a", count: 129),
        String(repeating: "(", count: 17) + String(repeating: ")", count: 17),
    ])
    func refusesWhatItDoesNotRead(pattern: String) {
        #expect(throws: NamePattern.Fault.self) { try NamePattern(pattern, ignoresCase: false) }
    }

    /// A search that tries one way after the other does not end with any of these.
    @Test(arguments: ["(a+)+$", "(a|a)*b", "(a*)*b", "a*a*a*a*a*a*a*a*b", "(a?){60}a{60}b", "(.*.*.*)*x"])
    func findsNothingInANameMadeForNoEnd(pattern: String) throws {
        let name = String(repeating: "a", count: 248) + "!"
        #expect(try !NamePattern(pattern, ignoresCase: true).isFound(in: name, anchored: false))
    }

    @Test func refusesAnExpressionThatBecomesTooLong() throws {
        let fault = #expect(throws: DescriptorFault.self) {
            try BluetoothRule(
                companyIdentifier: 1, nameSubstring: "Doorbell-(a?){140}b", nameComparison: [.regularExpression])
        }
        #expect(fault?.field == "bluetoothNameSubstring" && fault?.description.contains("more than 256 steps") == true)
        _ = try NamePattern("Doorbell-(a?){60}b", ignoresCase: false)
    }

    @Test(arguments: [("(a?){60}b", 4096), ("^Cam-[0-9]{4}$", 300), (".*Cam.*", 4096), ("(My|Your)Cam", 2000)])
    func searchesWithinABudget(pattern: String, most: Int) throws {
        let pattern = try NamePattern(pattern, ignoresCase: true)
        var budget = NamePattern.budget
        #expect(!pattern.isFound(in: String(repeating: "a", count: 248), anchored: false, within: &budget))
        #expect((0...most).contains(NamePattern.budget - budget))
    }

    @Test func findsWhatItNeedsNoMoreThanTheBudgetFor() throws {
        let pattern = try NamePattern(".*Cam.*[0-9]{4}", ignoresCase: true)
        #expect(pattern.isFound(in: String(repeating: "x", count: 240) + "Cam-0042", anchored: false))
    }

    @Test func aDescriptorWithAWrongExpressionIsRefused() {
        #expect(throws: DescriptorFault.namePattern(reason: "'(' is not closed")) {
            try BluetoothRule(companyIdentifier: 1, nameSubstring: "(", nameComparison: [.regularExpression])
        }
        #expect(DescriptorFault.namePattern(reason: "").field == "bluetoothNameSubstring")
    }

    @Test func whatIsNoExpressionIsTakenAsItIs() throws {
        #expect(try BluetoothRule(companyIdentifier: 1, nameSubstring: "(").namePattern == nil)
    }
}
