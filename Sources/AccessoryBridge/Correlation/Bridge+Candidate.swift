// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension BridgeCandidate {
    /// The evidence is enough by itself, if no rival comes near.
    public var isSufficient: Bool { strength >= Bridge.threshold }

    /// Some of the evidence identifies the accessory by itself.
    public var isStructural: Bool { objections.isEmpty && (evidence + corroboration).contains(where: \.isStructural) }

    /// The part that all evidence leaves open, from 0 to 1. Not even the device's own word is so certain that more
    /// evidence would not count.
    var open: Double {
        let open = (evidence + corroboration).reduce(1.0) { $0 * max(1 - $1.weight, 0.001) }
        return objections.isEmpty ? open * repeated : max(open, 1 - Self.objected)
    }

    /// The limit of any strength if there is an objection.
    static let objected = 0.5

    /// Whether another device is far enough behind. Several access points may share a name. So a name, even from the
    /// device itself, does not prevail over evidence about the access point's own address.
    func isClear(ofDevice rival: BridgeCandidate) -> Bool {
        if rival.standing > standing || location == 0 && rival.location > 0 { return false }
        return isRecorded(before: rival) || isClear(of: rival.open)
    }

    /// Whether another network of the device is far enough behind. An access point may have a new name, or hide it, so
    /// its own address counts before its name.
    func isClear(ofNetwork rival: BridgeCandidate) -> Bool {
        if isPassedOver(for: rival) { return false }
        return isRecorded(before: rival) || rival.standing <= standing && isClear(of: rival.open)
    }

    /// Whether the other network may be the device's as well, though it may be somebody else's: the evidence about its
    /// address is no weaker, or it has the same name.
    func isPassedOver(for rival: BridgeCandidate) -> Bool {
        guard standing == 0 else { return false }
        if rival.location > 0, rival.location >= location { return true }
        return location < BridgeWeight.whole && network.ssid != nil && rival.network.ssid == network.ssid
            && rival.objections.isEmpty
    }

    private func isRecorded(before rival: BridgeCandidate) -> Bool {
        standing >= BridgeWeight.recorded && rival.standing == 0
    }

    /// Whether a rival that leaves this much open is far enough behind.
    func isClear(of rival: Double) -> Bool { rival >= open * Bridge.margin }
}

extension Bridge {
    /// The evidence that one device and one access point are one accessory, whatever else is in sight. Nil if there is
    /// none, or one of the two is not in sight. This is the rules' evidence, without the decision.
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
            // A chip's address and a name that was made of it are one fact: clones have both.
            if agreement.evidence.weight < BridgeWeight.whole,
                seen.values.contains(where: { Self.ends($0, with: agreement.value) })
            {
                repeated /= max(1 - agreement.evidence.weight, 0.001)
            }
            // Digits that stand in both the SSID and the access point's address are one fact.
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

    /// Among equals, the rule that comes first.
    private func isStronger(_ one: Agreement, _ other: Agreement) -> Bool {
        (one.evidence.weight, -one.rule) > (other.evidence.weight, -other.rule)
    }

    /// Devices and networks that were there when the listening began have not appeared.
    private func appeared(_ device: Duration, _ network: Duration, within limit: Duration) -> Bool {
        guard let began else { return false }
        return min(device, network) - began > limit && device - network <= limit && network - device <= limit
    }

    /// The objections of exclusive rules: both sides have the fields, and they differ.
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
    /// With the value that agrees, in a form that a terminal can show.
    fileprivate func text(_ value: [UInt8]) -> String {
        guard let shown = try? SSID(Array(value.prefix(SSID.lengths.upperBound))) else { return text }
        return "\(text) (\(shown))"
    }
}
