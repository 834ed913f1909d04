// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A rule with the value of its fields: a device and a network with the same key agree.
struct BridgeKey: Hashable, Sendable {
    /// The rule's place in the bridge's list.
    var rule: Int
    var value: [UInt8]
}

/// The rules, with facts that would otherwise be computed anew for every device.
struct BridgeRules: Sendable {
    private struct Entry: Sendable {
        var rule: BridgeRule
        var fields: [String]
        var aspect: BridgeAspect
    }

    private let entries: [Entry]
    /// The rules about the time of appearance: they make no keys.
    let nearness: [(rule: Int, limit: Duration)]
    let exclusive: [Int]

    init(_ rules: [BridgeRule]) {
        entries = rules.map { Entry(rule: $0, fields: $0.fields, aspect: $0.aspect) }
        nearness = rules.enumerated().compactMap { place, rule in rule.nearness.map { (place, $0) } }
        exclusive = rules.indices.filter { rules[$0].objection != nil }
    }

    subscript(place: Int) -> BridgeRule { entries[place].rule }

    func aspect(of place: Int) -> BridgeAspect { entries[place].aspect }

    func keys(of device: KnownDevice) -> Set<BridgeKey> {
        keys { rule in Captures.all(rule.device) { $0.captures(of: device) } }
    }

    func keys(of network: WiFiNetwork) -> Set<BridgeKey> {
        keys { rule in Captures.all(rule.network) { $0.captures(of: network) } }
    }

    private func keys(_ captures: (BridgeRule) -> [Captures]) -> Set<BridgeKey> {
        var keys: Set<BridgeKey> = []
        for (place, entry) in entries.enumerated() where !entry.fields.isEmpty {
            for captures in captures(entry.rule) {
                guard let value = captures.value(of: entry.fields), entry.rule.weight.value(of: value) != nil else {
                    continue
                }
                keys.insert(BridgeKey(rule: place, value: value))
            }
        }
        return keys
    }
}
