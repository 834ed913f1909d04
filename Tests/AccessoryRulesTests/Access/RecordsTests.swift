// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct RecordsTests {
    private func record(
        _ app: String, _ id: String, _ name: String?, _ last: UInt8? = nil, state: Accessory.State = .authorized,
        granted: Int64 = 0, expires: Int64? = nil
    ) throws -> AccessRecord {
        AccessRecord(
            app: app, uid: nil,
            accessory: Accessory(
                id: id, displayName: id, ssid: try name.map(ssid), bssid: try last.map(bssid), state: state),
            security: nil, frequency: nil, isHidden: false, origin: .picker, grantedBy: "a person",
            granted: Timestamp(seconds: granted), expires: expires.map { Timestamp(seconds: $0) })
    }

    private func key(_ app: String, _ id: String) -> AccessRecord.Key {
        AccessRecord.Key(app: app, uid: nil, accessory: id)
    }

    @Test func knowsNothingThatWasNotGranted() throws {
        let records = Records([try record("a", "1", "CAM-1")])
        #expect(records[key("b", "1")] == nil)
        #expect(records[key("a", "2")] == nil)
        #expect(records.records(app: "b", ssid: try ssid("CAM-1")).isEmpty)
        #expect(records.records(app: "a", ssid: try ssid("CAM-")).isEmpty)
        #expect(records.records(app: "a", ssid: try ssid("cam-1")).isEmpty)
        #expect(records.all(of: "b").isEmpty)
        #expect(Records().count == 0)
    }

    @Test func findsARecordByIdentifierAndBySSID() throws {
        let record = try record("a", "1", "CAM-1")
        let records = Records([record])
        #expect(records[key("a", "1")] == record)
        #expect(records.records(app: "a", ssid: try ssid("CAM-1")) == [record])
        #expect(records.count == 1)
    }

    @Test func keepsTwoAccessoriesOfOneSSIDApart() throws {
        let first = try record("a", "1", "CAM", 1)
        let second = try record("a", "2", "CAM", 2)
        var records = Records([second, first])
        #expect(records.records(app: "a", ssid: try ssid("CAM")) == [first, second])
        records.remove(key("a", "1"))
        #expect(records.records(app: "a", ssid: try ssid("CAM")) == [second])
        #expect(records[key("a", "1")] == nil)
    }

    @Test func expectsTheBestSecurityOfANameWhoseverItIs() throws {
        var (own, others) = (try record("a", "1", "CAM", 1), try record("b", "2", "CAM", 2))
        (own.security, others.security) = (.open, .wpa2)
        var records = Records([own, others, try record("a", "3", "PLUG", 3)])
        #expect(records.expectedSecurity(of: try ssid("CAM")).least == .wpa2)
        #expect(records.expectedSecurities.mapValues(\.least) == [try ssid("CAM"): .wpa2])
        records.remove(others.key)
        #expect(records.expectedSecurity(of: try ssid("CAM")).least == .open)
        #expect(records.expectedSecurities.isEmpty)
    }

    @Test func replacesARecordThatIsInsertedAgain() throws {
        var records = Records([try record("a", "1", "CAM-1")])
        let renamed = try record("a", "1", "CAM-2")
        records.insert(renamed)
        #expect(records.count == 1)
        #expect(records[key("a", "1")] == renamed)
        #expect(records.records(app: "a", ssid: try ssid("CAM-1")).isEmpty)
        #expect(records.records(app: "a", ssid: try ssid("CAM-2")) == [renamed])
    }

    @Test func keepsAppsApartThatShareAnAccessory() throws {
        var records = Records([try record("a", "1", "CAM"), try record("b", "1", "CAM")])
        records.remove(key("a", "1"))
        records.remove(key("a", "1"))
        #expect(records[key("b", "1")] != nil)
        #expect(records.records(app: "b", ssid: try ssid("CAM")).count == 1)
        #expect(records.count == 1)
    }

    @Test func removesARecordWithoutAnSSID() throws {
        var records = Records([try record("a", "1", nil)])
        #expect(records[key("a", "1")] != nil)
        records.remove(key("a", "1"))
        #expect(records.count == 0)
    }

    @Test func listsInTheOrderOfGranting() throws {
        let all = [
            try record("b", "1", "X", granted: 1), try record("a", "3", "X", granted: 2),
            try record("a", "2", "X", granted: 3), try record("b", "2", "X", granted: 3),
        ]
        let records = Records(all.reversed())
        #expect(records.all() == all)
        #expect(records.all(of: "a").map(\.accessory.id) == ["3", "2"])
    }

    @Test func knowsADeviceThatAnotherAppHasByItsAccessPoint() throws {
        let records = Records([try record("a", "1", "CAM", 1), try record("a", "2", "CAM", 2)])
        #expect(records.accessory(ssid: try ssid("CAM"), bssid: try bssid(2))?.id == "2")
        #expect(records.accessory(ssid: try ssid("CAM"), bssid: try bssid(3)) == nil)
        // Two devices have this SSID, so it identifies neither.
        #expect(records.accessory(ssid: try ssid("CAM"), bssid: nil) == nil)
        #expect(records.accessory(ssid: try ssid("CAM-2"), bssid: try bssid(2)) == nil)
    }

    @Test func knowsTheOnlyDeviceOfAnSSIDAlsoWithoutItsAccessPoint() throws {
        var records = Records([try record("a", "1", "CAM", 1), try record("a", "2", "LAMP")])
        #expect(records.accessory(ssid: try ssid("CAM"), bssid: nil)?.id == "1")
        #expect(records.accessory(ssid: try ssid("LAMP"), bssid: try bssid(7))?.id == "2")
        records.remove(key("a", "1"))
        records.remove(key("a", "2"))
        #expect(records.accessory(ssid: try ssid("CAM"), bssid: nil) == nil)
        #expect(records.accessory(ssid: try ssid("LAMP"), bssid: try bssid(7)) == nil)
    }

    @Test(arguments: Accessory.State.allCases)
    func allowsOnlyWhatIsAuthorized(state: Accessory.State) throws {
        let record = try record("a", "1", "CAM", state: state)
        #expect(record.isValid(at: Timestamp(seconds: 5)) == (state == .authorized))
    }

    @Test func allowsUntilTheLastSecondBeforeTheEnd() throws {
        let record = try record("a", "1", "CAM", expires: 100)
        #expect(record.isValid(at: Timestamp(seconds: 99)))
        #expect(!record.isValid(at: Timestamp(seconds: 100)))
        #expect(!record.isValid(at: Timestamp(seconds: 101)))
        #expect(try self.record("a", "1", "CAM").isValid(at: Timestamp(seconds: .max)))
    }
}
