// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Bridge {
    /// The least that another network may leave open if it shares a crowded key with the device.
    func openToCrowd(around device: MACAddress, but network: MACAddress) -> Double {
        open(devices[device]?.keys ?? []) { key, entry in
            let isOne = networks[network]?.keys.contains(key) ?? false
            return entry.networks.count > (isOne ? 1 : 0)
        }
    }

    /// The least that another device may leave open if it shares a crowded key with the network.
    func openToCrowd(around network: MACAddress, butDevice device: MACAddress) -> Double {
        open(networks[network]?.keys ?? []) { key, entry in
            let isOne = devices[device]?.keys.contains(key) ?? false
            return entry.devices.count > (isOne ? 1 : 0)
        }
    }

    /// The first of the networks that share the strongest of a device's crowded keys.
    func crowd(around device: MACAddress) -> [BridgeCandidate] {
        guard let heard = devices[device] else { return [] }
        let keys = heard.keys.filter { index[$0]?.isCrowded == true && index[$0]?.networks.isEmpty == false }
        let strongest = keys.max { weight($0) < weight($1) || weight($0) == weight($1) && $0.rule > $1.rule }
        return (strongest.flatMap { index[$0] }?.networks.prefix(2) ?? []).compactMap { bssid in
            networks[bssid].flatMap { candidate(heard, $0) }
        }
    }

    private func weight(_ key: BridgeKey) -> Double { rules[key.rule].weight.value(of: key.value) ?? 0 }

    /// As if one side had all of these keys: the strongest of each aspect counts.
    private func open(_ keys: Set<BridgeKey>, where isRival: (BridgeKey, BridgeIndex.Entry) -> Bool) -> Double {
        var weights: [BridgeAspect: Double] = [:]
        var seen: Set<[UInt8]> = []
        let shared = keys.filter { key in index[key].map { $0.isCrowded && isRival(key, $0) } ?? false }
        for key in shared.sorted(by: { (weight($0), $1.rule) > (weight($1), $0.rule) }) {
            let aspect = rules.aspect(of: key.rule)
            let isRepeated = weight(key) < BridgeWeight.whole && seen.contains { Self.ends($0, with: key.value) }
            seen.insert(key.value)
            guard weights[aspect] == nil, !isRepeated else { continue }
            weights[aspect] = weight(key)
        }
        return weights.values.reduce(1.0) { $0 * max(1 - $1, 0.001) }
    }
}
