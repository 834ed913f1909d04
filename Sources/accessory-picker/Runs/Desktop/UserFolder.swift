// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc

/// The desktop picker's folder below `XDG_RUNTIME_DIR`. Nobody but the user, and root, can look into it.
struct UserFolder: Hashable, Sendable {
    struct Fault: ProgramFault {
        let description: String
    }

    static let variable = "XDG_RUNTIME_DIR"

    let path: String

    var socket: String { "\(path)/desktop.socket" }
    /// Leads a browser to the link.
    var page: String { "\(path)/open.html" }

    /// Makes the folder unless it exists.
    init(runtimeDirectory: String?) throws(Fault) {
        guard let runtimeDirectory, runtimeDirectory.hasPrefix("/") else {
            throw Fault(
                description: "\(Self.variable) names no folder; start this program in a login session, which sets it")
        }
        path = "\(runtimeDirectory)/accessory-picker"
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.fault(path, errno) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Self.fault(path, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw Fault(
                description: "\(path) is not a folder that only this user may open; remove it, or 'chmod 700' it")
        }
    }

    /// Replaces the file in one step, because a browser may be reading it.
    func write(_ text: String, to file: String) throws(Fault) {
        let new = "\(file).new"
        unlink(new)
        let descriptor = Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.fault(new, errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Self.fault(new, errno) }
        guard rename(new, file) == 0 else { throw Self.fault(file, errno) }
    }

    func remove(_ file: String) { unlink(file) }

    private static func fault(_ path: String, _ code: Int32) -> Fault {
        Fault(description: "\(path): \(String(cString: strerror(code)))")
    }
}
