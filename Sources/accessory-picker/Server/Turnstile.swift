// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Lets one request of a connection in at a time. No browser sends a second one before the first is answered (RFC 9112, 9.3.2
/// allows it), and a stranger who does has the server keep thousands of them. After an answer that closes the connection, or
/// came before the end of its request, it reads nothing more.
final class Turnstile: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State {
        case free
        /// A request has come, and is not answered.
        case taken(isWhole: Bool, closes: Bool)
        /// Nothing more is read.
        case shut
    }

    /// For the last answer to arrive: whoever closes with bytes unread takes the answer back (RFC 9112, 9.6).
    private static let lastWords = TimeAmount.seconds(1)

    private var state = State.free

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (state, unwrapInboundIn(data)) {
        case (.shut, _): return
        case (.taken, .head):
            state = .shut
            context.close(promise: nil)
            return
        case (.free, .head): state = .taken(isWhole: false, closes: false)
        case (.taken(_, let closes), .end): state = .taken(isWhole: true, closes: closes)
        case (_, .body), (.free, .end): break
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if case .shut = state { return }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch (state, unwrapOutboundIn(data)) {
        case (.taken(let isWhole, _), .head(let head)):
            state = .taken(isWhole: isWhole, closes: head.headerFields[.connection] == "close")
        case (.taken(isWhole: true, closes: false), .end): state = .free
        case (.taken, .end):
            state = .shut
            let channel = context.channel
            context.writeAndFlush(data, promise: promise)
            context.eventLoop.scheduleTask(in: Self.lastWords) { channel.close(promise: nil) }
            return
        case (_, .body), (.free, _), (.shut, _): break
        }
        context.write(data, promise: promise)
    }
}
