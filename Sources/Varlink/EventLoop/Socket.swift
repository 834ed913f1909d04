// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One connected stream socket that takes no thread while nothing happens on it.
package final class Socket: Sendable {
    /// Incoming data. ``end`` comes exactly once, whichever side closed, and comes last.
    package enum Input: Sendable {
        case bytes([UInt8])
        case end
    }

    /// Counts the bytes, received or to be sent, that a connection begins to keep; a negative number releases them.
    /// False if there is no room for them; then the connection ends. Must not wait.
    package typealias Keep = @Sendable (_ change: Int) -> Bool

    private enum Reading {
        case notYet
        case until(end: @Sendable (Input) -> Void)
        case over
    }

    private let descriptor: FileDescriptor
    private let reading = Mutex(Reading.notYet)
    private let outgoing = Mutex(Outgoing())
    private let watch = Mutex<Watch?>(nil)

    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Takes over a connected socket from elsewhere.
    package convenience init(adopting fileDescriptor: Int32) throws(SocketError) {
        let descriptor = FileDescriptor(adopting: fileDescriptor)
        try descriptor.adopt()
        self.init(descriptor)
    }

    /// Connects to a listening socket's path.
    package convenience init(path: String) throws(SocketError) {
        let descriptor = try FileDescriptor.stream(for: path)
        try descriptor.connect(to: path)
        self.init(descriptor)
    }

    /// Two sockets connected to each other.
    package static func pair() throws(SocketError) -> (Socket, Socket) {
        let (one, other) = try FileDescriptor.pair()
        return (Socket(one), Socket(other))
    }

    deinit {
        close()
    }

    /// For questions to the kernel about the peer. It stays open as long as this object exists, even after ``close()``.
    package var fileDescriptor: Int32 { descriptor.number }

    /// From now on `keep` counts the bytes that wait to be sent.
    func count(by keep: @escaping Keep) { outgoing.withLock { $0.keep = keep } }

    /// Begins to read, once. `receive` is called on the event loop's thread, and must not block.
    package func start(_ receive: @escaping @Sendable (Input) -> Void) {
        let isFirst = reading.withLock { reading in
            guard case .notYet = reading else { return false }
            reading = .until(end: receive)
            return true
        }
        guard isFirst else { return }
        watched.begin(.reading)
        if closed != nil {
            watched.cancel()
            endReading()
        }
    }

    /// Sends now as much as the kernel takes, keeps the rest, and sends it when the peer reads. Never waits.
    ///
    /// - Throws: ``SocketError/closed``; ``SocketError/peerDoesNotRead`` if that would keep more than ``MessageLimits``
    ///   allows; then the connection has been closed.
    package func send(_ bytes: [UInt8]) throws(SocketError) {
        try send([bytes])
    }

    /// The same for several messages.
    func send(_ messages: [[UInt8]]) throws(SocketError) {
        let outcome = outgoing.withLock { outgoing in
            let outcome = outgoing.send(messages, to: descriptor)
            if case .waits = outcome { watched.begin(.writing) }
            return outcome
        }
        if case .failed(let reason) = outcome {
            close(reason)
            throw reason
        }
    }

    /// Waits until the kernel has taken everything, or the connection has ended.
    package func drained() async {
        if outgoing.withLock({ $0.isEmpty }) { return }
        await withCheckedContinuation { waiter in outgoing.withLock { $0.wait(waiter) } }
    }

    /// Ends both directions at once; unsent bytes are dropped. Any task may call it at any time.
    package func close() {
        close(.closed)
    }

    private func close(_ reason: SocketError) {
        guard outgoing.withLock({ $0.close(reason) }) else { return }
        descriptor.shutdown()
        watch.withLock { $0 }?.cancel()
        endReading()
    }

    /// The reason why both directions have ended, or nil while they have not.
    package var closed: SocketError? { outgoing.withLock { $0.closed } }

    private var watched: Watch {
        watch.withLock { watch in
            if let watch { return watch }
            let new = EventLoop.shared.watch(descriptor) { [weak self] in self?.ready($0) }
            watch = new
            return new
        }
    }

    private func ready(_ interest: Watch.Interest) {
        if interest.contains(.writing) { flush() }
        if interest.contains(.reading) { read() }
    }

    private func read() {
        guard case .until(let receive) = reading.withLock({ $0 }) else { return }
        // A few reads for each event keep one busy peer from starving the others.
        for _ in 0..<4 {
            switch descriptor.receive() {
            case .bytes(let bytes):
                receive(.bytes(bytes))
                // The kernel seems to have no more. If it has, it reports the socket again.
                if bytes.count < FileDescriptor.receiveSize { return }
            case .nothingYet:
                return
            case .end:
                return peerEnded()
            }
        }
    }

    /// The peer sends no more. It may still read, if it closed only its sending direction.
    private func peerEnded() {
        if descriptor.isHungUp {
            close()
        } else {
            watched.end(.reading)
            endReading()
        }
    }

    /// Sends ``end``, but not before the bytes that are being received now.
    private func endReading() {
        let receive: (@Sendable (Input) -> Void)? = reading.withLock { reading in
            guard case .until(let receive) = reading else { return nil }
            reading = .over
            return receive
        }
        if let receive { EventLoop.shared.perform { receive(.end) } }
    }

    private func flush() {
        let alive = outgoing.withLock { outgoing in
            guard outgoing.flush(to: descriptor) else { return false }
            _ = outgoing.count()
            if outgoing.isEmpty {
                watched.end(.writing)
                outgoing.settle()
            }
            return true
        }
        if !alive { close() }
    }
}
