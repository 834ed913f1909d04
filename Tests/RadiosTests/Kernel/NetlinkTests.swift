// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

/// Messages of any length, and all that is left of one that is cut anywhere. Nothing in them ends the agent.
struct NetlinkTests {
    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0xEE, count: (4 - bytes.count % 4) % 4)
    }

    private static func attribute(_ type: Int, _ size: Int) -> [UInt8] {
        padded(little(4 + size, 2) + little(type, 2) + [UInt8](repeating: UInt8(type), count: size))
    }

    private static func message(_ attributes: [UInt8]) -> [UInt8] {
        let body = [UInt8](repeating: 7, count: 8) + attributes
        return little(16 + body.count, 4) + little(20, 2) + [UInt8](repeating: 0, count: 10) + body
    }

    /// The sizes around the ends of words, and around the 16 bits of a length.
    private static let sizes = Array(0...9) + [15, 16, 17, 255, 256, 257, 32_767, 32_768, 65_530, 65_531]

    @Test(arguments: sizes) func readsAttributesOfAnySize(size: Int) {
        let bytes = Self.message(Self.attribute(1, size) + Self.attribute(2, 4))
        let found = Netlink.messages((bytes + bytes)[...], header: 8).map { message in
            message.attributes.map { [$0.type, $0.payload.count] }
        }
        #expect(found == [[[1, size], [2, 4]], [[1, size], [2, 4]]])
    }

    @Test func readsTheWholeMessagesOfABufferThatIsCutAnywhere() {
        let one = Self.message(Self.attribute(1, 5) + Self.attribute(2, 16))
        let bytes = one + one + one
        for end in 0...bytes.count {
            #expect(Netlink.messages(bytes[..<end], header: 8).count == end / one.count)
            _ = AddressMessages.changes(bytes[..<end])
            _ = NeighbourMessages.changes(bytes[..<end])
        }
    }

    /// Each length that a message or an attribute can claim, with as many bytes behind it as came.
    @Test func believesNoLengthOverWhatCame() {
        let attributes = Self.attribute(1, 4) + Self.attribute(2, 16)
        for claimed in 0...0xFFFF {
            var bytes = Self.message(attributes)
            bytes.replaceSubrange(0..<4, with: Self.little(claimed, 4))
            #expect(Netlink.messages(bytes[...], header: 8).count <= 1)
            bytes = Self.message(attributes)
            bytes.replaceSubrange(24..<26, with: Self.little(claimed, 2))
            let messages = Netlink.messages(bytes[...], header: 8)
            #expect(messages.count == 1 && messages[0].attributes.allSatisfy { $0.payload.count <= attributes.count })
            _ = AddressMessages.changes(bytes[...])
            _ = NeighbourMessages.changes(bytes[...])
        }
        for claimed in [0xFFFF_FFFF, 0x8000_0000, 0x7FFF_FFFF] {
            var bytes = Self.message(attributes)
            bytes.replaceSubrange(0..<4, with: Self.little(claimed, 4))
            #expect(Netlink.messages(bytes[...], header: 8).isEmpty)
        }
    }
}
