// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc

/// Whose files count: root's and those of whoever runs the daemon, as long as nobody else can write them, or rename
/// another file into their place.
package struct Trust: Hashable, Sendable {
    var uid: UInt32
    var gid: UInt32

    package init(uid: UInt32 = geteuid(), gid: UInt32 = getegid()) {
        self.uid = uid
        self.gid = gid
    }

    /// A file's bytes. Throws when it cannot be read, is no file, or could be somebody else's; links are followed first.
    func contents(of path: String) throws(KeyFileFault) -> [UInt8] {
        guard let resolved = Self.resolved(path) else { throw Self.unreadable(path) }
        // Nothing that is a link by now; and no wait for whoever writes into a pipe.
        let file = open(resolved, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw Self.unreadable(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.unreadable(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeyFileFault(path: path, reason: "is not a regular file")
        }
        if let reason = objection(to: status, resolved) ?? objectionToFolders(of: resolved) {
            throw KeyFileFault(path: path, reason: reason)
        }
        var contents: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while contents.count <= KeyFile.largest {
            let count = read(file, &part, part.count)
            guard count >= 0 || errno == EINTR else { throw Self.unreadable(path) }
            if count == 0 { break }
            contents += part.prefix(max(0, count))
        }
        return contents
    }

    /// Why a file or folder would not be trusted, as far as that can be seen without opening it. Nil also for what
    /// cannot be seen.
    package func objection(to path: String) -> String? {
        guard let resolved = Self.resolved(path) else { return nil }
        var status = stat()
        guard lstat(resolved, &status) == 0 else { return nil }
        return objection(to: status, resolved) ?? objectionToFolders(of: resolved)
    }

    private func objectionToFolders(of resolved: String) -> String? {
        var folder = resolved[...]
        while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
            folder = folder[..<slash]
            let path = folder.isEmpty ? "/" : String(folder)
            var status = stat()
            guard lstat(path, &status) == 0 else { return "\(path): \(String(cString: strerror(errno)))" }
            if let reason = objection(to: status, path) { return reason }
        }
        return nil
    }

    private func objection(to status: stat, _ path: String) -> String? {
        guard status.st_uid == 0 || status.st_uid == uid else {
            return "is not trusted: uid \(status.st_uid) owns \(path); chown root \(path)"
        }
        // In a sticky folder, such as /tmp, nobody can touch what is another's.
        if status.st_mode & S_IFMT == S_IFDIR, status.st_mode & S_ISVTX != 0 { return nil }
        if status.st_mode & S_IWOTH != 0 {
            return "is not trusted: everybody can write \(path); chmod o-w \(path)"
        }
        if status.st_mode & S_IWGRP != 0, status.st_gid != 0, status.st_gid != gid {
            return "is not trusted: group \(status.st_gid) can write \(path); chmod g-w \(path)"
        }
        return nil
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    private static func unreadable(_ path: String) -> KeyFileFault {
        KeyFileFault(path: path, reason: "cannot be read by uid \(geteuid()): \(String(cString: strerror(errno)))")
    }
}
