// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Six bytes to do arithmetic with, as the makers of chips do it.
package struct Octets: Hashable, Sendable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == 6)
        self.bytes = bytes
    }

    /// Another address of the same chip: the last octet wraps and carries nothing (esp_hw_support/mac_addr.c).
    package func next(_ count: UInt8) -> Octets {
        var other = self
        other.bytes[5] &+= count
        return other
    }

    /// The locally administered address that Espressif's chips derive where they have only two of their own.
    package var local: Octets {
        var other = self
        other.bytes[0] |= 0x02
        if other == self { other.bytes[0] ^= 0x04 }
        return other
    }

    package var mac: MACAddress {
        guard let mac = MACAddress(bytes) else { preconditionFailure("six bytes are an address") }
        return mac
    }
}

extension [UInt8] {
    var upperHex: String { map { Self.digits($0) }.joined().uppercased() }
    var lowerHex: String { map { Self.digits($0) }.joined() }

    private static func digits(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

extension UInt16 {
    var littleEndianBytes: [UInt8] { [UInt8(self & 0xFF), UInt8(self >> 8)] }

    var upperHex: String { [UInt8(self >> 8), UInt8(self & 0xFF)].upperHex }
}

extension SSID {
    /// An SSID that the generator made, which is never too long.
    init(made text: String) {
        guard let ssid = try? SSID(Array(text.utf8)) else { preconditionFailure("\(text) is no SSID") }
        self = ssid
    }
}

extension BluetoothUUID {
    init(made text: String) {
        guard let uuid = BluetoothUUID(text) else { preconditionFailure("\(text) is no UUID") }
        self = uuid
    }
}
