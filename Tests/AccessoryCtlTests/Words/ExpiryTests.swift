// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import accessoryctl

@Suite struct ExpiryTests {
    /// 2026-05-28T20:26:40Z
    private let now = Timestamp(seconds: 1_780_000_000)

    @Test(arguments: [("30d", 2_592_000), ("12h", 43_200), ("90s", 90), ("5m", 300)])
    func countsALengthFromNow(_ text: String, _ seconds: Int64) throws {
        #expect(try Expiry(argument: text)?.timestamp(at: now).seconds == now.seconds + seconds)
    }

    @Test func endsWhenTheDayBeginsHere() throws {
        let end = try LocalZone.$offset.withValue({ _ in 3600 }) {
            try Expiry(argument: "2026-12-24")?.timestamp(at: now)
        }
        // 2026-12-23T23:00:00Z
        #expect(end?.seconds == 1_798_066_800)
    }

    @Test func beginsTheDayByTheClocksOfThatDay() throws {
        // Sydney's clocks go from 10 to 11 hours ahead at 2 in that night, 2026-10-03T16:00:00Z.
        let change = Timestamp(seconds: 1_791_043_200)
        let end = try LocalZone.$offset.withValue({ $0 < change ? 36_000 : 39_600 }) {
            try Expiry(argument: "2026-10-04")?.timestamp(at: now)
        }
        // 2026-10-03T14:00:00Z
        #expect(end?.seconds == 1_791_036_000)
    }

    @Test(arguments: [
        "", "30", "0d", "1y", "tomorrow", "2026-02-30", "2026-13-01", "2026-1-1", "24-12-2026", "-001-01-01",
    ])
    func refusesWhatIsNeitherALengthNorADay(_ text: String) { #expect(Expiry(argument: text) == nil) }

    @Test func refusesWhatIsOver() {
        let error = #expect(throws: UsageError.self) {
            try LocalZone.$offset.withValue({ _ in 0 }) { try Expiry(argument: "2026-05-28")?.timestamp(at: now) }
        }
        #expect(
            error?.description == "--expires: 2026-05-28T00:00:00Z is over already; it is 2026-05-28T20:26:40Z")
    }
}
