// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

/// A listener gets what changed, and can put the whole together.
@Suite struct HeardDevicesTests {
    private func device(_ number: UInt8, rssi: Int) throws -> Advertisement {
        let address = try #require(MACAddress([2, 0, 0, 0, 0xB, number]))
        return Advertisement(address: BluetoothAddress(address, kind: .public), rssi: rssi)
    }

    @Test func theFirstUpdateIsWhole() throws {
        let one = try device(1, rssi: -50)
        let update = HeardDevices(from: nil, to: [one])
        #expect(update == HeardDevices([one], isWhole: true) && !update.isEmpty)
        #expect(HeardDevices(from: nil, to: []).isWhole)
        #expect(try update.applied(to: [device(2, rssi: -50), device(1, rssi: -90)]) == [one])
    }

    @Test func aLaterUpdateHasWhatChanged() throws {
        let before = try [device(1, rssi: -50), device(2, rssi: -50), device(3, rssi: -50)]
        let after = try [before[0], device(2, rssi: -40), device(4, rssi: -60)]
        let update = HeardDevices(from: before, to: after)
        #expect(update == HeardDevices([after[1], after[2]], gone: [before[2].address.address]))
        #expect(update.applied(to: before) == after)
        #expect(HeardDevices(from: after, to: after).isEmpty)
    }

    /// A device that uses its identity address from now on is another one by address.
    @Test func anAddressThatChangesIsGone() throws {
        let (former, identity) = (try device(1, rssi: -50), try device(9, rssi: -50))
        let update = HeardDevices(from: [former], to: [identity])
        #expect(update.gone == [former.address.address] && update.applied(to: [former]) == [identity])
    }
}
