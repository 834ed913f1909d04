// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What an advertisement says of the device's own network, as the published rules of its maker have it, and which networks
/// agree with that. Written from those rules alone: the bridge's own formulas are what is judged.
package enum Claim: Hashable, Sendable {
    /// The name is the network's name, in either case.
    case named(String)
    /// The name read over a bonded link.
    case read(SSID)
    /// The access point's own address: said in full, by arithmetic from an address said in full, or remembered.
    case at(MACAddress)
    /// By arithmetic from the Bluetooth address, which a maker may have changed.
    case besides(MACAddress)
    /// Discriminator, vendor and product; 0 says nothing of vendor or product.
    case matter(discriminator: UInt16, vendor: UInt16, product: UInt16)
    /// A THETA that says only its digits.
    case digits(String)
    /// ESPHome's name of at most 20 characters, whose middle may be cut.
    case cut(String)
    /// The end of a camera's SSID with four bytes of its access point's address.
    case endWithFragment(String, [UInt8])
    /// Four digits, of which there are only ten thousand.
    case end(String)
    /// The last six hexadecimal digits of an address.
    case suffix(String)

    /// How much it says: the words of the bridge's own rules.
    package enum Grounds: Int, Comparable, Sendable {
        /// Not enough for an answer.
        case hint
        case sufficient
        /// The device says in full which network is its.
        case structural

        package static func < (one: Grounds, other: Grounds) -> Bool { one.rawValue < other.rawValue }
    }

    package var grounds: Grounds {
        switch self {
        case .named, .read, .at: .structural
        case .matter(_, let vendor, let product): vendor != 0 && product != 0 ? .structural : .sufficient
        case .digits, .cut, .endWithFragment: .sufficient
        case .besides, .end, .suffix: .hint
        }
    }

    package func agrees(with network: WiFiNetwork) -> Bool {
        switch self {
        case .at(let bssid), .besides(let bssid): return network.bssid == bssid
        case .named(let name): return network.name?.lowercased() == name.lowercased()
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
        case .endWithFragment(let end, let fragment):
            return network.name?.hasPrefix("GP") == true && network.name?.hasSuffix(end) == true
                && network.bssid.bytes.suffix(4).elementsEqual(fragment)
        case .end(let end): return network.name?.hasSuffix(end) == true
        case .suffix(let suffix): return network.name?.lowercased().hasSuffix(suffix.lowercased()) == true
        }
    }
}

extension WiFiNetwork {
    package var name: String? { ssid.map { String(decoding: $0.bytes, as: UTF8.self) } }
}
