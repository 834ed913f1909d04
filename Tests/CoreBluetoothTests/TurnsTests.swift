// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CoreBluetooth

struct TurnsTests {
    @Test func oneRequestHasItsTurnAfterTheOther() {
        var turns = Turns<String>()
        for word in ["a", "b", "c"] { turns.add(word) }
        #expect(turns.next()?.request == "a")
        #expect(turns.next() == nil)
        #expect(turns.finish(2) == nil)
        #expect(turns.finish(1) == "a")
        #expect(turns.finish(1) == nil)
        #expect(turns.next()?.request == "b")
        #expect(turns.removeAll() == ["b", "c"])
        #expect(turns.next() == nil && turns.finish(2) == nil)
    }

    @Test func writesWithoutResponseHaveRoomForAFew() {
        var turns = Turns<Int>()
        for number in 0..<Turns<Int>.enough {
            #expect(turns.hasRoom)
            turns.add(number, isUnconfirmed: true)
        }
        #expect(!turns.hasRoom)
        #expect(turns.makesRoom() == false)
        var done = 0
        while !turns.makesRoom() {
            guard let next = turns.next() else {
                Issue.record("nothing is left after \(done)")
                return
            }
            #expect(turns.finish(next.number) == done)
            done += 1
        }
        #expect(done == Turns<Int>.enough / 2 && turns.hasRoom)
        // Once only.
        #expect(turns.makesRoom() == false)
    }

    @Test func manyRequestsKeepTheirOrder() {
        var turns = Turns<Int>()
        for number in 0..<10_000 { turns.add(number) }
        for number in 0..<10_000 {
            guard let next = turns.next() else {
                Issue.record("\(number) is missing")
                return
            }
            #expect(turns.finish(next.number) == number)
        }
        #expect(turns.removeAll().isEmpty)
    }
}
