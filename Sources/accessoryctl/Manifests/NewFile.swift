// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import Glibc

/// A configuration file that the tool writes whole, or not at all.
struct NewFile {
    let path: String

    var exists: Bool { access(path, F_OK) == 0 }

    /// Throws `Failure` that names the file and the reason.
    func write(_ lines: [String]) throws(Failure) {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url, options: .atomic)
        } catch {
            let reason = access(folder.path, W_OK) == 0 ? "\(error)" : String(cString: strerror(errno))
            throw Failure("'\(path)' cannot be written: \(reason)", .notAuthorized)
        }
        // The agent is another user, whatever the mask of this one is.
        guard chmod(path, 0o644) == 0 else {
            throw Failure("'\(path)': \(String(cString: strerror(errno)))", .notAuthorized)
        }
    }
}
