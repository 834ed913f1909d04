// SPDX-License-Identifier: Apache-2.0

/// The calls of one connection that were not taken yet, and the task that waits for them or for the end.
struct Inbox {
    typealias End = ServerConnection.End

    /// Resumes a waiter, outside the lock.
    typealias Wake = @Sendable () -> Void

    private let keep: ServerConnection.Keep?
    /// The number that `keep` counts at the moment.
    private var kept = 0
    private var framing = Framing()
    private var calls = Queue<Call>()
    private var bytes = 0
    private var end: End?
    private var callWaiter: CheckedContinuation<Call?, Never>?
    private var endWaiter: CheckedContinuation<End, Never>?

    init(keep: ServerConnection.Keep? = nil) { self.keep = keep }

    /// Takes received bytes. True if they were wrong; then everything has ended.
    mutating func receive(_ chunk: [UInt8]) -> (Wake, violation: Bool) {
        guard end == nil else { return ({}, false) }
        framing.append(chunk)
        do {
            while let message = try framing.next() {
                calls.append(try Call(message))
                bytes += message.count
                guard calls.count <= MessageLimits.waitingCalls, bytes <= MessageLimits.waitingCallBytes else {
                    throw ProtocolViolation.tooManyWaitingCalls(limit: MessageLimits.waitingCalls)
                }
            }
        } catch let violation as ProtocolViolation {
            return (self.end(.violation(violation)), true)
        } catch {
            return (self.end(.closed), true)
        }
        let wake = deliver()
        guard count() else {
            let wakeEnd = self.end(.violation(.noMemoryLeft))
            return (
                {
                    wake()
                    wakeEnd()
                }, true
            )
        }
        return (wake, false)
    }

    /// Counts the kept bytes. False if there is no room for them.
    private mutating func count() -> Bool {
        let change = framing.count + bytes - kept
        guard let keep, change != 0 else { return true }
        guard keep(change) else { return false }
        kept += change
        return true
    }

    /// Ends, for the first reason given. Waiting calls stay only if `isWanted` returns true.
    mutating func end(_ reason: End, keeping isWanted: (Call) -> Bool = { _ in false }) -> Wake {
        if end == nil { end = reason }
        var left = 0
        calls.removeAll { call in
            let isWanted = isWanted(call)
            if isWanted { left += call.size }
            return !isWanted
        }
        bytes = left
        framing = Framing()
        defer { _ = count() }
        let wakeCall = deliver()
        guard let waiter = endWaiter, let end else { return wakeCall }
        endWaiter = nil
        return {
            waiter.resume(returning: end)
            wakeCall()
        }
    }

    /// The next call, if one waits.
    mutating func take() -> Call? {
        guard let call = calls.removeFirst() else { return nil }
        bytes -= call.size
        _ = count()
        return call
    }

    mutating func waitForCall(_ waiter: CheckedContinuation<Call?, Never>) -> Wake {
        callWaiter = waiter
        return deliver()
    }

    mutating func waitForEnd(_ waiter: CheckedContinuation<End, Never>) -> Wake {
        if let end { return { waiter.resume(returning: end) } }
        endWaiter = waiter
        return {}
    }

    private mutating func deliver() -> Wake {
        guard let waiter = callWaiter else { return {} }
        if let call = take() {
            callWaiter = nil
            return { waiter.resume(returning: call) }
        }
        guard end != nil else { return {} }
        callWaiter = nil
        return { waiter.resume(returning: nil) }
    }
}
