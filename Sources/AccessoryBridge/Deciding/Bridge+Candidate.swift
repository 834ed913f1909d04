// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension BridgeCandidate {
    /// The evidence is enough by itself, if no rival comes near.
    public var isSufficient: Bool { strength >= Bridge.threshold }

    /// Some of the evidence identifies the accessory by itself.
    public var isStructural: Bool { objections.isEmpty && (evidence + corroboration).contains(where: \.isStructural) }

    /// What all that agrees leaves open, from 0 to 1. Not even what the device told is so certain that more would not count.
    var open: Double {
        let open = (evidence + corroboration).reduce(1.0) { $0 * max(1 - $1.weight, 0.001) }
        return objections.isEmpty ? open * repeated : max(open, 1 - Self.objected)
    }

    /// What is left of any strength where there is an objection.
    static let objected = 0.5

    /// Whether another device is far enough behind. Several access points may have one name, so that a name, though the
    /// device itself told it, is not clear of who has more to say of the access point's own address.
    func isClear(ofDevice rival: BridgeCandidate) -> Bool {
        if rival.standing > standing || location == 0 && rival.location > 0 { return false }
        return isRecorded(before: rival) || isClear(of: rival.open)
    }

    /// Whether another network of the device is far enough behind. An access point may have been given another name, or
    /// hide it, so that its own address counts before its name.
    func isClear(ofNetwork rival: BridgeCandidate) -> Bool {
        if isPassedOver(for: rival) { return false }
        return isRecorded(before: rival) || rival.standing <= standing && isClear(of: rival.open)
    }

    /// Whether the other network would be the device's as well by all that is known of access points, though it may be
    /// somebody else's: its address says no less, or it has the same name.
    func isPassedOver(for rival: BridgeCandidate) -> Bool {
        guard standing == 0 else { return false }
        if rival.location > 0, rival.location >= location { return true }
        return location < BridgeWeight.whole && network.ssid != nil && rival.network.ssid == network.ssid
            && rival.objections.isEmpty
    }

    private func isRecorded(before rival: BridgeCandidate) -> Bool {
        standing >= BridgeWeight.recorded && rival.standing == 0
    }

    /// Whether a rival that leaves so much open is far enough behind.
    func isClear(of rival: Double) -> Bool { rival >= open * Bridge.margin }
}

extension Bridge {
    /// What speaks for one device and one access point being one accessory, whatever else is in sight; nil when nothing
    /// does, or one of the two is not in sight. This is what the rules hold to be evidence, without the decision.
    public func candidate(of device: MACAddress, at bssid: MACAddress) -> BridgeCandidate? {
        guard let device = devices[device], let network = networks[bssid] else { return nil }
        return candidate(device, network)
    }

    func candidate(_ device: HeardDevice, _ heard: HeardNetwork) -> BridgeCandidate? {
        guard let network = heard.network else { return nil }
        var strongest: [BridgeAspect: Agreement] = [:]
        func note(_ agreement: Agreement) {
            let aspect = rules.aspect(of: agreement.rule)
            if let earlier = strongest[aspect], isStronger(earlier, agreement) { return }
            strongest[aspect] = agreement
        }
        for key in device.keys where heard.keys.contains(key) {
            let rule = rules[key.rule]
            guard let weight = rule.weight.value(of: key.value) else { continue }
            let evidence = Evidence(
                family: rule.family, text: rule.text(key.value), weight: weight, isStructural: rule.weight.isStructural)
            note(Agreement(rule: key.rule, value: key.value, evidence: evidence))
        }
        guard !strongest.isEmpty else { return nil }
        for (rule, limit) in rules.nearness where appeared(device.first, heard.first, within: limit) {
            let evidence = Evidence(family: rules[rule].family, text: rules[rule].text, weight: BridgeWeight.time)
            note(Agreement(rule: rule, value: [], evidence: evidence))
        }
        let agreeing = strongest.sorted { isStronger($0.value, $1.value) }
        var seen: (things: Set<BridgeAspect.OfNetwork>, values: Set<[UInt8]>) = ([], [])
        var repeated = 1.0
        let counts = agreeing.map { aspect, agreement in
            // A chip's address and a name that was made of it say but one thing: clones have both.
            if agreement.evidence.weight < BridgeWeight.whole,
                seen.values.contains(where: { Self.ends($0, with: agreement.value) })
            {
                repeated /= max(1 - agreement.evidence.weight, 0.001)
            }
            // Digits that stand in the SSID and in the access point's address are one fact.
            let isNew = !seen.things.contains(aspect.network) && !seen.values.contains(agreement.value)
            seen.things.insert(aspect.network)
            seen.values.insert(agreement.value)
            return isNew
        }
        let evidence = zip(agreeing, counts).filter(\.1).map(\.0.value.evidence)
        let corroboration = zip(agreeing, counts).filter { !$0.1 }.map(\.0.value.evidence)
        let open = evidence.reduce(1.0) { $0 * (1 - $1.weight) }
        let objections = objections(device, heard)
        let strength = objections.isEmpty ? 1 - open : min(1 - open, BridgeCandidate.objected)
        var candidate = BridgeCandidate(
            network: network, strength: strength, evidence: evidence, corroboration: corroboration,
            objections: objections)
        candidate.repeated = repeated
        if objections.isEmpty {
            candidate.location = strongest.filter { $0.key.network == .bssid }.map(\.value.evidence.weight).max() ?? 0
            candidate.standing = strongest.filter(\.key.isStanding).map(\.value.evidence.weight).max() ?? 0
        }
        return candidate
    }

    static func ends(_ value: [UInt8], with end: [UInt8]) -> Bool {
        !end.isEmpty && value.suffix(end.count).map(\.lowercased) == end.map(\.lowercased)
    }

    /// A rule that holds for a device and a network.
    private struct Agreement {
        var rule: Int
        var value: [UInt8]
        var evidence: Evidence
    }

    /// Of equals, the rule that comes first.
    private func isStronger(_ one: Agreement, _ other: Agreement) -> Bool {
        (one.evidence.weight, -one.rule) > (other.evidence.weight, -other.rule)
    }

    /// What was there when the listening began has not appeared.
    private func appeared(_ device: Duration, _ network: Duration, within limit: Duration) -> Bool {
        guard let began else { return false }
        return min(device, network) - began > limit && device - network <= limit && network - device <= limit
    }

    /// The exclusive rules whose fields both have, and in which they differ.
    private func objections(_ device: HeardDevice, _ network: HeardNetwork) -> [String] {
        rules.exclusive.compactMap { rule in
            let ofDevice = device.keys.filter { $0.rule == rule }
            guard let objection = rules[rule].objection, !ofDevice.isEmpty, ofDevice.isDisjoint(with: network.keys),
                network.keys.contains(where: { $0.rule == rule })
            else { return nil }
            return "\(rules[rule].family): \(objection)"
        }
    }
}

extension BridgeRule {
    /// With what agrees, in a form that a terminal can show.
    fileprivate func text(_ value: [UInt8]) -> String {
        guard let shown = try? SSID(Array(value.prefix(SSID.lengths.upperBound))) else { return text }
        return "\(text) (\(shown))"
    }
}
