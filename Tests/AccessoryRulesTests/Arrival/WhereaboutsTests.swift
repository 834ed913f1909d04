// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Testing

@Suite struct WhereaboutsTests {
    private func place(
        _ last: UInt8 = 23, _ evidence: ArrivalEvidence = .station, confirmed: Bool = true, at seconds: Int64 = 100,
        page: String? = nil
    ) throws -> Location {
        Location(
            address: try #require(IPAddress([192, 168, 1, last])), page: page, evidence: evidence,
            isConfirmed: confirmed, lastSeen: Timestamp(seconds: seconds))
    }

    private func away(_ place: Location) -> Location {
        var place = place
        place.isOnline = false
        return place
    }

    @Test func arrivesMovesAndGoes() throws {
        var whereabouts = Whereabouts()
        let (first, second) = (try place(23), try place(24, at: 101))
        #expect(whereabouts.receive(.notSeen) == [])
        #expect(whereabouts.receive(.seen(first)) == [.write(first), .notify(.arrived, first)])
        #expect(whereabouts.receive(.seen(second)) == [.write(second), .notify(.moved, second)])
        #expect(whereabouts.receive(.notSeen) == [.write(away(second)), .notify(.gone, away(second))])
        #expect(whereabouts.receive(.notSeen) == [])
        #expect(whereabouts.location == away(second))
        let third = try place(24, at: 102)
        #expect(whereabouts.receive(.seen(third)) == [.write(third), .notify(.arrived, third)])
    }

    @Test func isNotOnlineAfterARestartUntilItIsSeen() throws {
        let stored = try place(23)
        var whereabouts = Whereabouts(stored: stored)
        #expect(whereabouts.location == away(stored))
        #expect(whereabouts.receive(.notSeen) == [])
        let moved = try place(24, at: 200)
        #expect(whereabouts.receive(.seen(moved)) == [.write(moved), .notify(.arrived, moved)])
    }

    @Test func anAnnouncementDoesNotDisplaceAConfirmedPlace() throws {
        var whereabouts = Whereabouts()
        let genuine = try place(23)
        _ = whereabouts.receive(.seen(genuine))
        for last: UInt8 in [23, 66] {
            #expect(whereabouts.receive(.seen(try place(last, .name, confirmed: false, at: 200))) == [])
            #expect(whereabouts.location == genuine)
        }
        // Once the accessory is gone, the announcement is a reason to look, marked as such.
        _ = whereabouts.receive(.notSeen)
        let likely = try place(66, .name, confirmed: false, at: 300)
        #expect(whereabouts.receive(.seen(likely)) == [.write(likely), .notify(.arrived, likely)])
        #expect(whereabouts.location?.isConfirmed == false)
        let confirmed = try place(23, at: 400)
        #expect(whereabouts.receive(.seen(confirmed)) == [.write(confirmed), .notify(.moved, confirmed)])
    }

    @Test func anOldSightingIsNotThePresent() throws {
        var whereabouts = Whereabouts()
        #expect(whereabouts.location(at: Timestamp(seconds: 0)) == nil)
        let seen = try place(at: 10_000)
        _ = whereabouts.receive(.seen(seen))
        for (seconds, isOnline) in [
            (10_000, true), (10_899, true), (10_900, false), (9_101, true), (9_100, false),
        ] as [(Int64, Bool)] {
            #expect(whereabouts.location(at: Timestamp(seconds: seconds))?.isOnline == isOnline, "\(seconds)")
        }
        // Nobody looked meanwhile, so it did not go, and does not arrive again.
        let later = try place(at: 12_000)
        #expect(whereabouts.receive(.seen(later)) == [.write(later)])
        #expect(whereabouts.location(at: Timestamp(seconds: 12_000)) == later)
    }

    @Test func whatWasLikelyArrivesOnceItIsConfirmed() throws {
        var whereabouts = Whereabouts()
        _ = whereabouts.receive(.seen(try place(23, .name, confirmed: false)))
        let confirmed = try place(23, at: 101)
        #expect(whereabouts.receive(.seen(confirmed)) == [.write(confirmed), .notify(.arrived, confirmed)])
    }

    @Test func anOldConfirmedPlaceYieldsToALikelyOne() throws {
        var whereabouts = Whereabouts()
        _ = whereabouts.receive(.seen(try place(23, .key, at: 1000)))
        let fresh = try place(23, .address, confirmed: false, at: 1000 + Whereabouts.freshness - 1)
        #expect(whereabouts.receive(.seen(fresh)) == [])
        #expect(whereabouts.location?.lastSeen.seconds == 1000)
        let late = try place(23, .address, confirmed: false, at: 1000 + Whereabouts.freshness)
        #expect(whereabouts.receive(.seen(late)) == [.write(late)])
        #expect(whereabouts.location(at: late.lastSeen) == late)
        // From now on, what is likely is followed, and a confirmation arrives.
        let later = try place(23, .address, confirmed: false, at: 2000)
        #expect(whereabouts.receive(.seen(later)) == [.write(later)])
        let confirmed = try place(23, at: 2001)
        #expect(whereabouts.receive(.seen(confirmed)) == [.write(confirmed), .notify(.arrived, confirmed)])
        let moved = try place(24, .name, confirmed: false, at: 3000)
        #expect(whereabouts.receive(.seen(moved)) == [.write(moved), .notify(.moved, moved)])
    }

    @Test func thatItIsStillThereIsWrittenOnceAMinute() throws {
        var whereabouts = Whereabouts()
        _ = whereabouts.receive(.seen(try place(at: 100)))
        for seconds in stride(from: Int64(101), to: 100 + Whereabouts.writePause, by: 10) {
            #expect(whereabouts.receive(.seen(try place(at: seconds))) == [])
            #expect(whereabouts.location?.lastSeen.seconds == seconds)
        }
        let late = try place(at: 100 + Whereabouts.writePause)
        #expect(whereabouts.receive(.seen(late)) == [.write(late)])
        // The wall clock was set back.
        let early = try place(at: 50)
        #expect(whereabouts.receive(.seen(early)) == [.write(early)])
        let paged = try place(at: 51, page: "http://192.168.1.23/")
        #expect(whereabouts.receive(.seen(paged)) == [.write(paged)])
        #expect(whereabouts.receive(.seen(try place(at: 52))) == [])
        #expect(whereabouts.location?.page?.text == "http://192.168.1.23/")
    }

    /// A thousand walks: every event tells of a difference, and an unconfirmed look never changes a confirmed place.
    @Test func noWalkReportsAChangeThatIsNone() throws {
        var random = Numbers(seed: 18)
        for _ in 0..<1000 {
            var whereabouts = Whereabouts()
            for seconds in Int64(1)...20 {
                let before = whereabouts.location
                let (last, isConfirmed) = (
                    UInt8.random(in: 1...3, using: &random), Bool.random(using: &random)
                )
                let isThere = Int.random(in: 0..<4, using: &random) > 0
                let place = try place(last, confirmed: isConfirmed, at: seconds)
                let look = isThere ? Whereabouts.Event.seen(place) : .notSeen
                let effects = whereabouts.receive(look)
                let after = whereabouts.location
                for case .notify(let change, let place) in effects {
                    #expect(place == after)
                    switch change {
                    case .arrived:
                        let isNews = before?.isConfirmed == false && place.isConfirmed
                        #expect(before?.isOnline != true || isNews)
                    case .moved: #expect(before?.isOnline == true && before?.address != place.address)
                    case .gone: #expect(before?.isOnline == true && !place.isOnline)
                    }
                }
                guard let before, before.isOnline, before.isConfirmed else { continue }
                if case .seen(let place) = look, !place.isConfirmed {
                    #expect(effects.isEmpty && after == before)
                }
            }
        }
    }
}
