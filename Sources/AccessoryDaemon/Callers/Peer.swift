// SPDX-License-Identifier: Apache-2.0

package import AccessoryRules
import CLinux
import Glibc
import TrustedFiles

/// The process at the other end of a socket: asked of the kernel once, on acceptance, and then pinned.
package struct Peer: Sendable {
    package let identity: Identity
    /// The process that connected, even if another one holds its socket by now. Its end ends the connection. Nil only
    /// if this kernel cannot show it to us.
    package let process: PinnedProcess?
    /// The process's number, which its other connections share; nil if we cannot see it.
    package let pid: Int32?

    package init(identity: Identity, process: PinnedProcess? = nil, pid: Int32? = nil) {
        self.identity = identity
        self.process = process
        self.pid = pid
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The user that connected. The kernel answers without blocking.
    static func uid(of socket: Int32) throws -> UInt32 { try credentials(of: socket).uid }

    /// Asks now, which may block. The answers of /proc count only if the process that connected, and no later one with
    /// its pid, lived until everything was read.
    ///
    /// - Throws: when that process has ended, because nobody is there to ask about.
    package init(of socket: Int32) throws {
        let peer = try Self.credentials(of: socket)
        var identity = Identity(uid: peer.uid, user: Self.userName(peer.uid), confinement: .unknown)
        let (process, isPinned) = try Self.process(of: socket, pid: peer.pid)
        // A pid of 0 means a process in a pid namespace that we do not see into.
        Capabilities.takeUp()
        defer { Capabilities.layDown() }
        if process != nil, peer.pid > 0, let files = ProcessFiles(peer.pid),
            try isPinned || Self.isConnected(files, to: socket, uid: peer.uid)
        {
            let cgroup = files.cgroup
            identity.unit = cgroup?.systemUnit
            identity.cgroup = cgroup?.unit?.path
            identity.session = cgroup?.loginSession(of: peer.uid)
            identity.desktop = cgroup?.desktopApp(of: peer.uid)
            identity.confinement = Self.confinement(files, peer, at: socket)
            identity.executable = files.executable
            identity.isExecutableWritable = identity.executable.flatMap { Trust().objection(to: $0) } != nil
        }
        if let process, !process.isAlive {
            throw Failure(description: "process \(peer.pid), which connected, has ended")
        }
        self.identity = identity
        self.process = process
        pid = peer.pid > 0 ? peer.pid : nil
    }

    private static func credentials(of socket: Int32) throws -> linux_peer {
        var peer = linux_peer()
        guard linux_peer_credentials(socket, &peer) == 0 else { throw failure("SO_PEERCRED") }
        return peer
    }

    /// The process, and whether the kernel vouches that it connected.
    private static func process(of socket: Int32, pid: pid_t) throws -> (process: PinnedProcess?, isPinned: Bool) {
        var descriptor = linux_peer_pidfd(socket)
        if descriptor >= 0 { return (PinnedProcess(adopting: descriptor), true) }
        // An old kernel has this error; any other error means that the process has ended.
        guard errno == ENOPROTOOPT else { throw failure("SO_PEERPIDFD") }
        guard pid > 0 else { return (nil, false) }
        descriptor = linux_pidfd_open(pid)
        guard descriptor >= 0 else { throw failure("pidfd_open of \(pid)") }
        return (PinnedProcess(adopting: descriptor), false)
    }

    /// Before Linux 6.5 the pid may belong to another process since the connection was made: the process that has it
    /// now must hold the other end of the socket.
    ///
    /// - Returns: false if that is unknown, or if it acts as another user now.
    /// - Throws: when it does not, because then it need not be the process that connected.
    static func isConnected(_ files: borrowing ProcessFiles, to socket: Int32, uid: UInt32) throws -> Bool {
        var status = stat()
        var other = ino_t()
        guard fstat(socket, &status) == 0, linux_socket_peer(status.st_ino, &other) == 0,
            let holds = files.holds(socket: other)
        else { return false }
        guard holds else { throw Failure(description: "the process that connected no longer holds its socket") }
        return files.uid == uid
    }

    private static func confinement(
        _ files: borrowing ProcessFiles, _ peer: linux_peer, at socket: Int32
    ) -> Identity.Confinement {
        let snap = label(files, at: socket).map { AppArmorLabel($0).confinement } ?? .unknown
        return snap == .none ? files.flatpak(uid: peer.uid, gid: peer.gid) : snap
    }

    /// The label that the kernel kept when the connection was made. If it keeps none for Unix sockets, as without
    /// Ubuntu's patches, the label that the process has now. Nil if neither is known.
    private static func label(_ files: borrowing ProcessFiles, at socket: Int32) -> [UInt8]? {
        var label = [UInt8](repeating: 0, count: 4096)
        let count = linux_peer_label(socket, &label, label.count)
        guard count < 0 else { return Array(label[..<count]) }
        return errno == ENOPROTOOPT ? files.label : nil
    }

    private static func userName(_ uid: UInt32) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(uid, &entry, &text, text.count, &found) == 0, let found else { return nil }
        return String(cString: found.pointee.pw_name)
    }

    private static func failure(_ call: String) -> Failure {
        Failure(description: "\(call): \(String(cString: strerror(errno)))")
    }
}
