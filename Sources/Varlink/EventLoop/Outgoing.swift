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
    var keep: Socket.Keep?
    /// The number that `keep` counts at the moment.
    private var kept = 0

    private var waiters: [CheckedContinuation<Void, Never>] = []

    var isEmpty: Bool { bytes == 0 }

    private var isOverLimit: Bool {
        bytes > MessageLimits.outgoingBytes || messages.count > MessageLimits.outgoingMessages
    }

    /// Sends messages after those that wait, as far as the kernel takes them.
    mutating func send(_ new: [[UInt8]], to descriptor: FileDescriptor) -> Outcome {
        if let closed { return .failed(closed) }
        let wasEmpty = isEmpty
        for message in new {
            messages.append(message)
            bytes += message.count
        }
        guard !wasEmpty || flush(to: descriptor) else { return .failed(.closed) }
        guard !isOverLimit, count() else { return .failed(.peerDoesNotRead) }
        return isEmpty ? .sent : .waits
    }

    /// Sends until the kernel takes no more. False if the peer is gone.
    mutating func flush(to descriptor: FileDescriptor) -> Bool {
        while !messages.isEmpty {
            guard let count = descriptor.send(next) else { return false }
            guard count > 0 else { break }
            bytes -= count
            sentOfFirst += count
            while let first = messages.first, sentOfFirst >= first.count {
                sentOfFirst -= first.count
                messages.removeFirst()
            }
        }
        return true
    }

    /// The bytes to send next: the rest of the first message, and as many short ones after it as go with it.
    private var next: ArraySlice<UInt8> {
        guard let first = messages.first else { return [] }
        var next = first[sentOfFirst...]
        for message in messages.rest {
            guard next.count + message.count <= Self.sentAtOnce else { break }
            next += message
        }
        return next
    }

    private static let sentAtOnce = 16 << 10

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
