// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The caller's side of a connection.
///
/// Any number of tasks may make calls; each gets the replies to its own. Whatever a call holds at the service (a
/// stream, a lease) ends only with the connection, so cancelling a waiting call closes the whole connection.
package final class ClientConnection: Sendable {
    package let socket: Socket
    private let waiting = Mutex(Waiting())
    private let whenEnded: (@Sendable () -> Void)?

    /// - Parameter whenEnded: called once, whichever side ends it.
    package init(_ socket: Socket, whenEnded: (@Sendable () -> Void)? = nil) {
        self.socket = socket
        self.whenEnded = whenEnded
        socket.start { [weak self] in self?.receive($0) }
    }

    /// Connects to the path of a service's socket.
    package convenience init(path: String) throws(SocketError) {
        self.init(try Socket(path: path))
    }

    deinit {
        socket.close()
    }

    /// Calls a method and waits for its one reply.
    ///
    /// - Throws: ``VarlinkError`` if the service replies with an error; ``SocketError``, ``ProtocolViolation`` or
    ///   `DecodingError` if the connection or the reply is not usable; `CancellationError`.
    package func call<R: Decodable>(
        _ method: String, _ parameters: some Encodable = Nothing(), as type: R.Type = R.self
    ) async throws -> R {
        let bytes = try Call.encode(method, parameters, more: false, oneway: false)
        let reply = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Reply, any Error>) in
                send(bytes, Waiter(more: false) { waiter.resume(with: $0) })
            }
        } onCancel: {
            end(CancellationError())
        }
        return try reply.parameters(as: type)
    }

    /// Calls a method whose replies are a stream. The call is sent now, not at the first read.
    ///
    /// The stream ends with the last reply, or throws the errors of ``call(_:_:as:)``. Leaving it earlier, or
    /// cancelling the task that reads it, closes the connection.
    package func stream<R: Decodable & Sendable>(
        _ method: String, _ parameters: some Encodable = Nothing(), as type: R.Type = R.self
    ) throws -> AsyncThrowingStream<R, any Error> {
        let bytes = try Call.encode(method, parameters, more: true, oneway: false)
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: type, bufferingPolicy: .bufferingOldest(MessageLimits.waitingReplies))
        // Holds the connection as long as the stream is read.
        continuation.onTermination = { termination in
            if case .cancelled = termination { self.close() }
        }
        let backlog = Mutex(Backlog())
        let waiter = Waiter(more: true) { [weak self] result in
            do {
                let reply = try result.get()
                let room =
                    switch continuation.yield(try reply.parameters()) {
                    case .enqueued(let remaining): remaining
                    case .dropped: throw SocketError.peerDoesNotRead
                    case .terminated: MessageLimits.waitingReplies
                    @unknown default: MessageLimits.waitingReplies
                    }
                guard backlog.withLock({ $0.add(reply.size, waiting: MessageLimits.waitingReplies - room) }) else {
                    throw SocketError.peerDoesNotRead
                }
                if !reply.continues { continuation.finish() }
            } catch {
                continuation.finish(throwing: error)
                // Nobody reads the replies that may still come.
                if (try? result.get())?.continues == true { self?.close() }
            }
        }
        send(bytes, waiter)
        return stream
    }

    /// As the other ``call(_:_:as:)``, with the types that belong together.
    package func call<M: SingleMethod>(_ method: M, _ request: M.Request) async throws -> M.Reply {
        try await call(M.name, request, as: M.Reply.self)
    }

    /// As the other ``stream(_:_:as:)``, with the types that belong together.
    package func stream<M: Method>(
        _ method: M, _ request: M.Request
    ) throws -> AsyncThrowingStream<M.Reply, any Error> {
        try stream(M.name, request, as: M.Reply.self)
    }

    /// Calls a method without waiting for a reply; there will be none.
    package func callOneway(_ method: String, _ parameters: some Encodable = Nothing()) throws {
        try socket.send(Call.encode(method, parameters, more: false, oneway: true))
    }

    /// Ends the connection, and with it everything that it held.
    package func close() {
        end(SocketError.closed)
    }

    private struct Waiter {
        let more: Bool
        let deliver: @Sendable (Result<Reply, any Error>) -> Void
    }

    private struct Waiting {
        var framing = Framing()
        var waiters = Queue<Waiter>()
        var failure: (any Error)?
    }

    /// Queues the waiter in the same step in which the call is sent, because replies come in the order of calls.
    private func send(_ bytes: [UInt8], _ waiter: Waiter) {
        let failure: (any Error)? = waiting.withLock { waiting in
            if let failure = waiting.failure { return failure }
            do {
                try socket.send(bytes)
            } catch {
                return error
            }
            waiting.waiters.append(waiter)
            return nil
        }
        if let failure { waiter.deliver(.failure(failure)) }
    }

    private func receive(_ input: Socket.Input) {
        switch input {
        case .bytes(let bytes):
            do {
                waiting.withLock { $0.framing.append(bytes) }
                while let message = try waiting.withLock({ try $0.framing.next() }) {
                    let reply = try Reply(message)
                    let waiter = waiting.withLock { waiting -> Waiter? in
                        guard let waiter = waiting.waiters.first else { return nil }
                        if reply.continues { return waiter.more ? waiter : nil }
                        return waiting.waiters.removeFirst()
                    }
                    guard let waiter else { throw ProtocolViolation.notAReply }
                    waiter.deliver(.success(reply))
                }
            } catch {
                end(error)
            }
        case .end:
            end(SocketError.closed)
        }
    }

    private func end(_ error: any Error) {
        let (waiters, isFirst) = waiting.withLock { waiting in
            let isFirst = waiting.failure == nil
            if isFirst { waiting.failure = error }
            defer { waiting.waiters.removeAll() }
            return (waiting.waiters, isFirst)
        }
        socket.close()
        if isFirst { whenEnded?() }
        var left = waiters
        while let waiter = left.removeFirst() { waiter.deliver(.failure(error)) }
    }
}
