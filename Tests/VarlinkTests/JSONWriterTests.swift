// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import Varlink

struct JSONWriterTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self)
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

    @Test func foundationReadsEverythingAsItWas() throws {
        let bytes = try JSONWriter.bytes(of: Everything())
        #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == Everything())
    }

    @Test func writesOnlyWhatTheProtocolTakes() throws {
        struct Message: Encodable { let parameters = Everything() }
        try JSONSyntax.check(JSONWriter.bytes(of: Message()))
    }

    @Test func writesMembersInTheOrderOfTheirTypeAndLeavesOutWhatIsNil() throws {
        struct Point: Encodable {
            let y = 1
            let x = 2
            let name: String? = nil
        }
        #expect(try text(Point()) == #"{"y":1,"x":2}"#)
    }

    @Test func sortsTheMembersOfValuesOfAnyType() throws {
        let inner: JSONValue = .object(["z": "1", "y": .number(0.5)])
        let members: [String: JSONValue] = ["c": .null, "a": .array([1, true]), "b": inner]
        #expect(try text(members) == #"{"a":[1,true],"b":{"y":0.5,"z":"1"},"c":null}"#)
    }

    @Test func escapesOnlyWhatHasToBe() throws {
        #expect(try text(["\"\\\n\r\t\u{8}\u{1f}/é🔌"]) == #"["\"\\\n\r\t\u0008\u001f/é🔌"]"#)
    }

    @Test func letsTypesShareOneObjectAndNestByHand() throws {
        struct Base: Encodable { let a = 1 }
        struct Flat: Encodable {
            enum Key: CodingKey { case b, c, d }
            func encode(to encoder: any Encoder) throws {
                try Base().encode(to: encoder)
                var container = encoder.container(keyedBy: Key.self)
                var inner = container.nestedContainer(keyedBy: Key.self, forKey: .b)
                try inner.encode(2, forKey: .c)
                var list = container.nestedUnkeyedContainer(forKey: .d)
                try list.encode(3)
                try list.encodeNil()
                try container.encode("end", forKey: .c)
            }
        }
        #expect(try text(Flat()) == #"{"a":1,"b":{"c":2},"d":[3,null],"c":"end"}"#)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func refusesNumbersThatJSONDoesNotHave(number: Double) {
        #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [number]) }
    }
}
