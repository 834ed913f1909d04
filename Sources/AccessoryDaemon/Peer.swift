// SPDX-License-Identifier: Apache-2.0

package import AccessoryRules
import CLinux
import Glibc

/// The process at the other end of a socket, asked of the kernel.
package enum Peer {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Who connected. What /proc says is believed only if the same process lived before and after it was read, so
    /// that a recycled pid never lends its name.
    package static func identity(of socket: Int32) throws -> Identity {
        var peer = linux_peer()
        guard linux_peer_credentials(socket, &peer) == 0 else { throw failure("SO_PEERCRED") }
        var identity = Identity(uid: peer.uid, user: userName(peer.uid))
        var pinned: Int32 = 0
        let process = linux_peer_pidfd(socket, peer.pid, &pinned)
        guard process >= 0 else { return identity }
        defer { close(process) }
        let folder = open("/proc/\(peer.pid)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return identity }
        defer { close(folder) }
        let unit = read("cgroup", in: folder).flatMap(systemUnit)
        let executable = link("exe", in: folder)
        // With pidfd_open the pid may already have been somebody else's: only the kernel's own pidfd proves more than
        // that something lives, so without it the owner must at least be the one that connected.
        var status = stat()
        guard isAlive(process), pinned == 1 || (fstat(folder, &status) == 0 && status.st_uid == peer.uid)
        else { return identity }
        identity.unit = unit
        identity.executable = executable
        return identity
    }

    /// The system service of a process by its cgroup (version 2: one line `0::/system.slice/camera.service`).
    static func systemUnit(cgroup: String) -> String? {
        guard let line = cgroup.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
        let parts = line.dropFirst(4).split(separator: "/")
        guard parts.first == "system.slice" else { return nil }
        return parts.dropFirst().first { $0.hasSuffix(".service") }.map { String($0) }
    }

    private static func isAlive(_ process: Int32) -> Bool {
        var poll = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 0
    }

    private static func userName(_ uid: UInt32) -> String? {
        getpwuid(uid).map { String(cString: $0.pointee.pw_name) }
    }

    private static func read(_ name: String, in folder: Int32) -> String? {
        let file = openat(folder, name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count > 0 ? String(validating: bytes.prefix(count), as: UTF8.self) : nil
    }

    private static func link(_ name: String, in folder: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, name, &bytes, bytes.count)
        // A file that was replaced since reads "/path (deleted)", which no manifest names.
        return count > 0 ? String(validating: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    private static func failure(_ call: String) -> Failure {
        Failure(description: "\(call): \(String(cString: strerror(errno)))")
    }
}
