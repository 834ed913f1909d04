// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Counts the open connections, from their first byte until their descriptor is closed, and cuts those beyond the limit.
///
/// It cuts next to the socket. A close that passes through TLS first asks the peer for its consent (RFC 8446, 6.1). All of it
/// happens on the server's thread, so no connection is open and not counted.
final class Connections: Sendable {
    private struct Inside {
        var limit = ConnectionLimit()
        /// Each is next to the socket of its connection.
        var contexts: [Int: NIOLoopBound<ChannelHandlerContext>] = [:]
        var next = 0
    }

    private let inside = Mutex(Inside())

    /// Counts a new connection, and cuts those that the limit gives up for it.
    private func add(_ context: NIOLoopBound<ChannelHandlerContext>) -> Int {
        let address = context.value.channel.remoteAddress?.ipAddress ?? ""
        let (id, surplus) = inside.withLock { inside in
            inside.next += 1
            inside.contexts[inside.next] = context
            return (inside.next, inside.limit.add(inside.next, from: address))
        }
        cut(surplus)
        return id
    }

    /// A request on this connection came with a session's cookie.
    func recognize(_ channel: any Channel, as owner: ConnectionLimit.Owner) {
        channel.eventLoop.execute {
            let surplus = self.inside.withLock { inside in
                let id = inside.contexts.first { $0.value.value.channel === channel }?.key
                return id.map { inside.limit.recognize($0, as: owner) } ?? []
            }
            self.cut(surplus)
        }
    }

    private func cut(_ surplus: [Int]) {
        for context in inside.withLock({ inside in surplus.compactMap { inside.contexts[$0] } }) {
            context.value.close(promise: nil)
        }
    }

    private func remove(_ id: Int) {
        inside.withLock { inside in
            inside.contexts[id] = nil
            inside.limit.remove(id)
        }
    }

    /// Reports a connection. It is the first handler, next to the socket, and all bytes pass through it.
    final class Registration: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private let connections: Connections

        init(_ connections: Connections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            let id = connections.add(NIOLoopBound(context, eventLoop: context.eventLoop))
            context.channel.closeFuture.whenComplete { [connections] _ in connections.remove(id) }
        }
    }
}
