// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

/// Foreign bytes of all sizes around the ends of what a length can say, of a packet, and of what is read at most.
struct SizeTests {
    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    // The head of a field takes one byte, and its length one, two or three.
    @Test(arguments: Array(0...3) + [126, 127, 128, 129, 255, 256, 4095, 4096] + Array(16_378...16_385))
    func aFieldOfAnySizeIsReadOrRefusedAsAWhole(size: Int) throws {
        let field = ProtobufMessage.Field(number: 1, value: .bytes(Self.bytes(size)))
        let encoded = ProtobufMessage([field]).encoded
        guard encoded.count <= ProtobufMessage.limit else {
            #expect(throws: ProtobufFault.tooLong(encoded.count)) { try ProtobufMessage(decoding: encoded) }
            return
        }
        #expect(try ProtobufMessage(decoding: encoded).fields == [field])
        for cut in Set([1, 2, 3, 4, encoded.count - 1]) where cut < encoded.count && cut > 0 {
            #expect(throws: ProtobufFault.truncated) { try ProtobufMessage(decoding: Array(encoded.prefix(cut))) }
        }
    }

    @Test(arguments: [0, 1, 6, 7, 8, 13, 14, 21, 28, 35, 42, 49, 56, 62, 63])
    func aNumberOfAnySizeIsRead(bits: Int) throws {
        for number in [UInt64(1) << bits, (UInt64(1) << bits) &- 1, ~((UInt64(1) << bits) &- 1)] {
            let message = ProtobufMessage([.init(number: 5, value: .number(number))])
            #expect(try ProtobufMessage(decoding: message.encoded).number(5) == number)
        }
    }

    // 5 bits of a length and 13, the first packet and the next one.
    @Test(arguments: Array(1...2) + Array(17...22) + Array(30...39) + [255, 256, 257, 4096, 8190, 8191])
    func packetsOfAnyMessageGiveTheMessage(size: Int) {
        let message = Self.bytes(size)
        let packets = GoProPackets.packets(of: message)
        #expect(packets.allSatisfy { (1...GoProPackets.longestPacket).contains($0.count) })
        #expect(packets[0].starts(with: [0x20 | UInt8(size >> 8), UInt8(size & 0xFF)]), "a length of 13 bits")
        var reader = GoProPackets()
        // Twice, so that nothing of the first is left for the second.
        for _ in 0..<2 {
            #expect(packets.dropLast().allSatisfy { reader.receive($0) == nil })
            #expect(reader.receive(packets[packets.count - 1]) == message)
        }
    }

    @Test(arguments: [8191, 8192, 8193, 65_535])
    func packetsAreReadUpToTheLongestMessage(size: Int) {
        var reader = GoProPackets()
        var whole: [UInt8]? = reader.receive([0x40, UInt8(size >> 8), UInt8(size & 0xFF)] + Self.bytes(17))
        for _ in 0..<(size / 19 + 1) where whole == nil { whole = reader.receive([0x80] + Self.bytes(19)) }
        #expect(whole?.count == (size <= GoProPackets.longestMessage ? size : nil))
    }

    @Test(arguments: [0, 1, 2, 125, 126, 127, 128, 252, 253, 254])
    func aResultOfAnySizeIsReadAndNoPartOfItIs(size: Int) throws {
        let frame = ImprovFrame(command: 1, strings: [Self.bytes(size)])
        #expect(ImprovFrame(frame.bytes) == frame)
        #expect((0..<frame.bytes.count).allSatisfy { ImprovFrame(Array(frame.bytes.prefix($0))) == nil })
        #expect(ImprovFrame(frame.bytes + [0]) == nil)
    }

    @Test(arguments: [1, 2, 19, 20, 21, 511, 512, 513, 16_383, 16_384, 16_385, 20_000])
    func anAnswerInPartsOfAnySizeIsReadUpToItsLimit(part: Int) throws {
        let service = GATTService(
            handle: 1, uuid: ShellyFrames.service, isPrimary: true,
            characteristics: zip(
                [10, 20, 30], [ShellyFrames.data, ShellyFrames.sentLength, ShellyFrames.receivedLength]
            ).map {
                GATTCharacteristic(handle: $0, uuid: $1, properties: [.read, .write])
            })
        for size in [1, 20, 4096, ShellyFrames.longest - 1, ShellyFrames.longest, ShellyFrames.longest + 1] {
            var frames = try #require(ShellyFrames([service]))
            let answer = [UInt8](repeating: UInt8(ascii: "x"), count: size)
            _ = frames.call([1])
            _ = frames.receive(.written)
            _ = frames.receive(.written)
            var progress = frames.receive(.read([0, 0, UInt8(size >> 8), UInt8(size & 0xFF)]))
            var rest = answer[...]
            for _ in 0..<(size / part + 1) where progress == .effect(.read(10)) {
                progress = frames.receive(.read(Array(rest.prefix(part))))
                rest = rest.dropFirst(part)
            }
            #expect(progress == .answer(Array(answer.prefix(ShellyFrames.longest))))
        }
    }

    @Test(arguments: [0, 1, 2, 63, 64, 65, 4095, 4096, 4097])
    func aTextOfAnySizeIsReadUpToTheLongestAnswer(size: Int) {
        for count in [size, HTTPAnswer.bodyLimit - 2 - size] {
            let text = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "x"), count: count) + [UInt8(ascii: "\"")]
            #expect(JSONReader.value(of: text)?.text?.utf8.count == count)
            #expect((1..<min(text.count, 8)).allSatisfy { JSONReader.value(of: Array(text.dropLast($0))) == nil })
        }
    }
}
