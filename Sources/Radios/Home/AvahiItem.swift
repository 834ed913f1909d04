// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One announced service of Avahi's signals (avahi-daemon/org.freedesktop.Avahi.ServiceBrowser.xml and
/// ServiceResolver.xml), checked where it enters.
struct AvahiItem: Hashable {
    var interface: Int32
    var proto: Int32
    var name: String
    var type: String
    var domain: String

    /// ItemNew and ItemRemove. Nil if a text is longer than DNS allows.
    init?(_ members: [Variant]) {
        guard members.count >= 5, case .int(let interface) = members[0], case .int(let proto) = members[1],
            let name = members[2].text, let type = members[3].text, let domain = members[4].text,
            name.utf8.count <= Self.longestName, type.utf8.count <= Self.longest, domain.utf8.count <= Self.longest
        else { return nil }
        (self.interface, self.proto, self.name, self.type, self.domain) = (interface, proto, name, type, domain)
    }

    /// Bytes of a label whose bytes Avahi may have escaped, and of a name (RFC 1035, section 2.3.4).
    private static let longestName = 4 * 63
    private static let longest = 255

    /// The arguments of ServiceResolverPrepare. The address wanted is one of the protocol over which the service came; of any,
    /// Avahi would name whichever it has first.
    var question: [Variant] {
        [.int(interface), .int(proto), .string(name), .string(type), .string(domain), .int(proto), .uint(0)]
    }
}

extension AvahiItem {
    /// Entries of TXT that are looked at, and bytes of one (RFC 6763, section 6.1).
    private static let mostEntries = 32
    private static let longestEntry = 255

    /// The resolver's Found; nil if it names no address of a station.
    func announcement(found members: [Variant], on interface: String) -> Announcement? {
        guard members.count >= 10, let address = members[7].text.flatMap({ IPAddress($0) }) else { return nil }
        let entries = Self.entries(members[9])
        return Announcement(
            id: .init(name: name, type: type, interface: interface, isV6: address.isV6),
            host: members[5].text.flatMap { $0.utf8.count <= Self.longest ? $0 : nil },
            address: address.seen(on: interface).description, station: entries["mac"].flatMap { Self.station($0) },
            identifier: entries["id"])
    }

    private static func entries(_ text: Variant) -> [String: String] {
        guard case .list(_, let members) = text else { return [:] }
        var entries: [String: String] = [:]
        for case .bytes(let bytes) in members.prefix(mostEntries) where bytes.count <= longestEntry {
            let parts = bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = String(validating: parts[1], as: UTF8.self), !value.isEmpty else {
                continue
            }
            // The first one counts (RFC 6763, section 6.4).
            let key = String(decoding: parts[0], as: UTF8.self).lowercased()
            if entries[key] == nil { entries[key] = value }
        }
        return entries
    }

    /// Six octets, with or without colons.
    private static func station(_ text: String) -> MACAddress? {
        MACAddress(text) ?? [UInt8](hexadecimal: text).flatMap { MACAddress($0) }
    }
}
