// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Assigns the access points of a neighbourhood to its devices.
///
/// A claim is granted if it is enough by itself and clear of every other claim that the device or the network still
/// has. Both are then taken, and all their other claims end, except the device's claims on access points of the same
/// name: it may have several. This repeats until no more is granted. The order makes no difference: a claim that is
/// clear of others stays so when some of them end, and no two that concern each other can be clear of one another.
struct Assignment {
    let neighbourhood: Neighbourhood
    private let bridge: Bridge
    private(set) var granted: [MACAddress: Int] = [:]
    private var ended: [Bool]

    init(_ neighbourhood: Neighbourhood, in bridge: Bridge) {
        self.neighbourhood = neighbourhood
        self.bridge = bridge
        ended = Array(repeating: false, count: neighbourhood.claims.count)
        var pending = neighbourhood.claims.indices.filter { neighbourhood.claims[$0].candidate.isSufficient }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for place in pending where isClear(place) {
                grant(place)
                isSettled = false
            }
            pending.removeAll { ended[$0] || granted[neighbourhood.claims[$0].device] == $0 }
        }
    }

    private mutating func grant(_ place: Int) {
        let claim = neighbourhood.claims[place]
        granted[claim.device] = place
        for other in rivals(of: place) where !isOfOneName(place, other) { ended[other] = true }
    }

    private func isClear(_ place: Int) -> Bool {
        let claim = neighbourhood.claims[place]
        guard !ended[place], granted[claim.device] == nil,
            neighbourhood.devices.contains(claim.device), neighbourhood.networks.contains(claim.network)
        else { return false }
        let isClearOfNetworks = others(neighbourhood.ofDevice[claim.device], than: place).allSatisfy {
            // A name that two access points share decides for neither, even if one of them is somebody else's.
            let rival = neighbourhood.claims[$0].candidate
            return ended[$0] && !isOfOneName(place, $0) && !claim.candidate.isPassedOver(for: rival)
                || claim.candidate.isClear(ofNetwork: rival)
        }
        let isClearOfDevices = others(neighbourhood.ofNetwork[claim.network], than: place).allSatisfy {
            guard !mayBeOneDevice($0, place) else { return false }
            return ended[$0]
                || claim.candidate.isClear(ofDevice: neighbourhood.claims[$0].candidate)
                    && (claim.candidate.standing > 0 || !hasSeveral($0))
        }
        return isClearOfNetworks && isClearOfDevices
            && claim.candidate.isClear(of: bridge.openToCrowd(around: claim.device, but: claim.network))
            && claim.candidate.isClear(of: bridge.openToCrowd(around: claim.network, butDevice: claim.device))
    }

    /// Two claims of one device, on access points that have one name.
    private func isOfOneName(_ one: Int, _ other: Int) -> Bool {
        let claims = (neighbourhood.claims[one], neighbourhood.claims[other])
        guard let ssid = claims.0.candidate.network.ssid else { return false }
        return claims.0.device == claims.1.device && claims.1.candidate.network.ssid == ssid
    }

    /// The device may have the claim's access point and others of that name.
    private func hasSeveral(_ place: Int) -> Bool {
        let claim = neighbourhood.claims[place]
        guard claim.candidate.objections.isEmpty else { return false }
        return others(neighbourhood.ofDevice[claim.device], than: place).contains {
            isOfOneName(place, $0) && neighbourhood.claims[$0].candidate.isSufficient
        }
    }

    /// The other one may be the same device: the claim rests on a name that both have, under an address that does not
    /// last, and the other one is known by its identity or does not last either. Then evidence against the other one
    /// counts against this one.
    private func mayBeOneDevice(_ other: Int, _ place: Int) -> Bool {
        let (rival, claim) = (neighbourhood.claims[other], neighbourhood.claims[place])
        guard claim.candidate.standing == 0, !claim.candidate.isStructural,
            let one = bridge.devices[claim.device]?.known.advertisement,
            let other = bridge.devices[rival.device]?.known.advertisement
        else { return false }
        return one.name != nil && one.name == other.name && !one.isBonded && !one.address.isLasting
            && (other.isBonded || !other.address.isLasting)
    }

    private func rivals(of place: Int) -> [Int] {
        let claim = neighbourhood.claims[place]
        return others(neighbourhood.ofDevice[claim.device], than: place)
            + others(neighbourhood.ofNetwork[claim.network], than: place)
    }

    private func others(_ places: [Int]?, than place: Int) -> [Int] { (places ?? []).filter { $0 != place } }

    /// A device's claims, the likeliest first: those that are live, and those that have ended.
    func claims(of device: MACAddress) -> (live: [BridgeCandidate], ended: [BridgeCandidate]) {
        let places = (neighbourhood.ofDevice[device] ?? []).sorted { isLikelier($0, $1) }
        let other = granted[device]
        return (
            places.filter { !ended[$0] && $0 != other }.map(candidate), places.filter { ended[$0] }.map(candidate)
        )
    }

    /// With the likeliest rival device.
    func candidate(_ place: Int) -> BridgeCandidate {
        let claim = neighbourhood.claims[place]
        var candidate = claim.candidate
        let owner = rivalsOfNetwork(place).first { granted[neighbourhood.claims[$0].device] == $0 }
        let rival = owner ?? rivalsOfNetwork(place).min { isLikelier($0, $1) }
        candidate.rival = rival.map { neighbourhood.claims[$0].device }
        return candidate
    }

    private func rivalsOfNetwork(_ place: Int) -> [Int] {
        (neighbourhood.ofNetwork[neighbourhood.claims[place].network] ?? []).filter { $0 != place }
    }

    /// Among equals, the ones that were seen first.
    private func isLikelier(_ one: Int, _ other: Int) -> Bool {
        let claims = (neighbourhood.claims[one], neighbourhood.claims[other])
        func order(_ claim: Neighbourhood.Claim) -> (Double, Int, Int) {
            (
                claim.candidate.open, bridge.networks[claim.network]?.order ?? 0,
                bridge.devices[claim.device]?.order ?? 0
            )
        }
        return order(claims.0) < order(claims.1)
    }
}
