// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The service's side of one accepted connection.
///
/// Calls are checked when they arrive, even while an earlier one is being answered, so the end of the connection is
/// noticed at once. Replies never wait: a peer that does not read them is dropped.
package final class ServerConnection: Sendable {
    /// The reason why a connection ended.
    package enum End: Hashable, Sendable {
        /// The peer closed it.
        case peerClosed
        /// We closed it.
        case closed
        case peerDoesNotRead
        case violation(ProtocolViolation)
    }

    package typealias Keep = Socket.Keep

    package let socket: Socket
    private let inbox: Mutex<Inbox>

    /// - Parameter keep: nil if nobody counts.
    package init(_ socket: Socket, keep: Keep? = nil) {
        self.socket = socket
        inbox = Mutex(Inbox(keep: keep))
        if let keep { socket.count(by: keep) }
        socket.start { [weak self] in self?.receive($0) }
    }

    deinit {
        inbox.withLock { $0.end(.closed) }()
        socket.close()
    }

    /// Answers every call, one after the other in their order, until the connection ends.
    ///
    /// When the connection ends, the answering task is cancelled. When that task is done, this returns and everything
    /// is closed. Cancelling the caller closes the connection. A peer that closed only its sending direction still gets
    /// the replies to its earlier calls. But every answer then runs cancelled, so the peer cannot hold on to anything.
    ///
    /// - Parameter answer: answers one call with ``reply(to:_:continues:)`` or ``fail(_:_:)``.
    /// - Returns: the reason why it ended.
    package func serve(_ answer: @escaping @Sendable (Call) async -> Void) async -> End {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    while let call = await self.next() {
                        await answer(call)
                        // A peer that sends many calls ahead gets the replies at the speed at which it reads them.
                        await self.drained()
                    }
                }
                let end = await self.ended()
                group.cancelAll()
                await group.waitForAll()
                socket.close()
                return end
            }
        } onCancel: {
            close()
        }
    }

    /// Replies to a call; `continues` announces more replies. A `oneway` call gets none.
    ///
    /// - Throws: ``VarlinkError/expectedMore`` if the caller did not ask for more replies; ``SocketError`` if the
    ///   connection has ended; ``ProtocolViolation/messageTooLarge(limit:)`` if the reply itself is over the limit.
    package func reply(to call: Call, _ parameters: some Encodable, continues: Bool = false) throws {
        if call.oneway { return }
        if continues && !call.more { throw VarlinkError.expectedMore }
        try socket.send(Reply.encode(parameters, continues: continues))
    }

    /// Replies several times to a call, with more replies to come, and if possible sends them at once. The parameters
    /// are bytes of JSON already, and short.
    package func reply(to call: Call, _ parameters: [[UInt8]]) throws {
        if call.oneway { return }
        if !call.more { throw VarlinkError.expectedMore }
        try socket.send(parameters.map { Reply.encode(continuing: $0) })
    }

    /// Replies to a call with `{}`.
    package func reply(to call: Call) throws {
        try reply(to: call, Nothing())
    }

    /// Replies to a call with an error. A `oneway` call gets none.
    package func fail(_ call: Call, _ error: VarlinkError) throws {
        try fail(call, error.name, error.parameters)
    }

    /// Replies to a call with an error of an interface, whose parameters are a type of that interface.
    package func fail(_ call: Call, _ name: String, _ parameters: some Encodable) throws {
        if call.oneway { return }
        try socket.send(Reply.encode(error: name, parameters))
    }

    /// Waits until the peer has taken all replies, or is gone: for a stream that sends more than ``MessageLimits`` lets wait.
    package func drained() async {
        await socket.drained()
    }

    /// Ends the connection. Any task may call it at any time.
    package func close() {
        end(.closed)
    }

    private func end(_ end: End) {
        inbox.withLock { $0.end(end) }()
        socket.close()
    }

    private func receive(_ input: Socket.Input) {
        switch input {
        case .bytes(let bytes):
            let (wake, violation) = inbox.withLock { $0.receive(bytes) }
            wake()
            if violation { socket.close() }
        case .end:
            // A peer that closed only its sending direction still reads; nobody waits for the reply to a oneway call.
            let closed = socket.closed
            inbox.withLock { inbox in
                inbox.end(closed == .peerDoesNotRead ? .peerDoesNotRead : .peerClosed) { $0.oneway || closed == nil }
            }()
        }
    }

    private func ended() async -> End {
        await withCheckedContinuation { waiter in
            inbox.withLock { $0.waitForEnd(waiter) }()
        }
    }

    private func next() async -> Call? {
        while true {
            var call = inbox.withLock { $0.take() }
            if call == nil {
                call = await withCheckedContinuation { waiter in
                    inbox.withLock { $0.waitForCall(waiter) }()
                }
            }
            guard let call, call.upgrade else { return call }
            // There is no other protocol to change to. If this fails, the connection has ended, and so does the loop.
            try? fail(call, .methodNotImplemented(call.method))
        }
    }
}
