// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct ConnectionLimitTests {
    private static let phone = ConnectionLimit.Owner(session: "phone", hasKey: true)
    private static let flood = ConnectionLimit.Owner(session: "flood", hasKey: true)

    /// Another program of the host has it, and the page's own first requests have no more.
    @Test func theCookieAloneClosesNoConnectionWithTheKey() {
        let thief = ConnectionLimit.Owner(session: "phone", hasKey: false)
        var limit = ConnectionLimit()
        _ = limit.add(0, from: "a")
        for owner in [thief, Self.phone, thief] { #expect(limit.recognize(0, as: owner).isEmpty) }
        var surplus: [Int] = []
        for id in 1..<100 {
            _ = limit.add(id, from: "a")
            surplus += limit.recognize(id, as: thief)
        }
        #expect(surplus == Array(1..<100 - ConnectionLimit.sessionLimit + 1))
    }

    @Test func oneAddressClosesItsOwnOldest() {
        var limit = ConnectionLimit()
        #expect(limit.add(1000, from: "10.0.0.1").isEmpty)
        var surplus: [Int] = []
        for id in 0..<75 { surplus += limit.add(id, from: "10.0.0.2") }
        #expect(surplus == Array(0..<75 - ConnectionLimit.addressLimit))
        #expect(limit.count == ConnectionLimit.addressLimit + 1)
    }

    @Test func manyAddressesCloseThoseOfWhoHasMost() {
        var limit = ConnectionLimit()
        _ = limit.add(1, from: "a")
        for id in 10..<13 { _ = limit.add(id, from: "b") }
        var surplus: [Int] = []
        for id in 100..<100 + ConnectionLimit.strangerLimit - 2 { surplus += limit.add(id, from: "\(id)") }
        #expect(surplus == [10, 11])
        #expect(limit.count == ConnectionLimit.strangerLimit)
    }

    @Test func strangersNeverCloseTheSessions() {
        var limit = ConnectionLimit()
        for id in 0..<6 {
            _ = limit.add(id, from: "a")
            #expect(limit.recognize(id, as: Self.phone).isEmpty)
        }
        for id in 10..<500 {
            let surplus = limit.add(id, from: "\(id % 50)")
            #expect(surplus.allSatisfy { $0 >= 10 })
        }
        #expect(limit.count == 6 + ConnectionLimit.strangerLimit)
    }

    @Test func theSessionHasALimitToo() {
        var limit = ConnectionLimit()
        var surplus: [Int] = []
        for id in 0..<40 {
            surplus += limit.add(id, from: "a")
            for _ in 0..<2 { surplus += limit.recognize(id, as: Self.phone) }
        }
        #expect(surplus == Array(0..<40 - ConnectionLimit.sessionLimit))
    }

    @Test func oneSessionClosesNoOthersConnections() {
        var limit = ConnectionLimit()
        var surplus: [Int] = []
        for id in 0..<200 {
            _ = limit.add(id, from: "a")
            surplus += limit.recognize(id, as: id < 6 ? Self.phone : Self.flood)
        }
        #expect(surplus.first == 6)
        #expect(surplus.count == 200 - ConnectionLimit.sessionLimit)
    }
}
