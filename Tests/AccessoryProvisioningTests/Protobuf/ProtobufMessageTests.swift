// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryProvisioning

struct ProtobufMessageTests {
    @Test func writesTheExamplesOfTheFormat() {
        var message = ProtobufMessage()
        message.add(1, 150)
        message.add(2, Array("testing".utf8))
        #expect(message.encoded == hex("089601 120774657374696e67"))
    }

    @Test func readsWhatItWrites() throws {
        var inner = ProtobufMessage()
        inner.add(1, .max)
        var message = ProtobufMessage()
        message.add(ProtobufMessage.greatestField, [1, 2, 3])
        message.add(1, inner)
        let read = try ProtobufMessage(decoding: message.encoded)
        #expect(read == message)
        #expect(try read.message(1)?.number(1) == .max)
    }

    @Test func leavesOutDefaultsAndKeepsEmptyMessages() {
        var message = ProtobufMessage()
        message.add(1, 0)
        message.add(2, [])
        message.add(3, ProtobufMessage())
        #expect(message.encoded == hex("1a00"))
    }

    @Test func skipsUnknownFieldsOfAllTypes() throws {
        // Field 5 in 32 bits, field 6 in 64, field 7 as a number, then field 1.
        let message = try ProtobufMessage(decoding: hex("2d01020304 310102030405060708 3805 0801"))
        #expect(try message.number(1) == 1)
        #expect(try message.number(5) == nil)
    }

    @Test func lastValueOfAFieldCounts() throws {
        #expect(try ProtobufMessage(decoding: hex("0801 0802")).number(1) == 2)
    }

    @Test(
        arguments: [
            ("08", .truncated), ("0880", .truncated), ("12", .truncated), ("120201", .truncated),
            ("2d010203", .truncated),
            ("3101020304050607", .truncated), ("12ffffffffffffffffff01", .truncated),
            ("08ffffffffffffffffff02", .numberTooLong), ("08ffffffffffffffffffff01", .numberTooLong),
            ("0001", .fieldNumber), ("8080808010 01", .fieldNumber), ("0b", .wireType(3)), ("0c", .wireType(4)),
            ("0e", .wireType(6)), ("0f", .wireType(7)),
        ] as [(String, ProtobufFault)])
    func refusesWhatIsMalformed(text: String, fault: ProtobufFault) {
        #expect(throws: fault) { try ProtobufMessage(decoding: hex(text)) }
    }

    @Test func refusesALongMessage() throws {
        let field = hex("0801")
        let longest = (0..<ProtobufMessage.limit / 2).flatMap { _ in field }
        #expect(try ProtobufMessage(decoding: longest).number(1) == 1)
        #expect(throws: ProtobufFault.tooLong(longest.count + 1)) { try ProtobufMessage(decoding: longest + [8]) }
    }

    @Test func refusesAFieldOfAnotherType() throws {
        let message = try ProtobufMessage(decoding: hex("0801 120161"))
        #expect(throws: ProtobufFault.wrongType(field: 1)) { try message.bytes(1) }
        #expect(throws: ProtobufFault.wrongType(field: 1)) { try message.message(1) }
        #expect(throws: ProtobufFault.wrongType(field: 2)) { try message.number(2) }
    }

    @Test func refusesAMalformedInnerMessage() throws {
        #expect(throws: ProtobufFault.truncated) { try ProtobufMessage(decoding: hex("0a0108")).message(1) }
    }
}
