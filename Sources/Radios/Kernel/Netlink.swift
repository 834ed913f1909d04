// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The kernel's messages over netlink: a header of their family, then attributes, which may hold attributes
/// (linux/netlink.h). An attribute that is longer than its surroundings ends the reading.
enum Netlink {
    struct Message {
        var type: Int
        /// The header of the message's family.
        var header: ArraySlice<UInt8>
        var body: ArraySlice<UInt8>
        var attributes: [Attribute] { Netlink.attributes(body) }
    }

    struct Attribute {
        var type: Int
        var payload: ArraySlice<UInt8>

        var inner: [Attribute] { Netlink.attributes(payload) }
        /// Nil if it is no number of 32 bits.
        var number: Int? { payload.count == 4 ? Netlink.number(payload) : nil }
    }

    private static let messageHeader = 16
    /// Generic netlink's own header.
    static let genericHeader = 4
    private static let attributeHeader = 4
    /// NLMSG_MIN_TYPE: lower ones are netlink's own, such as the end of a list.
    private static let firstType = 16
    /// NLA_TYPE_MASK: the two bits above it are flags.
    private static let typeMask = 0x3fff

    /// The kernel's answer about the radio of an interface; nil if it gives none.
    static func answer(_ question: linux_radio_question, of interface: String) -> [UInt8]? {
        // A radio with three bands takes some 50 kB.
        let room = 1 << 18
        var length = -1
        let messages = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            length = linux_describe_radio(question, interface, buffer.baseAddress, room)
            count = max(0, length)
        }
        return length > 0 ? messages : nil
    }

    static func messages(_ bytes: ArraySlice<UInt8>, header: Int = genericHeader) -> [Message] {
        var (rest, messages) = (bytes, [Message]())
        while rest.count >= messageHeader {
            let length = number(rest.prefix(4))
            guard length >= messageHeader, length <= rest.count else { break }
            let message = rest.prefix(length)
            let type = number(message.dropFirst(4).prefix(2))
            if type >= firstType, length >= messageHeader + header {
                let own = message.dropFirst(messageHeader)
                messages.append(Message(type: type, header: own.prefix(header), body: own.dropFirst(header)))
            }
            rest = rest.dropFirst(aligned(length))
        }
        return messages
    }

    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [Attribute] {
        var (rest, attributes) = (bytes, [Attribute]())
        while rest.count >= attributeHeader {
            let length = number(rest.prefix(2))
            guard length >= attributeHeader, length <= rest.count else { break }
            let type = number(rest.dropFirst(2).prefix(2)) & typeMask
            attributes.append(Attribute(type: type, payload: rest.prefix(length).dropFirst(attributeHeader)))
            rest = rest.dropFirst(aligned(length))
        }
        return attributes
    }

    private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }

    /// In the processor's own order.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        let isLittle = UInt16(1).littleEndian == 1
        return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
}
