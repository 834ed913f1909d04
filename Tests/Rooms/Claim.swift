// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What an advertisement claims about the device's own network by the published rules of its maker, and which networks
/// agree with that. Written from those rules alone, because the bridge's own formulas are under judgement.
package enum Claim: Hashable, Sendable {
    /// The name is the network's name, in either case.
    case named(String)
    /// The name read over a bonded link.
    case read(SSID)
    /// The access point's own address: sent in full, by arithmetic from an address sent in full, or remembered.
    case at(MACAddress)
    /// The access point's own address by arithmetic from the whole address that the name has.
    case follows(MACAddress)
    /// A Shelly's SSID that ends with one of these whole addresses.
    case shelly([Octets])
    /// By arithmetic from the last three octets of the station's address, for a chip of either kind.
    case followsEnd([UInt8])
    /// By arithmetic from the Bluetooth address, for a chip of either kind; a maker may have changed it.
    case besides(Octets)
    /// By arithmetic from the Bluetooth address, the end of its station's, which the SSID ends with.
    case suffix(String)
    /// Discriminator, vendor and product; 0 stands for any vendor or product.
    case matter(discriminator: UInt16, vendor: UInt16, product: UInt16)
    /// A THETA that sends only its digits.
    case digits(String)
    /// ESPHome's name of at most 20 characters, whose middle may be cut.
    case cut(String)
    /// The SSID of a GoPro by its serial number, and by the four digits of it that its name has.
    case serial(String)
    case end(String)
    /// Four bytes of the access point's address.
    case fragment([UInt8])

    /// The part of a network that it is about. Of several claims about one part the strongest counts.
    package enum Subject: Hashable, Sendable { case name, address }

    package var subject: Subject {
        switch self {
        case .named, .read, .shelly, .suffix, .matter, .digits, .cut, .serial, .end: .name
        case .at, .follows, .followsEnd, .besides, .fragment: .address
        }
    }

    /// The strength of the claim, in the words and numbers of the bridge's own documentation (`BridgeWeight`).
    package var weight: Double {
        switch self {
        case .read: 1
        case .at, .follows, .shelly: 0.96
        case .named, .digits, .serial, .cut: 0.9
        case .matter(_, let vendor, let product): vendor != 0 && product != 0 ? 0.96 : 0.3
        case .besides: 0.65
        case .suffix, .followsEnd: 0.6
        case .end: 0.3
        case .fragment: 0.3
        }
    }

    /// The device identifies its network in full.
    package var isStructural: Bool {
        switch self {
        case .read, .at, .follows, .shelly: true
        case .matter(_, let vendor, let product): vendor != 0 && product != 0
        case .named, .digits, .serial, .followsEnd, .besides, .suffix, .cut, .end, .fragment: false
        }
    }

    package func agrees(with network: WiFiNetwork) -> Bool {
        switch self {
        case .at(let bssid), .follows(let bssid): return network.bssid == bssid
        case .named(let name): return network.name?.lowercased() == name.lowercased()
        case .shelly(let addresses):
            guard let name = network.name, name.hasPrefix("Shelly") else { return false }
            return addresses.contains { name.hasSuffix("-" + $0.bytes.upperHex) }
        case .suffix(let suffix): return network.name?.lowercased().hasSuffix(suffix.lowercased()) == true
        case .read(let ssid): return network.ssid == ssid
        case .matter(let discriminator, let vendor, let product):
            guard let parts = network.name?.uppercased().split(separator: "-"), parts.count == 4,
                parts[0] == "MATTER" || parts[0] == "CHIP", UInt16(parts[1], radix: 16) == discriminator,
                let named = UInt16(parts[2], radix: 16), let made = UInt16(parts[3], radix: 16)
            else { return false }
            return (vendor == 0 || vendor == named) && (product == 0 || product == made)
        case .digits(let digits):
            guard let name = network.name, name.hasPrefix("THETA"), name.hasSuffix(".OSC") else { return false }
            return name.dropLast(4).hasSuffix(digits)
        case .cut(let cut):
            guard let name = network.name else { return false }
            return name == cut || (cut.count == 20 && name.count > 20 && name.prefix(13) + name.suffix(7) == cut)
        case .serial(let digits): return network.name == "GP\(digits)"
        case .end(let end):
            guard let name = network.name, name.hasPrefix("GP"), name.count == 10 else { return false }
            return name.hasSuffix(end)
        case .besides(let bluetooth):
            // One before it where the chip has four addresses; the local form of that where it has two.
            let before = bluetooth.next(0xFF)
            return network.bssid == before.mac || network.bssid == before.local.mac
        case .followsEnd(let octets):
            let end = network.bssid.bytes.suffix(3)
            let isLocal = network.bssid.bytes[0] & 0x02 != 0
            return end.dropLast().elementsEqual(octets.dropLast()) && end.last == (isLocal ? octets[2] : octets[2] &+ 1)
        case .fragment(let fragment): return network.bssid.bytes.suffix(4).elementsEqual(fragment)
        }
    }
}

extension WiFiNetwork {
    package var name: String? { ssid.map { String(decoding: $0.bytes, as: UTF8.self) } }
}
