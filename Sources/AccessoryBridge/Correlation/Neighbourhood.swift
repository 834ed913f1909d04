// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Everything that affects a decision: devices and access points that share keys, directly or through others.
struct Neighbourhood {
    /// Evidence for one device and one access point.
    struct Claim {
        var device: MACAddress
        var network: MACAddress
        var candidate: BridgeCandidate
    }

    private(set) var claims: [Claim] = []
    /// The places in ``claims``.
    private(set) var ofDevice: [MACAddress: [Int]] = [:]
    private(set) var ofNetwork: [MACAddress: [Int]] = [:]
    /// The devices whose neighbours are all here.
    private(set) var devices: Set<MACAddress> = []
    private(set) var networks: Set<MACAddress> = []
    /// No neighbour was left out.
    private(set) var isWhole = true

    /// If there are more than this many, the nearest are taken. The others still count: a device or network next to
    /// them is not decided.
    private static let most = 64

    init(of device: MACAddress, in bridge: Bridge) {
        var pending: [(address: MACAddress, isDevice: Bool)] = [(device, true)]
        var seen: (devices: Set<MACAddress>, networks: Set<MACAddress>) = ([device], [])
        var next = 0
        while next < pending.count {
            guard next < Self.most else {
                isWhole = false
                break
            }
            let (address, isDevice) = pending[next]
            next += 1
            let keys = isDevice ? bridge.devices[address]?.keys : bridge.networks[address]?.keys
            if isDevice { devices.insert(address) } else { networks.insert(address) }
            var others: Set<MACAddress> = []
            for key in keys ?? [] {
                guard let entry = bridge.index[key], !entry.isCrowded else { continue }
                others.formUnion(isDevice ? entry.networks : entry.devices)
            }
            for other in others {
                // If the other side were expanded already, it would have noted this claim.
                if !(isDevice ? networks : devices).contains(other) {
                    note(isDevice ? address : other, isDevice ? other : address, bridge)
                }
                if isDevice ? seen.networks.insert(other).inserted : seen.devices.insert(other).inserted {
                    pending.append((other, !isDevice))
                }
            }
        }
    }

    private mutating func note(_ device: MACAddress, _ network: MACAddress, _ bridge: Bridge) {
        guard let heardDevice = bridge.devices[device], let heardNetwork = bridge.networks[network],
            let candidate = bridge.candidate(heardDevice, heardNetwork)
        else { return }
        ofDevice[device, default: []].append(claims.count)
        ofNetwork[network, default: []].append(claims.count)
        claims.append(Claim(device: device, network: network, candidate: candidate))
    }
}
