// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import CLinux
import Glibc

/// Decides whose files count: root's and the reader's own, as long as no other user can write them, or rename another
/// file into their place.
package struct Trust: Hashable, Sendable {
    package var uid: UInt32
    package var gid: UInt32

    package init(uid: UInt32 = geteuid(), gid: UInt32 = getegid()) {
        self.uid = uid
        self.gid = gid
    }

    /// A file's bytes. Throws if it is unreadable, no file, or could be another user's; links are followed first.
    package func contents(of path: String) throws(KeyFileFault) -> [UInt8] {
        guard let resolved = Self.resolved(path) else { throw Self.unreadable(path) }
        // Accept no path that is a link by now, and do not wait for the writer of a pipe.
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
        guard let contents = readBytes(of: file, upTo: KeyFile.largest) else { throw Self.unreadable(path) }
        return contents
    }

    /// Why a file or folder is not trusted, as far as its metadata shows. Nil also if they cannot be seen.
    package func objection(to path: String) -> String? {
        guard let resolved = Self.resolved(path) else { return nil }
        var status = stat()
        guard lstat(resolved, &status) == 0 else { return nil }
        return objection(to: status, resolved) ?? objectionToFolders(of: resolved)
    }

    /// Why nothing should be made or kept at a path, whether it exists or not: another user owns something on the way,
    /// or could replace it. A link counts by its owner, and then by its target.
    package func objection(toPlace path: String) -> String? {
        var path = path
        if !path.hasPrefix("/"), let folder = getcwd(nil, 0) {
            path = String(cString: folder) + "/" + path
            free(folder)
        }
        var steps = Self.steps(path)
        var here = ""
        var links = 0
        if let reason = objection(toWhatIsAt: "/") { return reason }
        while let step = steps.popLast() {
            switch step {
            case ".": continue
            case "..":
                here = here.split(separator: "/").dropLast().map { "/\($0)" }.joined()
                continue
            case _: break
            }
            let next = "\(here)/\(step)"
            var status = stat()
            guard lstat(next, &status) == 0 else {
                return errno == ENOENT ? nil : "\(next): \(String(cString: strerror(errno)))"
            }
            guard status.st_mode & S_IFMT == S_IFLNK else {
                if let reason = objection(to: status, next) { return reason }
                here = next
                continue
            }
            guard isOurs(status) else { return Self.foreign(status, next) }
            links += 1
            guard links <= 40, let target = Self.target(of: next) else {
                return "\(next): is a link that leads nowhere"
            }
            if target.hasPrefix("/") { here = "" }
            steps += Self.steps(target)
        }
        return nil
    }

    private func objection(toWhatIsAt path: String) -> String? {
        var status = stat()
        return lstat(path, &status) == 0 ? objection(to: status, path) : nil
    }

    /// The last one first.
    private static func steps(_ path: String) -> [String] { path.split(separator: "/").reversed().map { String($0) } }

    private static func target(of link: String) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &path, path.count)
        return count > 0 ? String(validating: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
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
        guard isOurs(status) else { return Self.foreign(status, path) }
        // In a sticky folder, such as /tmp, nobody can rename or remove another user's files.
        if status.st_mode & S_IFMT == S_IFDIR, status.st_mode & S_ISVTX != 0 { return nil }
        if status.st_mode & S_IWOTH != 0 {
            return "is not trusted: everybody can write \(path); chmod o-w \(path)"
        }
        if status.st_mode & S_IWGRP != 0, status.st_gid != 0, status.st_gid != gid {
            return "is not trusted: group \(status.st_gid) can write \(path); chmod g-w \(path)"
        }
        return objectionToLists(of: path)
    }

    private func isOurs(_ status: stat) -> Bool { status.st_uid == 0 || status.st_uid == uid }

    private static func foreign(_ status: stat, _ path: String) -> String {
        let option = status.st_mode & S_IFMT == S_IFLNK ? "-h " : ""
        return "is not trusted: uid \(status.st_uid) owns \(path); chown \(option)root \(path)"
    }

    /// Objections that the mode does not show. A folder's default list counts as its own.
    private func objectionToLists(of path: String) -> String? {
        for kind in AccessControlList.kinds {
            guard let bytes = AccessControlList.bytes(of: path, kind: kind) else { continue }
            let cure = "by its access control list; setfacl -b \(path)"
            guard let list = AccessControlList(bytes) else {
                return "is not trusted: it is unknown who can write \(path) \(cure)"
            }
            for writer in list.writers {
                switch writer {
                case .user(let other) where other != 0 && other != uid:
                    return "is not trusted: uid \(other) can write \(path) \(cure)"
                case .group(let other) where other != 0 && other != gid:
                    return "is not trusted: group \(other) can write \(path) \(cure)"
                case .user, .group: break
                }
            }
            // The mode shows this of the file's own list, too.
            if list.isForEverybody { return "is not trusted: everybody can write \(path) \(cure)" }
        }
        return nil
    }

    /// Where a path leads, past links and steps back. Nil if it leads nowhere.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    private static func unreadable(_ path: String) -> KeyFileFault {
        KeyFileFault(path: path, reason: "cannot be read by uid \(geteuid()): \(String(cString: strerror(errno)))")
    }
}
