// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Rooms
import Testing

/// Whole rooms with clones, renamed networks, rotating addresses and losses; `Tests/Benchmarks/bridge` has ten thousand.
struct RoomsTests {
    /// The seeds stay, so that a failure is there again; a seed that once found a fault is put to them.
    static let seeds: [UInt64] = Array(1...40)

    @Test(arguments: seeds)
    func neverBridgesToANetworkThatIsNotTheDevices(seed: UInt64) {
        let tally = Judge.judge(Room(seed: seed, accessories: 1 + Int(seed)), rules: BridgeRule.builtIn)
        #expect(tally.falseBridges.isEmpty, "\(tally.falseBridges)")
        #expect(tally.missed.isEmpty, "\(tally.missed)")
    }

    @Test func areNotEmpty() {
        var tally = Tally()
        for seed in Self.seeds {
            tally += Judge.judge(Room(seed: seed, accessories: 1 + Int(seed)), rules: BridgeRule.builtIn)
        }
        #expect(tally.all.structural > 100)
        #expect(tally.all.sufficient > tally.all.structural + 100)
        #expect(tally.families.count == Family.allCases.count)
    }

    @Test func areTheSameForTheSameSeed() {
        let rooms = [Room(seed: 5), Room(seed: 5)].map { room in room.course.map { "\($0.time) \($0.what)" } }
        #expect(rooms[0] == rooms[1])
        #expect(rooms[0].count > 1)
    }

    /// What a bridge without any rule of its own finds is what the judge itself would have put there.
    @Test func findNothingForABridgeWithoutRules() {
        let tally = Judge.judge(Room(seed: 5, accessories: 20), rules: [])
        #expect(tally.all.right + tally.all.wrong + tally.all.tooClose == 0)
        #expect(tally.all.sufficient > 0)
        #expect(tally.missed.count == tally.all.sufficient)
    }

    /// Any two that share a family are put together, as a careless bridge would.
    @Test func convictABridgeThatGuesses() throws {
        let careless = BridgeRule(
            family: "careless", text: "there is a GoPro",
            device: [
                .name(BridgeTemplate([.literal(Array("GoPro ".utf8)), .field(.init("any", length: 4, kept: 0))]))
            ],
            network: [.ssid(BridgeTemplate([.literal(Array("GP".utf8)), .field(.init("any", kept: 0))]))],
            weight: .fixed(0.9))
        let tallies = Self.seeds.map { Judge.judge(Room(seed: $0, accessories: 30), rules: [careless]) }
        #expect(tallies.contains { !$0.falseBridges.isEmpty })
    }

    /// The addresses that Espressif's documentation has.
    @Test func countAddressesAsTheirMakerDoes() throws {
        let base = Octets([0x24, 0x0A, 0xC4, 0x12, 0x34, 0xFE])
        #expect(base.next(1).mac == MACAddress("24:0A:C4:12:34:FF"))
        #expect(base.next(2).mac == MACAddress("24:0A:C4:12:34:00"))
        #expect(Octets([0xAC, 0x67, 0xB2, 0, 0, 0x10]).local.mac == MACAddress("AE:67:B2:00:00:10"))
        #expect(Octets([0xAE, 0x67, 0xB2, 0, 0, 0x10]).local.mac == MACAddress("AA:67:B2:00:00:10"))
    }
}
