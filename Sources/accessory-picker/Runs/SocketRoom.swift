// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import Varlink

/// What each user's connections to a socket of the picker may have: as much as at the agent's control socket.
final class SocketRoom: Sendable {
    /// Open connections of all users. One takes a descriptor, and the page needs some, too.
    private static var connections: Int {
        var files = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0
        return MessageLimits.connections(descriptors: isKnown ? Int(clamping: files.rlim_cur) : 1024)
    }

    private struct Taken {
        var connections: Share<UInt32>
        /// Bytes of messages that are not whole, not taken or not read yet.
        var bytes = Share<UInt32>(
            limit: MessageLimits.bytesOfSocket, limitOfOne: MessageLimits.bytesOfOwner,
            little: MessageLimits.messageBytes)
    }

    private let taken: Mutex<Taken>

    init() {
        let most = Self.connections
        taken = Mutex(Taken(connections: Share(limit: most, limitOfOne: most, little: MessageLimits.fewConnections)))
    }

    /// Serves a connection until its end, or closes it if there is no room for it.
    func serve(_ socket: Socket, _ answer: @escaping @Sendable (Call, ServerConnection) async -> Void) async {
        var peer = linux_peer()
        guard linux_peer_credentials(socket.fileDescriptor, &peer) == 0 else { return socket.close() }
        let uid = peer.uid
        guard take(1, of: uid, \.connections) else { return socket.close() }
        defer { _ = take(-1, of: uid, \.connections) }
        let connection = ServerConnection(socket) { self.take($0, of: uid, \.bytes) }
        _ = await connection.serve { await answer($0, connection) }
    }

    /// A negative amount is given back. False if there is not so much left.
    private func take(
        _ amount: Int, of uid: UInt32, _ path: any WritableKeyPath<Taken, Share<UInt32>> & Sendable
    ) -> Bool {
        taken.withLock { taken in
            guard amount > 0 else {
                taken[keyPath: path].giveBack(-amount, of: uid)
                return true
            }
            return (try? taken[keyPath: path].take(amount, for: uid)) != nil
        }
    }
}
