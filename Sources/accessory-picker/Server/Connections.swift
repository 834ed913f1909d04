// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Closes the connections that are beyond the limit.
final class Connections: Sendable {
    private struct Inside {
        var limit = ConnectionLimit()
        var channels: [Int: any Channel] = [:]
        var next = 0
    }

    private let inside = Mutex(Inside())

    /// Counts a new connection, and closes those that the limit gives up for it.
    fileprivate func add(_ channel: any Channel) -> Int {
        let (id, surplus) = inside.withLock { inside in
            inside.next += 1
            inside.channels[inside.next] = channel
            let address = channel.remoteAddress?.ipAddress ?? ""
            let surplus = inside.limit.add(inside.next, from: address)
            return (inside.next, surplus.compactMap { inside.channels.removeValue(forKey: $0) })
        }
        for channel in surplus { channel.close(promise: nil) }
        return id
    }

    /// A request on this connection came with the session's cookie.
    func recognize(_ channel: any Channel) {
        let surplus = inside.withLock { inside -> [any Channel] in
            guard let id = inside.channels.first(where: { $0.value === channel })?.key else { return [] }
            return inside.limit.recognize(id).compactMap { inside.channels.removeValue(forKey: $0) }
        }
        for channel in surplus { channel.close(promise: nil) }
    }

    fileprivate func remove(_ id: Int) {
        inside.withLock { inside in
            inside.channels[id] = nil
            inside.limit.remove(id)
        }
    }

    /// Reports a connection; requests and answers pass through it.
    final class Registration: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private let connections: Connections

        init(_ connections: Connections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            let id = connections.add(context.channel)
            context.channel.closeFuture.whenComplete { [connections] _ in connections.remove(id) }
        }
    }
}
