// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Which devices must be bridged by the end of a room: those whose own network is in range and agrees with their claims
/// as strongly as an answer needs, while no other network comes near it for the device, and no other device for the
/// network.
package struct Recall: Sendable {
    /// Whether the device identifies its network in full.
    package private(set) var isStructural: [MACAddress: Bool] = [:]

    package init(in sight: Sight) {
        var networks: [String: [WiFiNetwork]] = [:]
        for network in sight.networks.values {
            for key in network.keys { networks[key, default: []].append(network) }
        }
        // How much each device leaves open that a network is its, and each network that a device is.
        var ofDevice: [MACAddress: [MACAddress: Double]] = [:]
        var ofNetwork: [MACAddress: [MACAddress: Double]] = [:]
        for device in sight.devices.keys {
            let claims = sight.claims(of: device)
            for network in claims.flatMap(\.keys).flatMap({ networks[$0] ?? [] })
            where ofDevice[device]?[network.bssid] == nil {
                let strength = claims.strength(for: network)
                guard strength > 0 else { continue }
                let open = 1 - strength
                ofDevice[device, default: [:]][network.bssid] = open
                ofNetwork[network.bssid, default: [:]][device] = open
            }
        }
        for (device, found) in ofDevice {
            for (bssid, open) in found where sight.isOne(device, bssid) && 1 - open >= Sight.threshold {
                // Just at the margin, rounding decides; that is not asked for.
                let isNear = { (rival: (key: MACAddress, value: Double)) in rival.value < open * Sight.margin * 1.000001
                }
                let rivals =
                    found.filter { $0.key != bssid }.count(where: isNear)
                    + (ofNetwork[bssid] ?? [:]).filter { $0.key != device }.count(where: isNear)
                guard rivals == 0, let network = sight.networks[bssid] else { continue }
                let claims = sight.claims(of: device)
                // A name that two access points have identifies neither of them.
                let isShared = found.keys.contains { $0 != bssid && sight.networks[$0]?.ssid == network.ssid }
                guard !claims.areNumberedElsewhere(than: network) else { continue }
                guard claims.isLocated(at: network) || network.ssid == nil || !isShared else { continue }
                isStructural[device] = claims.contains { $0.isStructural && $0.agrees(with: network) }
            }
        }
    }
}

extension Claim {
    /// Every network that agrees has one of these among its own, and few others have.
    fileprivate var keys: [String] {
        switch self {
        case .named(let name): ["name \(name.lowercased())"]
        case .read(let ssid): ["name \(String(decoding: ssid.bytes, as: UTF8.self).lowercased())"]
        case .at(let bssid), .follows(let bssid): ["at \(bssid)"]
        case .besides(let bluetooth):
            ["at \(bluetooth.next(0xFF).mac)", "at \(bluetooth.next(0xFF).local.mac)"]
        case .followsEnd(let octets): ["end of \(octets)", "end of \(octets.dropLast() + [octets[2] &+ 1])"]
        case .fragment(let fragment): ["end of \(fragment)"]
        case .shelly(let addresses): addresses.map { "end \($0.bytes.lowerHex.suffix(4))" }
        case .matter(let discriminator, _, _): ["matter \(discriminator)"]
        case .digits(let digits): ["digits \(digits)"]
        case .cut(let text), .suffix(let text), .serial(let text), .end(let text):
            ["end \(text.suffix(4).lowercased())"]
        }
    }
}

extension WiFiNetwork {
    fileprivate var keys: [String] {
        var keys = ["at \(bssid)", "end of \(Array(bssid.bytes.suffix(4)))", "end of \(Array(bssid.bytes.suffix(3)))"]
        guard let name else { return keys }
        let lower = name.lowercased()
        keys += ["name \(lower)", "end \(lower.suffix(4))"]
        if lower.hasSuffix(".osc") { keys.append("digits \(name.dropLast(4).suffix(8))") }
        let parts = lower.split(separator: "-")
        if parts.count == 4, let discriminator = UInt16(parts[1], radix: 16) { keys.append("matter \(discriminator)") }
        return keys
    }
}
