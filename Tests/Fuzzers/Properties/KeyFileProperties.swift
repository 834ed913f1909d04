// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import AccessoryModel
import AccessoryRules
import Radios
import SimulatedRadios

/// The input is a configuration file.
func checkKeyFile(_ input: [UInt8]) throws {
    let path = "/etc/accessoryd/apps.d/org.example.app.conf"
    let file: KeyFile
    do {
        file = try parseKeyFile(input, path: path)
    } catch {
        return try hold(error.path == path && !error.reason.isEmpty, "a fault names file and reason")
    }
    try checkLines(of: input, in: file)
    let again = try parseKeyFile(text(of: file).utf8, path: path)
    try hold(again == file, "a key file reads as it is written")
    try checkManifest(file)
    try checkConfiguration(file)
    _ = try? SimulatedRadios(file, clock: ContinuousClock())
}

/// No line of a person's is without effect: there is a group for each line with a name in brackets, a key for each of
/// the others. GLib's own rules for what is blank and what is a comment (gkeyfile.c, g_key_file_parse_line).
private func checkLines(of input: [UInt8], in file: KeyFile) throws {
    let lines = input.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == 0x20 || (0x09...0x0D).contains($0) } }
        .filter { $0.first != nil && $0.first != UInt8(ascii: "#") }
    let groups = lines.count { $0.first == UInt8(ascii: "[") }
    try hold(file.groups.count == groups, "\(groups) lines name groups, \(file.groups.count) were read")
    let keys = file.groups.reduce(0) { $0 + $1.keys.count }
    try hold(keys == lines.count - groups, "\(lines.count - groups) lines have keys, \(keys) were read")
}

private func text(of file: KeyFile) -> String {
    file.groups.map { group in
        "[\(group.name)]\n" + group.keys.map { "\($0.key)=\($0.value)\n" }.joined()
    }.joined()
}

private func checkManifest(_ file: KeyFile) throws {
    let manifest: Manifest
    do {
        manifest = try Manifest(file)
    } catch {
        return try hold(error.path == file.path, "a fault names its file")
    }
    try hold(manifest.id == "org.example.app", "the file's name is the app's identifier")
    try hold(!manifest.proofs.isEmpty, "somebody is the app")
    try hold(!manifest.descriptors.isEmpty, "an app looks for something")
    for descriptor in manifest.descriptors {
        do {
            try manifest.check(descriptor, at: "")
        } catch {
            throw Broken(description: "a manifest allows what it names: \(error)")
        }
    }
}

/// Reads the folder of examples, where every file has the input's contents.
private func checkConfiguration(_ file: KeyFile) throws {
    let examples = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/conf"
    let configuration = Configuration(directories: [examples]) { (path, _) in
        KeyFile(path: path, groups: file.groups)
    }
    // The agent's own file and two manifests: what one is for the other is wrong.
    let apps = configuration.manifests.byID.count
    try hold(apps == 0 || apps == 2, "equal manifests are equally good")
    try hold(configuration.faults.count >= 2 - apps, "a file that cannot be used is told")
    try hold(configuration.faults.allSatisfy { $0.path.hasPrefix(examples) }, "a fault names its file")
}
