// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import TrustedFiles

@testable import AccessoryDaemon

/// Files of a configuration in a temporary folder, which is removed in the end.
final class ConfigurationFolder: Sendable {
    let path: String

    static let camera = "[App]\nName=Camera\n[Identity]\nUsers=root\n[Discovery]\nSSIDPrefixes=MyCam-\n"

    init() throws { path = try Agent.temporaryDirectory() }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    subscript(file: String) -> String { "\(path)/\(file)" }

    func write(_ files: [String: String]) throws {
        for (file, text) in files {
            let url = URL(filePath: self[file])
            try makeFolder(url.deletingLastPathComponent().path)
            try Data(text.utf8).write(to: url)
            chmod(url.path, 0o644)
        }
    }

    func link(_ file: String, to target: String) throws {
        try makeFolder(URL(filePath: self[file]).deletingLastPathComponent().path)
        try FileManager.default.createSymbolicLink(atPath: self[file], withDestinationPath: target)
    }

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    func read(_ directories: [String] = ["usr", "run", "etc"], trust: Trust = Trust()) -> Configuration {
        Configuration(directories: directories.map { self[$0] }, trust: trust)
    }
}
