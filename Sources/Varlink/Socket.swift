// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// One connected stream socket that takes no thread while nothing happens on it.
package final class Socket: Sendable {
    /// What comes in. ``end`` comes exactly once, whoever closed, and is the last.
    package enum Input: Sendable {
        case bytes([UInt8])
        case end
    }

    private let descriptor: Descriptor
    private let reading = Mutex<(any DispatchSourceRead)?>(nil)
    private let outgoing = Mutex(Outgoing())

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Takes over a connected socket that came from elsewhere.
    package convenience init(adopting fileDescriptor: Int32) throws(SocketError) {
        let descriptor = Descriptor(adopting: fileDescriptor)
        try descriptor.adopt()
        self.init(descriptor)
    }

    /// Connects to a listening socket's path.
    package convenience init(path: String) throws(SocketError) {
        let descriptor = try Descriptor.stream(for: path)
        try descriptor.connect(to: path)
        self.init(descriptor)
    }

    /// Two sockets connected to each other.
    package static func pair() throws(SocketError) -> (Socket, Socket) {
        let (one, other) = try Descriptor.pair()
        return (Socket(one), Socket(other))
    }

    deinit {
        close()
    }

    /// For questions to the kernel about the peer. It stays open as long as this object exists, even after ``close()``.
    package var fileDescriptor: Int32 { descriptor.number }

    /// Begins to read, once. `receive` is called from one place at a time and must not block.
    package func start(_ receive: @escaping @Sendable (Input) -> Void) {
        let descriptor = descriptor
        let alreadyClosed = closed != nil
        reading.withLock { reading in
            guard reading == nil else { return }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: EventLoop.shared.queue)
            source.setEventHandler { [weak self] in
                // A few reads for each event keep one busy peer from starving the others. But libdispatch tells of a
                // peer that is gone only once (event_epoll.c, _dispatch_event_merge_hangup): then it is all or never.
                var reads = 0
                while reads < 4 || descriptor.isHungUp {
                    reads += 1
                    switch descriptor.receive(atMost: Self.readSize) {
                    case .bytes(let bytes): receive(.bytes(bytes))
                    case .nothingYet: return
                    case .end:
                        self?.peerEnded()
                        return
                    }
                }
            }
            source.setCancelHandler {
                withExtendedLifetime(descriptor) { receive(.end) }
            }
            source.resume()
            if alreadyClosed { source.cancel() }
            reading = source
        }
    }

    /// Sends now what the kernel takes, keeps the rest and sends it when the peer reads. Never waits.
    ///
    /// - Throws: ``SocketError/closed``; ``SocketError/peerDoesNotRead`` when that would keep more than ``Limits``
    ///   allows, in which case the connection has been closed.
    package func send(_ bytes: [UInt8]) throws(SocketError) {
        let failure: SocketError? = outgoing.withLock { outgoing in
            if let reason = outgoing.closed { return reason }
            outgoing.append(bytes)
            if outgoing.source == nil {
                guard outgoing.flush(to: descriptor) else { return .closed }
                if !outgoing.isEmpty { outgoing.source = writeSource() }
            }
            return outgoing.isOverLimit ? .peerDoesNotRead : nil
        }
        if let failure {
            close(failure)
            throw failure
        }
    }

    /// Waits until the kernel has taken everything, or the connection has ended.
    package func drained() async {
        await withCheckedContinuation { waiter in outgoing.withLock { $0.wait(waiter) } }
    }

    /// Ends both directions at once; what was not sent yet is dropped. May be called at any time, from anywhere.
    package func close() {
        close(.closed)
    }

    private func close(_ reason: SocketError) {
        guard outgoing.withLock({ $0.close(reason) }) else { return }
        descriptor.shutdown()
        reading.withLock { $0?.cancel() }
    }

    /// Why both directions have ended, or nil while they have not.
    package var closed: SocketError? { outgoing.withLock { $0.closed } }

    /// The peer sends no more. It may still read, if it closed only its sending direction.
    private func peerEnded() {
        if descriptor.isHungUp {
            close()
        } else {
            reading.withLock { $0?.cancel() }
        }
    }

    private func writeSource() -> any DispatchSourceWrite {
        let descriptor = descriptor
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: EventLoop.shared.queue)
        source.setEventHandler { [weak self] in self?.flush() }
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        source.resume()
        return source
    }

    private func flush() {
        let alive = outgoing.withLock { outgoing in
            guard outgoing.flush(to: descriptor) else { return false }
            if outgoing.isEmpty { outgoing.settle() }
            return true
        }
        if !alive { close() }
    }

    private static let readSize = 64 << 10
}
