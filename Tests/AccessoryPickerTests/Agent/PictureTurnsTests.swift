// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

struct PictureTurnsTests {
    /// The answers to these sessions, one after another.
    private func answers(_ turns: inout PictureTurns, _ sessions: [String]) -> [PictureTurns.Answer] {
        sessions.map { turns.ask($0) }
    }

    /// The numbers that are up as the place gets free this often.
    private func ends(_ turns: inout PictureTurns, _ count: Int) -> [Int?] { (0..<count).map { _ in turns.end() } }

    @Test func givesThePlaceInTurns() {
        var turns = PictureTurns()
        #expect(answers(&turns, ["a", "a", "b", "c", "b"]) == [.now, .refused, .later(2), .later(3), .later(4)])
        // The page of a session that asks again may be gone.
        #expect(!turns.has(2) && turns.has(3) && turns.has(4))
        #expect(ends(&turns, 1) == [4])
        // Whoever had it comes after those who wait.
        #expect(answers(&turns, ["a"]) == [.later(5)])
        #expect(ends(&turns, 3) == [3, 5, nil])
        #expect(answers(&turns, ["b"]) == [.now])
    }

    @Test func forgetsWhoWaitsNoLonger() {
        var turns = PictureTurns()
        _ = answers(&turns, ["a", "b", "c"])
        let isUp = turns.claim(2)
        #expect(!isUp && !turns.has(2))
        #expect(ends(&turns, 1) == [3])
        let isNowUp = turns.claim(3)
        #expect(isNowUp)
    }

    /// The page asks a second later. Whoever holds the place and asks at once is not before it.
    @Test func servesWhoAsksAgainInTheOldPlace() {
        var turns = PictureTurns()
        _ = answers(&turns, ["a", "b", "c"])
        _ = turns.claim(3)
        #expect(ends(&turns, 1) == [2])
        #expect(answers(&turns, ["a", "c"]) == [.later(4), .later(5)])
        #expect(ends(&turns, 2) == [5, 4])
    }

    @Test func keepsNoPlaceForWhoIsAwayWhileTheLineIsFull() {
        var turns = PictureTurns()
        _ = answers(&turns, (0...PictureTurns.limit).map { "\($0)" })
        _ = turns.claim(2)
        #expect(answers(&turns, ["other", "1", "another"]) == [.later(PictureTurns.limit + 2), .refused, .refused])
    }

    @Test func hasAnEndToThoseWhoWait() {
        var turns = PictureTurns()
        let answers = answers(&turns, (0...PictureTurns.limit + 1).map { "\($0)" })
        #expect(answers.dropLast().allSatisfy { $0 != .refused } && answers.last == .refused)
    }
}
