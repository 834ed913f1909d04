// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A file that the agent and root's programs trust: nobody else may write it.
enum TrustedFile {
    static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, 0o644)
    }
}
