// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import FoundationEssentials
import Glibc

/// The files by which systemd starts apps whose accessories are there: `APP/ACCESSORY`, which contains the radio. Everybody
/// may see them: the names of accessories are random, and say nothing of the hardware.
struct PresentFolder: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String

        /// Of the call that has just failed.
        init(_ path: String) { description = "\(path): \(String(cString: strerror(errno)))" }
    }

    let path: String

    /// What an earlier agent has left. On a full disk a file may be empty.
    var present: [String: Starts.Present] {
        var all: [String: Starts.Present] = [:]
        for app in names(in: path) {
            for accessory in names(in: "\(path)/\(app)") {
                all[app, default: [:]][accessory] = radio(in: "\(path)/\(app)/\(accessory)") ?? .bluetooth
            }
        }
        return all
    }

    func show(_ accessory: Accessory.ID, _ radio: Presence.Radio, of app: String) throws(Failure) {
        for folder in [path, "\(path)/\(app)"] where mkdir(folder, 0o755) == 0 {
            // Whatever the agent's umask is.
            guard chmod(folder, 0o755) == 0 else { throw Failure(folder) }
        }
        let path = "\(path)/\(app)/\(accessory)"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Failure(path) }
        defer { close(file) }
        let text = Array("\(radio.rawValue)\n".utf8)
        guard fchmod(file, 0o644) == 0, write(file, text, text.count) == text.count else { throw Failure(path) }
    }

    /// With the folder of an app that has no other one.
    func hide(_ accessory: Accessory.ID, of app: String) throws(Failure) {
        let file = "\(path)/\(app)/\(accessory)"
        guard unlink(file) == 0 || errno == ENOENT else { throw Failure(file) }
        _ = rmdir("\(path)/\(app)")
    }

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private func radio(in file: String) -> Presence.Radio? {
        guard let text = try? Configuration.contents(of: file) else { return nil }
        return Presence.Radio(rawValue: String(decoding: text.dropLast(), as: UTF8.self))
    }
}
