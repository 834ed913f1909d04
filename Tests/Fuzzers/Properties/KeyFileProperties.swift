// SPDX-License-Identifier: Apache-2.0

import AccessoryDaemon
import AccessoryModel
import AccessoryRules
import FoundationEssentials
import SimulatedRadios

/// The input is a configuration file.
func checkKeyFile(_ input: [UInt8]) throws {
    let path = "/etc/accessoryd/apps.d/org.example.app.conf"
    let (file, faults) = KeyFile.read(input, path: path)
    try checkPlaces(of: faults, in: input, path)
    let parsed: KeyFile
    do {
        parsed = try KeyFile(input, path: path)
    } catch {
        return try hold(error == faults.first, "the first fault is the one that is thrown")
    }
    try hold(parsed == file && faults.isEmpty, "a file without faults is read")
    try checkLines(of: input, in: file)
    let again = try KeyFile(text(of: file).utf8, path: path)
    try hold(again.groups.map(\.name) == file.groups.map(\.name), "groups read as they are written")
    try hold(again.groups.map(\.keys) == file.groups.map(\.keys), "keys read as they are written")
    try checkManifest(file, input)
    try checkConfiguration(input)
    _ = try? SimulatedRadios(file, clock: ContinuousClock())
}

private func checkPlaces(of faults: [KeyFileFault], in input: [UInt8], _ path: String) throws {
    let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
    for fault in faults {
        try hold(fault.path == path && !fault.reason.isEmpty, "a fault names file and reason")
        try hold(fault.line.map { (1...lines).contains($0) } ?? true, "a fault's line is in the file: \(fault)")
    }
    try hold(faults.inOrder == faults, "faults are in the file's order")
}

/// No line of a person's is without effect: there is a group for each line with a name in brackets, a key for each of
/// the others. GLib's own rules for what is blank and what is a comment (gkeyfile.c, g_key_file_parse_line).
private func checkLines(of input: [UInt8], in file: KeyFile) throws {
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { $0.drop { $0 == 0x20 || $0 != 0x0B && (0x09...0x0D).contains($0) } }
    let meant = lines.filter { $0.first != nil && $0.first != UInt8(ascii: "#") }
    let groups = meant.count { $0.first == UInt8(ascii: "[") }
    try hold(file.groups.count == groups, "\(groups) lines name groups, \(file.groups.count) were read")
    let keys = file.groups.reduce(0) { $0 + $1.keys.count }
    try hold(keys == meant.count - groups, "\(meant.count - groups) lines have keys, \(keys) were read")
    for group in file.groups {
        let line = try place(group.line, of: group.name, in: lines)
        try hold(line.starts(with: "[\(group.name)]".utf8), "[\(group.name)] is at its line")
        for key in group.keys.keys {
            let line = try place(group.lines[key], of: key, in: lines)
            try hold(line.starts(with: key.utf8), "\(key) is at its line")
        }
    }
}

private func place(_ number: Int?, of name: String, in lines: [ArraySlice<UInt8>]) throws -> ArraySlice<UInt8> {
    guard let number, lines.indices.contains(number - 1) else { throw Broken(description: "\(name) has a line") }
    return lines[number - 1]
}

private func text(of file: KeyFile) -> String {
    file.groups.map { group in
        "[\(group.name)]\n" + group.keys.map { "\($0.key)=\($0.value)\n" }.joined()
    }.joined()
}

private func checkManifest(_ file: KeyFile, _ input: [UInt8]) throws {
    let (read, faults) = Manifest.read(file)
    try checkPlaces(of: faults, in: input, file.path)
    guard let manifest = read else { return try hold(!faults.isEmpty, "a manifest is read, or has a fault") }
    try hold(faults.isEmpty, "a manifest with faults is not read")
    try hold(manifest.id == "org.example.app", "the file's name is the app's identifier")
    try hold(!manifest.proofs.isEmpty, "somebody is the app")
    try hold(manifest.prefixes.allSatisfy { $0.bytes.count >= Manifest.shortestPrefix }, "prefixes are long enough")
    for descriptor in manifest.descriptors {
        do {
            try manifest.check(descriptor, at: "")
        } catch {
            throw Broken(description: "a manifest allows what it names: \(error)")
        }
    }
}

/// Reads a folder where every file has the input's contents.
private func checkConfiguration(_ input: [UInt8]) throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.path + "/key-file-" + UUID().uuidString
    try files.createDirectory(
        atPath: folder + "/apps.d", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? files.removeItem(atPath: folder) }
    for name in ["accessoryd", "apps.d/org.example.camera", "apps.d/org.example.plug"] {
        let contents = Data(input)
        _ = files.createFile(
            atPath: "\(folder)/\(name).conf", contents: contents, attributes: [.posixPermissions: 0o644])
    }
    let configuration = Configuration(directories: [folder])
    for app in ["org.example.camera", "org.example.plug"] {
        try hold(!configuration.isGone(app), "a manifest that cannot be read is not one that was removed")
        let isGood = configuration.manifests.byID[app] != nil
        let paths = configuration.faults.map(\.path)
        let isReported = paths.contains { $0.hasSuffix("/\(app).conf") || $0.hasSuffix("/apps.d") }
        try hold(isGood != isReported, "what keeps a manifest from use is reported, and nothing else")
    }
}
