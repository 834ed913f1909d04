// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

@Suite struct ShareTests {
    @Test func oneOwnerHasSoMuch() throws {
        var share = Share<String>(limit: 100, limitOfOne: 10, little: 2)
        try share.take(10, for: "a")
        #expect(throws: Share<String>.Refusal.ownersLimit(10)) { try share.take(1, for: "a") }
        share.giveBack(1, of: "a")
        #expect(throws: Never.self) { try share.take(1, for: "a") }
    }

    @Test func theLastQuarterIsForThoseWhoHaveLittle() throws {
        var share = Share<Int>(limit: 100, limitOfOne: 10, little: 2)
        for owner in 1...7 { try share.take(10, for: owner) }
        try share.take(5, for: 8)
        #expect(throws: Share<Int>.Refusal.commonLimit(100)) { try share.take(1, for: 8) }
        #expect(throws: Share<Int>.Refusal.commonLimit(100)) { try share.take(3, for: 9) }
        for owner in 100..<125 { try share.take(1, for: owner) }
        #expect(throws: Share<Int>.Refusal.commonLimit(100)) { try share.take(1, for: 200) }
        #expect(share.taken == 100)
    }

    @Test func whatIsGivenBackIsThereAgain() throws {
        var share = Share<Int>(limit: 4, limitOfOne: 4, little: 4)
        try share.take(4, for: 1)
        share.giveBack(4, of: 1)
        #expect(share.taken == 0 && share[1] == 0)
        #expect(throws: Never.self) { try share.take(4, for: 2) }
    }
}
