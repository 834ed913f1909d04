// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Closes the connections that the lobby has no room for.
final class Reception: Sendable {
    private struct Inside {
        var lobby = Lobby()
        var channels: [Int: any Channel] = [:]
        var next = 0
    }

    private let inside = Mutex(Inside())

    /// Seats a new connection, and closes those that the lobby dismisses for it.
    fileprivate func enter(_ channel: any Channel) -> Int {
        let (id, leaving) = inside.withLock { inside in
            inside.next += 1
            inside.channels[inside.next] = channel
            let address = channel.remoteAddress?.ipAddress ?? ""
            let leaving = inside.lobby.enter(inside.next, from: address)
            return (inside.next, leaving.compactMap { inside.channels.removeValue(forKey: $0) })
        }
        for channel in leaving { channel.close(promise: nil) }
        return id
    }

    /// A request on this connection came with the session's cookie.
    func recognize(_ channel: any Channel) {
        let leaving = inside.withLock { inside -> [any Channel] in
            guard let id = inside.channels.first(where: { $0.value === channel })?.key else { return [] }
            return inside.lobby.recognize(id).compactMap { inside.channels.removeValue(forKey: $0) }
        }
        for channel in leaving { channel.close(promise: nil) }
    }

    fileprivate func leave(_ id: Int) {
        inside.withLock { inside in
            inside.channels[id] = nil
            inside.lobby.leave(id)
        }
    }

    /// Reports a connection; requests and answers pass through it.
    final class Bell: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private let reception: Reception

        init(_ reception: Reception) { self.reception = reception }

        func handlerAdded(context: ChannelHandlerContext) {
            let id = reception.enter(context.channel)
            context.channel.closeFuture.whenComplete { [reception] _ in reception.leave(id) }
        }
    }
}
