// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Admits one request of a connection at a time. No browser sends a second one before the first is answered (RFC 9112, 9.3.2
/// allows it), and a stranger who does has the server keep thousands of them. After an answer that closes the connection, or
/// came before the end of its request, it reads nothing more; nor after a request for another protocol, whose bytes NIO's
/// decoder keeps for whoever speaks it.
final class PipeliningLimit: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State {
        case idle
        /// A request has come, and is not answered.
        case answering(isWhole: Bool, closes: Bool)
        /// Nothing more is read.
        case closed
    }

    /// For the last answer to arrive: whoever closes with bytes unread takes the answer back (RFC 9112, 9.6).
    static let lingerTime = TimeAmount.seconds(1)

    private var state = State.idle
    private var isUpgrade = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (state, unwrapInboundIn(data)) {
        case (.closed, _): return
        case (.answering, .head):
            state = .closed
            context.close(promise: nil)
            return
        case (.idle, .head(let request)):
            isUpgrade = request.method == .connect || request.headerFields[.upgrade] != nil
            state = .answering(isWhole: false, closes: false)
        case (.answering(_, let closes), .end): state = .answering(isWhole: true, closes: closes)
        case (_, .body), (.idle, .end): break
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if case .closed = state { return }
        if isUpgrade { return }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch (state, unwrapOutboundIn(data)) {
        case (.answering(let isWhole, _), .head(let head)):
            state = .answering(isWhole: isWhole, closes: isUpgrade || head.headerFields[.connection] == "close")
        case (.answering(isWhole: true, closes: false), .end): state = .idle
        // The second is of NIO's own, to what it could not read as a request.
        case (.answering, .end), (.idle, .end):
            state = .closed
            let channel = context.channel
            context.writeAndFlush(data, promise: promise)
            context.eventLoop.scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
            return
        case (_, .body), (.idle, .head), (.closed, _): break
        }
        context.write(data, promise: promise)
    }
}
