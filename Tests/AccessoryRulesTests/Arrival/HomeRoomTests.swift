// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Testing

/// A thousand home networks of fifty equal plugs with a liar in each.
struct HomeRoomTests {
    private static let seeds: ClosedRange<UInt64> = 1...1000

    @Test func noRoomHasAFalseConfirmation() throws {
        var (confirmed, possible, elsewhere, isolated) = (0, 0, [UInt64](), 0)
        for seed in Self.seeds {
            var room = try HomeRoom(seed: seed)
            let finding = try room.play()
            if room.isIsolated {
                isolated += 1
                #expect(finding?.isConfirmed == false, "seed \(seed)")
                continue
            }
            possible += 1
            guard case .confirmed(let place, _)? = finding else { continue }
            confirmed += 1
            if !room.isTrue(place) { elsewhere.append(seed) }
        }
        #expect(elsewhere.isEmpty, "confirmed elsewhere: \(elsewhere)")
        #expect(isolated > 50)
        #expect(confirmed * 10 >= possible * 6, "\(confirmed) of \(possible) are confirmed")
    }

    @Test func theSameSeedHasTheSameEnd() throws {
        var (one, other) = (try HomeRoom(seed: 7), try HomeRoom(seed: 7))
        let ends = (try one.play(), try other.play())
        #expect(ends.0 == ends.1)
    }
}
