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
            if finding?.isConfirmed == true { confirmed += 1 }
            if room.falsehoods > 0 { elsewhere.append(seed) }
        }
        #expect(elsewhere.isEmpty, "confirmed elsewhere: \(elsewhere)")
        #expect(isolated > 50)
        #expect(confirmed * 10 >= possible * 6, "\(confirmed) of \(possible) are confirmed")
    }

    @Test func noRoomHasAFalseReportWhileAddressesChange() throws {
        var (elsewhere, moved, followed) = ([UInt64](), 0, 0)
        for seed in Self.seeds.prefix(60) {
            var room = try HomeRoom(seed: seed)
            let reports = try room.follow()
            if room.falsehoods > 0 { elsewhere.append(seed) }
            guard !room.isIsolated, room.plugs[room.wanted].hasMoved else { continue }
            moved += 1
            let last = reports.last { $0.isConfirmed }?.place?.address
            if last == "192.168.1.\(room.plugs[room.wanted].address)" { followed += 1 }
        }
        #expect(elsewhere.isEmpty, "confirmed elsewhere: \(elsewhere)")
        #expect(moved > 20)
        #expect(followed * 10 >= moved * 6, "\(followed) of \(moved) were followed")
    }

    @Test func theSameSeedHasTheSameEnd() throws {
        var (one, other) = (try HomeRoom(seed: 7), try HomeRoom(seed: 7))
        let ends = (try one.play(), try other.play())
        #expect(ends.0 == ends.1)
    }
}
