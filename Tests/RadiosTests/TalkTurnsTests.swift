// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

struct TalkTurnsTests {
    /// The owners in the order of their turns.
    private func order(_ turns: inout TalkTurns, of owners: [String]) -> String {
        var tickets = owners.reduce(into: [Int: String]()) { $0[turns.enter($1)] = $1 }
        var order = ""
        while let next = turns.next(at: .zero, isHeardFor: false) {
            order += tickets.removeValue(forKey: next) ?? "?"
            turns.take(next)
        }
        return order
    }

    @Test func firstComeFirstServed() {
        var turns = TalkTurns()
        #expect(order(&turns, of: ["a", "b", "c"]) == "abc")
    }

    @Test func manyDevicesOfOneAppGiveItNoMoreTurns() {
        var turns = TalkTurns()
        #expect(order(&turns, of: ["a", "a", "a", "a", "b", "c", "b"]) == "abcabaa")
    }

    @Test func whoeverHadATurnWaitsForWhoeverHadNone() {
        var turns = TalkTurns()
        _ = order(&turns, of: ["a"])
        #expect(order(&turns, of: ["a", "b"]) == "ba")
    }

    @Test func whoeverLeavesKeepsNobodyWaiting() {
        var turns = TalkTurns()
        let (first, second) = (turns.enter("a"), turns.enter("b"))
        turns.leave(first)
        #expect(turns.next(at: .zero, isHeardFor: true) == second)
        turns.leave(second)
        turns.leave(second)
        #expect(turns.next(at: .zero, isHeardFor: true) == nil)
    }

    @Test func whoeverListensHasTheRadioAfterAnAttemptInVain() {
        var turns = TalkTurns()
        turns.take(turns.enter("a"))
        turns.failed(at: .seconds(10))
        let ticket = turns.enter("a")
        #expect(turns.next(at: .seconds(12), isHeardFor: true) == nil)
        #expect(turns.next(at: .seconds(12), isHeardFor: false) == ticket)
        #expect(turns.next(at: .seconds(10) + TalkTurns.hearing, isHeardFor: true) == ticket)
    }

    @Test func anAttemptInVainKeepsNoOtherAppFromItsTurn() {
        var turns = TalkTurns()
        turns.take(turns.enter("a"))
        turns.failed(at: .seconds(10))
        let tickets = (turns.enter("a"), turns.enter("b"))
        #expect(turns.next(at: .seconds(10), isHeardFor: true) == tickets.1)
        turns.take(tickets.1)
        turns.failed(at: .seconds(20))
        // A third one that is not found yet is heard, whoever's attempt was in vain.
        _ = turns.enter("b")
        #expect(turns.next(at: .seconds(22), isHeardFor: true) == nil)
        #expect(turns.next(at: .seconds(20) + TalkTurns.hearing, isHeardFor: true) == tickets.0)
    }

    @Test func anAttemptOfAnAppIsInTheWayOfOtherAppsAlone() {
        var turns = TalkTurns()
        turns.take(turns.enter("a"))
        _ = turns.enter("a")
        #expect(!turns.areInTheWay(isSought: false))
        #expect(turns.areInTheWay(isSought: true))
        _ = turns.enter("b")
        #expect(turns.areInTheWay(isSought: false))
    }

    @Test func whatAPersonHasOrderedIsInNobodysWay() {
        var turns = TalkTurns()
        turns.take(turns.enter(""))
        _ = turns.enter("a")
        #expect(!turns.areInTheWay(isSought: true))
    }
}
