// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import accessory_picker

@Suite struct BoardTests {
    @Test func aSlowReaderMissesWhatIsNoLongerTrue() async {
        let board = Board()
        let (_, stream) = board.listen()
        for number in 1...100 { board.change { $0.away = "\(number)" } }
        board.endStreams()
        var received: [String] = []
        for await text in stream { received.append(text) }
        #expect(received.count == 1)
        #expect(received.first?.contains(#""away":"100""#) == true)
    }

    @Test func sendsNothingWhenNothingChanged() async {
        let board = Board()
        let (id, stream) = board.listen()
        var iterator = stream.makeAsyncIterator()
        _ = await iterator.next()
        board.change { $0.away = nil }
        board.endStreams()
        let more = await iterator.next()
        #expect(more == nil)
        board.leave(id)
    }

    @Test func reportsThatNobodyLooksAnyMore() {
        let times = Mutex(0)
        let board = Board { times.withLock { $0 += 1 } }
        let (first, _) = board.listen()
        let (second, _) = board.listen()
        #expect(board.isWatched)
        board.leave(first)
        #expect(times.withLock { $0 } == 0)
        board.leave(second)
        #expect(times.withLock { $0 } == 1)
        #expect(!board.isWatched)
    }

    @Test func triesAgainLessAndLessOften() {
        var backOff = BackOff()
        let waits = (0..<10).map { _ in backOff.wait() }
        #expect(waits[0] == .milliseconds(500))
        #expect(waits == waits.sorted())
        #expect(waits.last == BackOff.longest)
        backOff.succeeded()
        let first = backOff.wait()
        #expect(first == .milliseconds(500))
    }
}
