// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import CLinux
import Glibc

/// The `/proc` folder of one process. One descriptor of the folder serves every read. It fails once the process is
/// gone; it never shows another process.
struct ProcessFiles: ~Copyable {
    private let folder: Int32

    /// Nil if there is none, or none that we may see.
    init?(_ pid: pid_t) {
        folder = linux_open_folder(AT_FDCWD, "/proc/\(pid)")
        guard folder >= 0 else { return nil }
    }

    deinit {
        close(folder)
    }

    var cgroup: Cgroup? {
        contents("cgroup", atMost: 64 << 10).flatMap { Cgroup($0) }
    }

    /// The user that it acts as now; nil if unknown.
    var uid: UInt32? {
        // proc_pid_status(5): the real uid, the effective uid, and two more.
        let status = contents("status", atMost: 64 << 10) ?? []
        for line in status.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Uid:".utf8) {
            let numbers = line.dropFirst(4).split { $0 <= 0x20 }
            guard numbers.count == 4 else { return nil }
            return String(validating: numbers[1], as: UTF8.self).flatMap { UInt32($0) }
        }
        return nil
    }

    /// AppArmor's label; empty without AppArmor, nil if unknown.
    var label: [UInt8]? {
        let file = openat(folder, "attr/apparmor/current", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT ? [] : nil }
        defer { close(file) }
        let bytes = Self.read(file, atMost: 4096)
        // EINVAL: AppArmor is built into the kernel, and switched off.
        return bytes == nil && errno == EINVAL ? [] : bytes
    }

    /// The Flatpak sandbox, as the process's own root shows it, read with no more rights than the process has.
    func flatpak(uid: UInt32, gid: UInt32) -> Identity.Confinement {
        let root = linux_open_folder(folder, "root")
        guard root >= 0 else { return .unknown }
        defer { close(root) }
        let limit = 64 << 10
        let file = linux_open_as(uid, gid, root, ".flatpak-info", off_t(limit))
        guard file >= 0 else { return errno == ENOENT ? .none : .unknown }
        defer { close(file) }
        guard let info = Self.read(file, atMost: limit).flatMap({ FlatpakInfo($0) }), let app = info.app else {
            return .unknown
        }
        return .flatpak(app)
    }

    /// The path of the file that it executes, if that path leads us to this very file too: in a mount namespace of its
    /// own a process chooses what is where.
    var executable: String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = linux_executable(folder, &path, path.count)
        // A line's end in the path would make a line of its own in a log; no manifest has such a path.
        guard length > 0, path[..<length].allSatisfy({ $0 < 0 || ($0 >= 0x20 && $0 != 0x7f) }) else { return nil }
        return String(validating: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether the socket with this inode is among its descriptors; nil if unknown.
    func holds(socket inode: ino_t) -> Bool? {
        let answer = linux_holds_socket(folder, inode)
        return answer < 0 ? nil : answer == 1
    }

    private func contents(_ name: String, atMost limit: Int) -> [UInt8]? {
        let file = openat(folder, name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return Self.read(file, atMost: limit)
    }

    /// The whole contents; nil with errno if they are longer or cannot be read.
    private static func read(_ file: Int32, atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            let count = Glibc.read(file, &part, part.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
        errno = EFBIG
        return nil
    }
}
