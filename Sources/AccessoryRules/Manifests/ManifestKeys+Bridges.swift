// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel

extension ManifestKeys {
    /// Each rule costs a little for every sighting.
    private static let mostBridges = 16

    /// The text after `Bridge ` in a group's name; nil for another group.
    static func bridgeLabel(_ group: String) -> String? {
        group.hasPrefix("Bridge ") || group == "Bridge" ? String(group.dropFirst("Bridge ".count)) : nil
    }

    mutating func bridgeRules(of app: String, supports: Set<Manifest.Technology>) -> [BridgeRule] {
        let known = Set(BridgeRule.Key.allCases.map(\.rawValue))
        var rules: [BridgeRule] = []
        for group in file.groups {
            guard let label = Self.bridgeLabel(group.name) else { continue }
            guard label.contains(where: { !$0.isWhitespace }) else {
                note(group.name, nil, "has no label; add one that names what agrees, such as [Bridge serial number]")
                continue
            }
            guard supports.count == Manifest.Technology.allCases.count else {
                note(
                    group.name, nil,
                    "needs an app that looks for both Bluetooth devices and networks; [Discovery] has one")
                continue
            }
            guard rules.count < Self.mostBridges else {
                note(group.name, nil, "exceeds the limit of \(Self.mostBridges) rules; leave it out")
                continue
            }
            do {
                let keys = group.keys.filter { known.contains($0.key) }
                rules.append(try BridgeRule(family: app, label: label, keys: keys))
            } catch {
                note(group.name, error.key, error.reason)
            }
        }
        return rules
    }
}
