// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Varlink

/// The memory that connections keep for messages is counted together, and released.
@Suite(.timeLimit(.minutes(5)))
struct KeepTests {
    /// Counts what several connections keep.
    private final class Count: Sendable {
        let share: Mutex<Share<Int>>
        /// The most there was.
        let most = Mutex(0)

        init(limit: Int) { share = Mutex(Share(limit: limit, limitOfOne: limit, little: limit)) }

        var now: Int { share.withLock(\.taken) }

        @Sendable func keep(_ change: Int) -> Bool {
            share.withLock { share in
                guard change > 0 else {
                    share.giveBack(-change, of: 0)
                    return true
                }
                guard (try? share.take(change, for: 0)) != nil else { return false }
                most.withLock { $0 = max($0, share.taken) }
                return true
            }
        }
    }

    private let half = [UInt8](repeating: UInt8(ascii: " "), count: 600_000)

    @Test func unfinishedMessagesEndTheConnectionThatIsOneTooMany() async throws {
        let count = Count(limit: 1 << 20)
        let (near, far) = try Socket.pair()
        let first = ServerConnection(far, keep: count.keep)
        async let firstEnd = first.serve { _ in }
        try near.send(half)
        await near.drained()
        let (other, otherFar) = try Socket.pair()
        let second = ServerConnection(otherFar, keep: count.keep)
        try other.send(half)
        #expect(await second.serve { _ in } == .violation(.noMemoryLeft))
        // The first connection continues.
        try near.send(Array(#"{"method":"a.B","parameters":{}}"#.utf8) + [0])
        near.endSending()
        #expect(await firstEnd == .peerClosed)
        #expect(count.now == 0)
    }

    @Test func whatIsNotTakenIsCountedUntilItIs() async throws {
        let count = Count(limit: 1 << 20)
        let (near, far) = try Socket.pair()
        let connection = ServerConnection(far, keep: count.keep)
        let call = Array((#"{"method":"a.B","parameters":{"x":""# + String(repeating: "x", count: 1000) + #""}}"#).utf8)
        try near.send((0..<200).flatMap { _ in call + [0] })
        near.endSending()
        let served = Mutex(0)
        _ = await connection.serve { _ in served.withLock { $0 += 1 } }
        #expect(count.most.withLock { $0 } > 1000)
        #expect(count.now == 0)
    }

    @Test func repliesThatNobodyReadsAreCounted() async throws {
        let count = Count(limit: 1 << 20)
        let (near, far) = try Socket.pair()
        let connection = ServerConnection(far, keep: count.keep)
        try far.send([UInt8](repeating: 97, count: 900_000))
        #expect(count.now > 0)
        #expect(throws: SocketError.peerDoesNotRead) {
            try far.send([UInt8](repeating: 97, count: 900_000))
        }
        #expect(count.now == 0)
        near.close()
        connection.close()
    }

    @Test func aFewBytesOfTheNextMessageKeepNothingOfTheLast() throws {
        var framing = Framing()
        framing.append([UInt8](repeating: 97, count: 500_000) + [0, 97])
        #expect(try framing.next()?.count == 500_000)
        #expect(try framing.next() == nil)
        #expect(framing.count == 1)
        framing.append([98, 0])
        #expect(try framing.next() == [97, 98])
    }
}
