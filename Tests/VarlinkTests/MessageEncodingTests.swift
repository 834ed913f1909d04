// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import Varlink

struct MessageEncodingTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.message.encode(value), as: UTF8.self)
    }

    private struct Everything: Codable, Equatable {
        enum Kind: String, Codable { case small }
        struct Empty: Codable, Equatable {}
        enum Shape: Codable, Equatable { case circle(radius: Double), point }

        var truth = true
        var kind = Kind.small
        var numbers: [Double] = [0, -1.5, 1e300, 0.1]
        var largest = UInt64.max
        var smallest = Int64.min
        var tiny: Int8? = -3
        var missing: String?
        var lists: [[Int]] = [[], [1], [2, 3]]
        var empties = [Empty(), Empty()]
        var shapes = [Shape.circle(radius: 2.25), .point]
        var names = ["one": ["a": 1]]
        var text = "\u{0}\u{1f} \"\\/ \n\r\t\u{8}\u{7f} é 🔌 \u{2028}"
    }

    @Test func writesOnlyWhatTheProtocolTakes() throws {
        struct Message: Encodable { let parameters = Everything() }
        try JSONSyntax.check([UInt8](JSONEncoder.message.encode(Message())))
    }

    @Test func sortsMembersAndLeavesOutWhatIsNil() throws {
        struct Point: Encodable {
            let y = 1
            let x = 2
            let name: String? = nil
        }
        #expect(try text(Point()) == #"{"x":2,"y":1}"#)
    }

    @Test func sortsTheMembersOfValuesOfAnyType() throws {
        let inner: JSONValue = .object(["z": "1", "y": .number(0.5)])
        let members: [String: JSONValue] = ["c": .null, "a": .array([1, true]), "b": inner]
        #expect(try text(members) == #"{"a":[1,true],"b":{"y":0.5,"z":"1"},"c":null}"#)
    }

    @Test func escapesOnlyWhatHasToBe() throws {
        #expect(try text(["\"\\\n\r\t\u{8}\u{1f}/é🔌"]) == #"["\"\\\n\r\t\b\u001f/é🔌"]"#)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func refusesNumbersThatJSONDoesNotHave(number: Double) {
        #expect(throws: EncodingError.self) { try JSONEncoder.message.encode([number]) }
    }
}
