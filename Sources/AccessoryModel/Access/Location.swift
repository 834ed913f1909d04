// SPDX-License-Identifier: Apache-2.0

/// The place of an accessory on the home network, as the agent last saw it.
package struct Location: Hashable, Sendable {
    package let address: IPAddress
    /// Its name there, such as `plug-8c480c.local`.
    package let host: String?
    package let page: DevicePage?
    /// What shows that the device at the address is the accessory.
    package var evidence: ArrivalEvidence
    /// Without this, it is only likely that it is the accessory.
    package var isConfirmed: Bool
    package var lastSeen: Timestamp
    /// It was seen at the latest look, which was not long ago.
    package var isOnline: Bool

    /// A host name or a page that is not fit to be shown is left out: both come from the device.
    package init(
        address: IPAddress, host: String? = nil, page: String? = nil, evidence: ArrivalEvidence, isConfirmed: Bool,
        lastSeen: Timestamp, isOnline: Bool = true
    ) {
        self.address = address
        self.host = host.flatMap(Self.hostName)
        self.page = page.flatMap { DevicePage($0, at: address, by: evidence) }
        self.evidence = evidence
        self.isConfirmed = isConfirmed
        self.lastSeen = lastSeen
        self.isOnline = isOnline
    }

    /// The same place with what an earlier sighting showed of it.
    package func filled(from earlier: Location) -> Location {
        guard earlier.address == address else { return self }
        return Location(
            address: address, host: host ?? earlier.host, page: (page ?? earlier.page)?.text, evidence: evidence,
            isConfirmed: isConfirmed, lastSeen: lastSeen, isOnline: isOnline)
    }

    /// Letters, digits, hyphens and underscores between dots, up to 253 bytes (RFC 1123, 2.1; RFC 1035, 2.3.4).
    private static func hostName(_ text: String) -> String? {
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPlain = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            case _: false
            }
        }
        guard name.utf8.count <= 253, labels.allSatisfy({ (1...63).contains($0.count) && $0.allSatisfy(isPlain) })
        else { return nil }
        return name
    }
}

extension Location: Codable {
    private enum Key: String, CodingKey {
        case address, host, page, evidence, isConfirmed, lastSeen, isOnline
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(
            address: try fields.decode(IPAddress.self, forKey: .address),
            host: try fields.decodeIfPresent(String.self, forKey: .host),
            page: try fields.decodeIfPresent(String.self, forKey: .page),
            evidence: try fields.decode(ArrivalEvidence.self, forKey: .evidence),
            isConfirmed: try fields.decode(Bool.self, forKey: .isConfirmed),
            lastSeen: try fields.decode(Timestamp.self, forKey: .lastSeen),
            isOnline: try fields.decode(Bool.self, forKey: .isOnline))
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(address, forKey: .address)
        try fields.encodeIfPresent(host, forKey: .host)
        try fields.encodeIfPresent(page?.text, forKey: .page)
        try fields.encode(evidence, forKey: .evidence)
        try fields.encode(isConfirmed, forKey: .isConfirmed)
        try fields.encode(lastSeen, forKey: .lastSeen)
        try fields.encode(isOnline, forKey: .isOnline)
    }
}
