// SPDX-License-Identifier: Apache-2.0

/// Messages in packets of at most 20 bytes (gopro.github.io/OpenGoPro, "Data Protocol": packetization). The first packet
/// begins with the length of the message, in 5, 13 or 16 bits; the others with a counter and bit 7.
struct GoProPackets: Hashable, Sendable {
    static let longestPacket = 20
    /// Bytes of a message that comes in.
    static let longestMessage = 8192

    private var message: [UInt8] = []
    private var length = 0

    static func packets(of message: [UInt8]) -> [[UInt8]] {
        let count = message.count
        // A length of 5 bits is for messages of one packet; one of 13 bits is for all.
        let head = [0x20 | UInt8(count >> 8 & 0x1F), UInt8(count & 0xFF)]
        var packets = [head + message.prefix(longestPacket - head.count)]
        var rest = message.dropFirst(longestPacket - head.count)
        var counter: UInt8 = 0
        while !rest.isEmpty {
            packets.append([0x80 | counter & 0x0F] + rest.prefix(longestPacket - 1))
            rest = rest.dropFirst(longestPacket - 1)
            counter &+= 1
        }
        return packets
    }

    /// Takes a packet in. Returns the message that it ends.
    mutating func receive(_ packet: [UInt8]) -> [UInt8]? {
        guard let first = packet.first else { return nil }
        if first & 0x80 == 0 {
            guard let (length, head) = Self.head(packet) else {
                drop()
                return nil
            }
            self.length = length
            message = Array(packet.dropFirst(head))
        } else {
            guard length > 0 else { return nil }
            message += packet.dropFirst()
        }
        guard message.count >= length else { return nil }
        defer { drop() }
        return Array(message.prefix(length))
    }

    private mutating func drop() {
        message = []
        length = 0
    }

    /// The length of the message, and that of the packet's head.
    private static func head(_ packet: [UInt8]) -> (Int, Int)? {
        let (length, head): (Int, Int)
        switch packet[0] >> 5 {
        case 0: (length, head) = (Int(packet[0] & 0x1F), 1)
        case 1 where packet.count >= 2: (length, head) = (Int(packet[0] & 0x1F) << 8 | Int(packet[1]), 2)
        case 2 where packet.count >= 3: (length, head) = (Int(packet[1]) << 8 | Int(packet[2]), 3)
        case _: return nil
        }
        return (1...longestMessage).contains(length) ? (length, head) : nil
    }
}
