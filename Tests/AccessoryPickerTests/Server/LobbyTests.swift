// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct LobbyTests {
    @Test func oneAddressClosesItsOwnOldest() {
        var lobby = Lobby()
        #expect(lobby.enter(1000, from: "10.0.0.1").isEmpty)
        var leaving: [Int] = []
        for id in 0..<75 { leaving += lobby.enter(id, from: "10.0.0.2") }
        #expect(leaving == Array(0..<75 - Lobby.addressLimit))
        #expect(lobby.count == Lobby.addressLimit + 1)
    }

    @Test func manyAddressesCloseThoseOfWhoHasMost() {
        var lobby = Lobby()
        _ = lobby.enter(1, from: "a")
        for id in 10..<13 { _ = lobby.enter(id, from: "b") }
        var leaving: [Int] = []
        for id in 100..<100 + Lobby.strangerLimit - 2 { leaving += lobby.enter(id, from: "\(id)") }
        #expect(leaving == [10, 11])
        #expect(lobby.count == Lobby.strangerLimit)
    }

    @Test func strangersNeverCloseTheSessions() {
        var lobby = Lobby()
        for id in 0..<6 {
            _ = lobby.enter(id, from: "a")
            #expect(lobby.recognize(id).isEmpty)
        }
        for id in 10..<500 {
            let leaving = lobby.enter(id, from: "\(id % 50)")
            #expect(leaving.allSatisfy { $0 >= 10 })
        }
        #expect(lobby.count == 6 + Lobby.strangerLimit)
    }

    @Test func theSessionHasALimitToo() {
        var lobby = Lobby()
        var leaving: [Int] = []
        for id in 0..<40 {
            leaving += lobby.enter(id, from: "a")
            leaving += lobby.recognize(id)
            leaving += lobby.recognize(id)
        }
        #expect(leaving == Array(0..<40 - Lobby.sessionLimit))
    }

    @Test func refusalsHaveALineTenfoldEach() {
        var refusals = Refusals()
        let lines = (0..<5000).compactMap { _ in refusals.line(.unknown) }
        #expect(lines.count == 4 && lines[0].hasSuffix("refused.") && lines[3].hasSuffix("1000 times by now."))
        #expect(refusals.line(.used) != nil)
        #expect(refusals.line(.opened(Session())) != nil)
    }
}
