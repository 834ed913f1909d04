// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct ProximityTests {
    private var proximity = Proximity()
    private var heard = Duration.zero

    private mutating func observe(_ values: Int?...) throws -> Bool {
        for value in values {
            heard += .seconds(1)
            proximity.observe(try advertisement(rssi: value))
        }
        return proximity.isImmediate(try bssid(1))
    }

    private func advertisement(rssi: Int?) throws -> Advertisement {
        Advertisement(address: BluetoothAddress(try bssid(1), kind: .public), rssi: rssi, heard: heard)
    }

    @Test func knowsNothingOfWhatItHasNotSeen() throws { #expect(try !proximity.isImmediate(bssid(1))) }

    @Test(arguments: [(-40, true), (-45, true), (-46, false), (-90, false), (20, true), (127, false), (21, false)])
    mutating func takesForNearWhatIsStrong(rssi: Int, isNear: Bool) throws {
        #expect(try observe(rssi) == isNear)
    }

    @Test mutating func isNeverNearWithoutAStrength() throws {
        #expect(try !observe(nil))
        #expect(try !observe(-40, nil))
    }

    @Test mutating func staysNearInBetween() throws {
        #expect(try observe(-40))
        #expect(try observe(-50, -50, -50, -54, -54, -54, -54))
        #expect(try !observe(-70, -70))
    }

    @Test mutating func staysAwayInBetween() throws {
        #expect(try !observe(-60, -50, -50, -50, -46, -46, -46, -46, -46))
        #expect(try observe(-40, -40))
    }

    @Test mutating func isNotTakenInByOnePacket() throws {
        #expect(try !observe(-70, -70, -30))
        #expect(try observe(-30, -30, -30, -30, -30, -30, -30, -70))
    }

    @Test mutating func countsEachAdvertisementOnce() throws {
        #expect(try !observe(-70))
        heard += .seconds(1)
        for _ in 0..<50 { proximity.observe(try advertisement(rssi: -40)) }
        #expect(try !proximity.isImmediate(bssid(1)))
    }

    @Test mutating func forgets() throws {
        #expect(try observe(-40))
        proximity.forget(try bssid(2))
        #expect(try proximity.isImmediate(bssid(1)))
        proximity.forget(try bssid(1))
        #expect(proximity == Proximity())
    }
}
