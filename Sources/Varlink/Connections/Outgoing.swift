// SPDX-License-Identifier: Apache-2.0

/// The bytes for a peer that it has not read yet.
struct Outgoing {
    private var messages = Queue<[UInt8]>()
    private var sentOfFirst = 0
    private var bytes = 0
    private(set) var closed: SocketError?
    /// What became of a message.
    enum Outcome {
        case sent
        /// The kernel took no more; the rest waits.
        case waits
        case failed(SocketError)
    }

    /// Counts the waiting bytes, if there is a counter.
    var keep: ServerConnection.Keep?
    /// The number that `keep` counts at the moment.
    private var kept = 0

    private var waiters: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool { bytes == 0 }

    private var isOverLimit: Bool {
        bytes > MessageLimits.outgoingBytes || messages.count > MessageLimits.outgoingMessages
    }

    /// Sends a message after those that wait, as far as the kernel takes it.
    mutating func send(_ message: [UInt8], to descriptor: FileDescriptor) -> Outcome {
        if let closed { return .failed(closed) }
        let wasEmpty = isEmpty
        messages.append(message)
        bytes += message.count
        guard !wasEmpty || flush(to: descriptor) else { return .failed(.closed) }
        guard !isOverLimit, count() else { return .failed(.peerDoesNotRead) }
        return isEmpty ? .sent : .waits
    }

    /// Sends until the kernel takes no more. False if the peer is gone.
    mutating func flush(to descriptor: FileDescriptor) -> Bool {
        while let message = messages.first {
            guard let count = descriptor.send(message[sentOfFirst...]) else { return false }
            guard count > 0 else { break }
            bytes -= count
            sentOfFirst += count
            if sentOfFirst == message.count {
                messages.removeFirst()
                sentOfFirst = 0
            }
        }
        return true
    }

    /// Counts the waiting bytes. False if there is no room for them.
    mutating func count() -> Bool {
        let change = bytes - kept
        guard let keep, change != 0 else { return true }
        guard keep(change) else { return false }
        kept += change
        return true
    }

    /// Resumes when no byte is left, or when none can be sent any more.
    mutating func wait(_ waiter: CheckedContinuation<Void, Never>) {
        if isEmpty { waiter.resume() } else { waiters.append(waiter) }
    }

    /// All bytes are sent.
    mutating func settle() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// False if it was closed before.
    mutating func close(_ reason: SocketError) -> Bool {
        guard closed == nil else { return false }
        closed = reason
        messages.removeAll()
        (sentOfFirst, bytes) = (0, 0)
        _ = count()
        settle()
        return true
    }
}
