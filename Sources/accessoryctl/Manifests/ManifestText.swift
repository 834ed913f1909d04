// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc

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

    /// What a person does once the manifest is installed: starts the app, or acts for one that has no program here yet.
    ///
    /// - Parameter exists: whether there is a file at this path.
    func nextStep(of id: String, exists: (String) -> Bool = { access($0, F_OK) == 0 }) -> String {
        func first(_ key: String, where isThere: (String) -> Bool) -> String? {
            identity.filter { $0.key == key }.flatMap { $0.values }.first(where: isThere)
        }
        let program = first("Executables", where: exists)
        let unit = first("Units") { unit in Self.unitFolders.contains { exists("\($0)/\(unit)") } }
        guard let start = program ?? unit.map({ "systemctl start \($0)" }) else {
            return "accessoryctl setup --app \(id)"
        }
        return "start the app, which asks for its accessory: \(start)"
    }

    /// Of an administrator and of packages (systemd.unit(5)).
    private static let unitFolders = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"]

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
