// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Rooms
import Testing

/// Whole rooms with clones, renamed networks, rotating addresses and losses; `Tests/Benchmarks/bridge` has ten thousand.
struct RoomsTests {
    /// The seeds stay, so that a failure is there again.
    private static let tallies = (1...36).map { seed in
        Judge.judge(Room(seed: seed, accessories: 1 + Int(seed) / 2), rules: BridgeRule.builtIn)
    }

    @Test(arguments: tallies.indices)
    func neverBridgeToANetworkThatIsNotTheDevices(room: Int) {
        let tally = Self.tallies[room]
        #expect(tally.falseBridges.isEmpty, "\(tally.falseBridges)")
    }

    @Test func bridgeAllThatIsStructuralAndNearlyAllThatSuffices() {
        let tally = Self.tallies.reduce(into: Tally()) { $0 += $1 }
        #expect(tally.all.structuralRight == tally.all.structural, "\(tally.missed)")
        #expect(tally.all.sufficientRight * 100 >= tally.all.sufficient * 99, "\(tally.missed)")
        #expect(
            tally.all.structural > 50 && tally.all.sufficient > tally.all.structural + 50, "there is much to be found")
        #expect(tally.families.count == Family.allCases.count)
    }

    @Test func areTheSameForTheSameSeed() {
        let rooms = [Room(seed: 5), Room(seed: 5)].map { room in room.course.map { "\($0.time) \($0.what)" } }
        #expect(rooms[0] == rooms[1])
        #expect(rooms[0].count > 1)
    }

    /// The judge knows by itself which correlations are to be found.
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
        let faults = (1...20 as ClosedRange<UInt64>).flatMap { seed in
            Judge.judge(Room(seed: seed, accessories: 30), rules: [careless]).falseBridges
        }
        #expect(!faults.isEmpty)
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
