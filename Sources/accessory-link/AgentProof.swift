// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import CLinux
import Glibc
import TrustedFiles

/// What proves that a connection is the agent's: its user, and its unit.
struct AgentProof: Sendable {
    private let uid: UInt32
    private let unit: String

    /// Nil if there is no such user.
    init?(user: String, unit: String) {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: 16 << 10)
        guard getpwnam_r(user, &entry, &text, text.count, &found) == 0, let found else { return nil }
        uid = found.pointee.pw_uid
        self.unit = unit
    }

    /// The reason why the process that made a connection is not the agent. The kernel answers.
    func objection(to socket: Int32) -> String? {
        var peer = linux_peer()
        guard linux_peer_credentials(socket, &peer) == 0, peer.pid > 0 else { return "the caller's process is unknown" }
        guard peer.uid == uid else { return "the caller's user is \(peer.uid), and the agent's is \(uid)" }
        // Before Linux 6.5 the process may have ended meanwhile. Only the agent's own user can have another one then.
        var process = linux_peer_pidfd(socket)
        if process < 0, errno == ENOPROTOOPT { process = linux_pidfd_open(peer.pid) }
        guard process >= 0 else { return "the caller has ended" }
        defer { close(process) }
        let file = open("/proc/\(peer.pid)/cgroup", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "the caller's cgroup cannot be read: \(String(cString: strerror(errno)))" }
        defer { close(file) }
        let its = readBytes(of: file, upTo: 64 << 10).flatMap { Cgroup($0) }?.systemUnit
        var isOver = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        guard poll(&isOver, 1, 0) == 0 else { return "the caller has ended" }
        return its == unit ? nil : "the caller's unit is \(its ?? "none"), and the agent's is \(unit)"
    }
}
