// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Which devices must be bridged by the end of a room: those whose own network is in sight, agrees with what they say, and
/// has no rival.
package struct Recall: Sendable {
    /// How well each device says which network is its; without rivals only.
    package private(set) var grounds: [MACAddress: Claim.Grounds] = [:]

    package init(in sight: Sight) {
        var networks: [String: [WiFiNetwork]] = [:]
        for network in sight.networks.values {
            for key in network.keys { networks[key, default: []].append(network) }
        }
        // For each device what it says agrees with, and for each network who says so.
        var pointed: [MACAddress: [MACAddress: Claim.Grounds]] = [:]
        var suitors: [MACAddress: Set<MACAddress>] = [:]
        for device in sight.devices.keys {
            for claim in sight.claims(of: device) where claim.isMeant {
                for network in networks[claim.key] ?? [] where claim.agrees(with: network) {
                    let best = pointed[device]?[network.bssid] ?? .hint
                    pointed[device, default: [:]][network.bssid] = max(best, claim.grounds)
                    suitors[network.bssid, default: []].insert(device)
                }
            }
        }
        for (device, found) in pointed {
            guard found.count == 1, let (bssid, grounds) = found.first, grounds > .hint, suitors[bssid]?.count == 1,
                sight.isOne(device, bssid)
            else { continue }
            self.grounds[device] = grounds
        }
    }
}

extension Claim {
    /// Found in `keys` of every network that agrees, and of few others.
    fileprivate var key: String {
        switch self {
        case .named(let name): "name \(name.lowercased())"
        case .read(let ssid): "name \(String(decoding: ssid.bytes, as: UTF8.self).lowercased())"
        case .at(let bssid), .besides(let bssid): "at \(bssid)"
        case .matter(let discriminator, _, _): "matter \(discriminator)"
        case .digits(let digits): "digits \(digits)"
        case .cut(let name): "end \(name.suffix(4))"
        case .endWithFragment(let end, _), .end(let end): "end \(end)"
        case .suffix(let suffix): "end \(suffix.suffix(4).lowercased())"
        }
    }
}

extension WiFiNetwork {
    fileprivate var keys: [String] {
        var keys = ["at \(bssid)"]
        guard let name else { return keys }
        let lower = name.lowercased()
        keys += ["name \(lower)", "end \(lower.suffix(4))"]
        if lower.hasSuffix(".osc") { keys.append("digits \(name.dropLast(4).suffix(8))") }
        let parts = lower.split(separator: "-")
        if parts.count == 4, let discriminator = UInt16(parts[1], radix: 16) { keys.append("matter \(discriminator)") }
        return keys
    }
}
