// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// The input is what an app looks for in a name, and on the next line the name that a stranger advertises.
func checkName(_ input: [UInt8]) throws {
    let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 2 else { return }
    let all = BluetoothRule.NameComparison.allCases
    for comparison in all.map({ [$0] }) + [[.caseInsensitive, .diacriticInsensitive, .widthInsensitive], []] {
        let comparison = Set(comparison)
        guard let isFound = try look(for: lines[0], in: lines[1], comparison) else { continue }
        let isAtStart = try look(for: lines[0], in: lines[1], comparison.union([.anchored])) ?? false
        try hold(isFound || !isAtStart, "what is at the start is found: \(comparison)")
        guard !comparison.contains(.regularExpression) else { continue }
        try hold(try look(for: lines[0], in: lines[0], comparison) == true, "a name is found in itself: \(comparison)")
        // A mark would be left out after a letter that it was not written after.
        guard !comparison.contains(.diacriticInsensitive) else { continue }
        let letters = comparison.subtracting([.anchored]).union([.literal])
        let anywhere = try look(for: lines[0], in: lines[1] + lines[0], letters)
        try hold(anywhere == true, "letter by letter, a name is found at the end: \(comparison)")
    }
}

/// Nil when an app cannot look for that.
private func look(
    for text: String, in name: String, _ comparison: Set<BluetoothRule.NameComparison>
) throws -> Bool? {
    do {
        let rule = try BluetoothRule(companyIdentifier: 1, nameSubstring: text, nameComparison: comparison)
        guard let address = MACAddress([2, 0, 0, 0, 0, 1]) else { return nil }
        return rule.matches(
            Advertisement(address: BluetoothAddress(address, kind: .public), name: name, manufacturerData: [1: []]))
    } catch {
        try hold(error.field == "bluetoothNameSubstring", "the wrong field is named: \(error)")
        return nil
    }
}
