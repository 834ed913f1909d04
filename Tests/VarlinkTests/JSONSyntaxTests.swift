// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

struct JSONSyntaxTests {
    private static func check(_ text: String) throws(ProtocolViolation) {
        try JSONSyntax.check(Array(text.utf8))
    }

    @Test(arguments: [
        "{}", " \t\r\n{ } ", #"{"a":[]}"#, #"{"a":[1,-0,0.5,1e9,1E-2,-12.25e+3],"b":{"c":null}}"#,
        #"{"s":"\"\\\/\b\f\n\r\t\u00e9é🎛"}"#, #"{"a":true,"b":false,"a":null}"#,
    ])
    func takesWhatIsJSON(text: String) throws {
        try Self.check(text)
    }

    @Test(arguments: [
        "", " ", "{", "}", "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":[1,]}"#, #"{"a":01}"#, #"{"a":+1}"#,
        #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":1e}"#, #"{"a":-}"#, #"{"a":tru}"#, #"{"a":nulll}"#, #"{"a":"}"#,
        #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, "{\"a\":\"\u{1}\"}", "{'a':1}", "{} {}", "{}x", #"{"a":NaN}"#, "{a:1}",
        "\u{FEFF}{}",
    ])
    func refusesWhatIsNotJSON(text: String) {
        let error = #expect(throws: ProtocolViolation.self) { try Self.check(text) }
        guard case .notJSON = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func reportsWhereItStopsBeingJSON() {
        #expect(throws: ProtocolViolation.notJSON(offset: 5)) { try Self.check(#"{"a":x}"#) }
    }

    @Test(arguments: ["[]", "1", "null", #""text""#, "[{}]"])
    func refusesWhatIsNotAnObject(text: String) {
        #expect(throws: ProtocolViolation.notAnObject) { try Self.check(text) }
    }

    @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        #expect(throws: ProtocolViolation.notUTF8) {
            try JSONSyntax.check(Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8))
        }
    }

    @Test(arguments: [("{\"a\":", "}"), ("[", "]")])
    func takesThirtyTwoLevelsAndRefusesThirtyThree(open: String, close: String) throws {
        func nested(_ levels: Int) -> String {
            let inner = levels - 1
            return #"{"a":"# + String(repeating: open, count: inner) + "1" + String(repeating: close, count: inner)
                + "}"
        }
        try Self.check(nested(32))
        #expect(throws: ProtocolViolation.tooDeep(limit: 32)) { try Self.check(nested(33)) }
    }

    @Test func doesNotCountBracketsInStrings() throws {
        try Self.check(#"{"a":"\#(String(repeating: "[{", count: 100))\"["}"#)
    }
}
