// SPDX-License-Identifier: Apache-2.0

/// The page that an accessory serves about itself. It is `http` on the accessory's own address and on nothing else, and
/// more than its own word shows that it is there: a device that names another one would choose where a person's click
/// goes.
package struct DevicePage: Hashable, Sendable {
    /// Bytes.
    package static let longest = 128

    package let text: String

    package init?(_ text: String, at address: IPAddress, by evidence: ArrivalEvidence) {
        guard evidence > .address else { return nil }
        let origin = "http://" + (address.isV6 ? "[\(address)]" : "\(address)")
        guard text.utf8.count <= Self.longest, text.hasPrefix(origin), !address.needsInterface else { return nil }
        // By bytes: a character of Unicode may begin with the origin's last one.
        var rest = text.utf8.dropFirst(origin.utf8.count)
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0 else { return nil }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard rest.isEmpty || rest.first == UInt8(ascii: "/"), rest.allSatisfy(Self.isOfPath) else { return nil }
        self.text = text
    }

    /// The characters of a path and a query (RFC 3986, 3.3 and 3.4).
    private static func isOfPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case _: "-._~!$&'()*+,;=:@/?%".utf8.contains(byte)
        }
    }
}
