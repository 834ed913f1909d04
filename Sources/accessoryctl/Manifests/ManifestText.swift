// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The text of a new manifest, from options or answers. The rules check afterwards whether it is a good one.
struct ManifestText {
    typealias Keys = [(key: String, values: [String])]

    var name: String
    var icon: String?
    var pictures: String?
    /// The proofs of identity by their keys, such as `Units`.
    var identity: Keys
    /// What the app may look for, by its keys, such as `SSIDPrefixes`.
    var discovery: Keys

    /// Throws `Failure` that names the key of a value that a line of a file cannot have.
    func lines() throws(Failure) -> [String] {
        let groups: [(name: String, keys: Keys)] = [
            ("App", [("Name", [name])] + [("Icon", icon), ("Pictures", pictures)].map { ($0, $1.map { [$0] } ?? []) }),
            ("Identity", identity), ("Discovery", discovery),
        ]
        var lines: [String] = []
        for group in groups {
            lines += (lines.isEmpty ? [] : [""]) + ["[\(group.name)]"]
            for (key, values) in group.keys where !values.isEmpty {
                for value in values { try Self.check(value, key) }
                let entries = key.hasPrefix("SSID") ? values.map(Self.escaped) : values
                lines.append("\(key)=\(entries.joined(separator: ";"))")
            }
        }
        return lines
    }

    private static func check(_ value: String, _ key: String) throws(Failure) {
        guard !value.unicodeScalars.contains(where: \.changesLines) else {
            throw Failure(
                "\(key): '\(value.shown)' has a control character, or one that turns the direction of text",
                .invalidInput)
        }
    }

    /// An SSID may have what separates entries, and blanks at its ends, which a file's reader drops.
    private static func escaped(_ ssid: String) -> String {
        var text = ssid.replacing(";", with: "\\x3b")
        if text.hasPrefix(" ") { text = "\\x20" + text.dropFirst() }
        if text.hasSuffix(" ") { text = text.dropLast() + "\\x20" }
        return text
    }
}
