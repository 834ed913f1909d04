// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import FoundationEssentials

/// The files by which systemd starts apps whose accessories are there: `APP/ACCESSORY`, which contains the radio. Everybody
/// may see them: the names of accessories are random, and say nothing of the hardware.
struct PresentFolder: Sendable {
    let path: String

    private var files: FileManager { .default }

    /// What an earlier agent has left. On a full disk a file may be empty.
    var present: [String: Starts.Present] {
        Dictionary(
            uniqueKeysWithValues: names(in: path).map { app in
                let accessories = names(in: "\(path)/\(app)").map { accessory in
                    (accessory, radio(in: "\(path)/\(app)/\(accessory)") ?? .bluetooth)
                }
                return (app, Dictionary(uniqueKeysWithValues: accessories))
            })
    }

    func show(_ accessory: Accessory.ID, _ radio: Presence.Radio, of app: String) throws {
        for folder in [path, "\(path)/\(app)"] where !files.fileExists(atPath: folder) {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        }
        let file = "\(path)/\(app)/\(accessory)"
        try Data("\(radio.rawValue)\n".utf8).write(to: URL(filePath: file))
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    }

    /// With the folder of an app that has no other one.
    func hide(_ accessory: Accessory.ID, of app: String) throws {
        try files.removeItem(atPath: "\(path)/\(app)/\(accessory)")
        if names(in: "\(path)/\(app)").isEmpty { try files.removeItem(atPath: "\(path)/\(app)") }
    }

    private func names(in folder: String) -> [String] { (try? files.contentsOfDirectory(atPath: folder)) ?? [] }

    private func radio(in file: String) -> Presence.Radio? {
        files.contents(atPath: file).flatMap {
            Presence.Radio(rawValue: String(decoding: $0.dropLast(), as: UTF8.self))
        }
    }
}
