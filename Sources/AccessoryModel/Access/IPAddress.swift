// SPDX-License-Identifier: Apache-2.0

/// The address of a device on a home network: IPv4, or IPv6 in the form of RFC 5952. It is never one that a device
/// cannot have: no loopback, no multicast, no reserved one; `init(any:)` alone takes these. A link-local one of IPv6 has
/// this machine's interface that leads there, if it is known: `fe80::1%wlan0` (RFC 4007, section 11).
package struct IPAddress: Hashable, Sendable {
    /// 4 or 16, in the network's order.
    package let bytes: [UInt8]
    package private(set) var interface: String?

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
        guard isOfDevice else { return nil }
    }

    package init?(_ text: some StringProtocol) {
        self.init(any: text)
        guard isOfDevice else { return nil }
    }

    /// Whatever the number means: also an address of this machine.
    package init?(any text: some StringProtocol) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = Self.v4(parts[0]) ?? Self.v6(parts[0]) else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else { return }
        guard needsInterface, Self.isInterface(parts[1]) else { return nil }
        interface = String(parts[1])
    }

    /// The same address of a station behind this interface.
    package func seen(on interface: String?) -> IPAddress {
        guard needsInterface, let interface, Self.isInterface(interface) else { return self }
        var address = self
        address.interface = interface
        return address
    }

    package var isV6: Bool { bytes.count == 16 }

    /// RFC 4291, 2.4 and 2.5: 0000::/8 has the unspecified, the loopback and the IPv4-mapped addresses.
    private var isOfDevice: Bool {
        bytes[0] != 0 && (isV6 ? bytes[0] != 0xFF : bytes[0] != 127 && bytes[0] < 224)
    }

    /// An IPv6 address that means nothing without the interface, which no URL can name (RFC 6874 was withdrawn).
    package var needsInterface: Bool { isV6 && isLinkLocal }

    /// Of 169.254.0.0/16 (RFC 3927), or of fe80::/10 (RFC 4291, 2.5.6).
    package var isLinkLocal: Bool {
        isV6 ? bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 : bytes[0] == 169 && bytes[1] == 254
    }

    /// One that a router gives to a home's stations, or that they take themselves (RFC 1918, RFC 4193). The unit of
    /// accessory-provision allows no others.
    package var isOfHome: Bool {
        if isV6 { return isLinkLocal || bytes[0] & 0xFE == 0xFC }
        return isLinkLocal || bytes[0] == 10 || bytes[0] == 172 && bytes[1] >> 4 == 1
            || bytes[0] == 192 && bytes[1] == 168
    }

    /// Whether both are of one network, by the bits of its prefix.
    package func shares(prefix length: Int, with other: IPAddress) -> Bool {
        guard other.bytes.count == bytes.count else { return false }
        return zip(bytes, other.bytes).enumerated().allSatisfy { index, pair in
            (pair.0 ^ pair.1) >> (8 - min(max(length - 8 * index, 0), 8)) == 0
        }
    }

    /// Bytes of the longest text: eight groups of four digits, seven colons, and an interface.
    private static let longest = 39 + 1 + longestName
    /// IFNAMSIZ without the last byte.
    private static let longestName = 15

    private static func isInterface(_ name: some StringProtocol) -> Bool {
        (1...longestName).contains(name.utf8.count)
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }

    private static func v4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            // A leading zero means octal to some readers.
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (part.count == 1 || part.first != "0")
                ? UInt8(part) : nil
        }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    private static func v6(_ text: some StringProtocol) -> [UInt8]? {
        let halves = String(text).split(separator: "::", omittingEmptySubsequences: false).map { groups($0) }
        guard let first = halves.first ?? nil else { return nil }
        guard halves.count > 1 else { return first.count == 8 ? bytes(of: first) : nil }
        guard halves.count == 2, let last = halves[1], first.count + last.count < 8 else { return nil }
        return bytes(of: first + [UInt16](repeating: 0, count: 8 - first.count - last.count) + last)
    }

    private static func groups(_ text: Substring) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.count <= 4 && part.allSatisfy(\.isHexDigit) ? UInt16(part, radix: 16) : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }

    private static func bytes(of groups: [UInt16]) -> [UInt8] {
        groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String { number + (interface.map { "%\($0)" } ?? "") }

    private var number: String {
        guard isV6 else { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let text = { (groups: ArraySlice<UInt16>) in
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard let zeros = Self.longestZeros(in: groups) else { return text(groups[...]) }
        return text(groups[..<zeros.lowerBound]) + "::" + text(groups[zeros.upperBound...])
    }

    /// The first of the longest runs of at least two zeros (RFC 5952, 4.2).
    private static func longestZeros(in groups: [UInt16]) -> Range<Int>? {
        var longest = 0..<1
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > longest.count { longest = start..<end }
            start = max(end, start) + 1
        }
        return longest.count > 1 ? longest : nil
    }
}

extension IPAddress: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = IPAddress(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text.prefix(64).description.printable)' is no device's address")
        }
        self = address
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
