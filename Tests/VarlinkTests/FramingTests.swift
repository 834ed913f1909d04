// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

struct FramingTests {
    private static let messages = ["{}", "{\"method\":\"a.b\"}", "[1]"]
    private static let stream: [UInt8] = Array(messages.map { $0 + "\0" }.joined().utf8)

    @Test(arguments: 0...stream.count)
    func findsTheMessagesWhereverTheStreamIsCut(at cut: Int) throws {
        var framing = Framing()
        var found: [String] = []
        for part in [Self.stream[..<cut], Self.stream[cut...]] {
            framing.append(Array(part))
            while let message = try framing.next() { found.append(String(decoding: message, as: UTF8.self)) }
        }
        #expect(found == Self.messages)
    }

    @Test func findsTheMessagesByteByByte() throws {
        var framing = Framing()
        var found: [String] = []
        for byte in Self.stream {
            framing.append([byte])
            while let message = try framing.next() { found.append(String(decoding: message, as: UTF8.self)) }
        }
        #expect(found == Self.messages)
    }

    @Test func findsManyMessagesInOneRead() throws {
        var framing = Framing()
        framing.append((0..<500).flatMap { _ in Self.stream })
        var count = 0
        while try framing.next() != nil { count += 1 }
        #expect(count == 1500)
    }

    @Test(arguments: [1, 4095, 4096, 4097, 16383, 16384, 16385, 65536, 200_000])
    func findsMessagesOfAnySizeInReadsOfAnySize(read: Int) throws {
        let boundaries = [64, 4096, 16384, 65536]
        var sizes: [Int] = []
        var stream: [UInt8] = []
        for round in 0..<90 {
            sizes.append(boundaries[round % 4] + round * 37 % 129 - 64)
            stream += [UInt8](repeating: UInt8(ascii: "x"), count: sizes[round]) + [0]
        }
        var framing = Framing()
        var found: [Int] = []
        for start in stride(from: 0, to: read == 1 ? 40_000 : stream.count, by: read) {
            framing.append(Array(stream[start..<min(start + read, stream.count)]))
            while let message = try framing.next() { found.append(message.count) }
        }
        #expect(found == Array(sizes.prefix(found.count)) && (read == 1 || found.count == sizes.count))
    }

    @Test func takesAMessageOfExactlyTheLimit() throws {
        var framing = Framing(limit: 8)
        framing.append(Array("12345678\0".utf8))
        #expect(try framing.next() == Array("12345678".utf8))
    }

    @Test(arguments: ["123456789", "123456789\0", "ok\0" + "123456789"])
    func refusesAMessageOverTheLimitWhetherItEndsOrNot(stream: String) throws {
        var framing = Framing(limit: 8)
        framing.append(Array(stream.utf8))
        #expect(throws: ProtocolViolation.messageTooLarge(limit: 8)) {
            while try framing.next() != nil {}
        }
    }

    @Test func deliversWhatCameBeforeAMessageOverTheLimit() throws {
        var framing = Framing(limit: 8)
        framing.append(Array("ok\0123456789".utf8))
        #expect(try framing.next() == Array("ok".utf8))
    }
}
