// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Testing

@testable import AccessoryDaemon

@Suite struct StoreTests {
    private let record = AccessRecord(
        app: "org.example.camera", uid: 1000,
        accessory: Accessory(
            id: "one", displayName: "Camera", ssid: try? SSID([0xFF, 0x00, 0x41]),
            bssid: MACAddress("02:00:00:00:01:01"), state: .authorized),
        security: .wpa2, frequency: 2437, isHidden: true, origin: .picker, grantedBy: "uid 1000",
        granted: Timestamp(seconds: 17), expires: Timestamp(seconds: 99))

    private func inDirectory(_ body: (String) throws -> Void) throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    @Test func recordsSurvive() throws {
        try inDirectory { directory in
            try Store(directory: directory).put(record, passphrase: Passphrase("camera-0042"))
            let store = try Store(directory: directory)
            #expect(try store.records() == [record])
            #expect(try store.passphrase(of: "one")?.secret == "camera-0042")
        }
    }

    @Test func theLastGrantTakesTheSecretWithIt() throws {
        try inDirectory { directory in
            let store = try Store(directory: directory)
            var other = record
            other.app = "org.example.other"
            try store.put(record, passphrase: Passphrase("camera-0042"))
            try store.put(other, passphrase: nil)
            try store.remove(app: record.app, accessory: "one")
            #expect(try store.passphrase(of: "one") != nil)
            try store.remove(app: other.app, accessory: "one")
            #expect(try store.passphrase(of: "one") == nil)
            #expect(try store.records().isEmpty)
        }
    }

    @Test func theJournalKeepsWhatIsOwed() throws {
        try inDirectory { directory in
            let protection = Protection(
                uplink: Uplink(interface: "wlan0", profile: "u", name: "HomeNet", ssid: try SSID(text: "HomeNet")),
                checkpoint: "/c", profile: "p")
            try Store(directory: directory).journal(protection, ssid: SSID(text: "MyCam-1"))
            let store = try Store(directory: directory)
            #expect(try store.unfinished().map(\.protection) == [protection])
            try store.forget(protection)
            #expect(try store.unfinished().isEmpty)
        }
    }

    @Test func onlyItsOwnerMayReadIt() throws {
        try inDirectory { directory in
            _ = try Store(directory: directory + "/state")
            let folder = try FileManager.default.attributesOfItem(atPath: directory + "/state")
            let file = try FileManager.default.attributesOfItem(atPath: directory + "/state/accessoryd.db")
            #expect(folder[.posixPermissions] as? Int == 0o700)
            #expect(file[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test(arguments: [0, 4096])
    func aDamagedDatabaseIsNamedAndLeftAsItIs(_ offset: Int) throws {
        try inDirectory { directory in
            let path = directory + "/accessoryd.db"
            do {
                let store = try Store(directory: directory)
                for number in 0..<200 {
                    var record = record
                    record.accessory.id = "accessory-\(number)"
                    try store.put(record, passphrase: nil)
                }
            }
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            try #require(bytes.count > offset + 512)
            for index in 0..<512 { bytes[offset + index] = 0x5A }
            try Data(bytes).write(to: URL(filePath: path))
            let failure = #expect(throws: Store.Failure.self) { _ = try Store(directory: directory) }
            #expect(failure.map { $0.description.contains(path) && $0.description.contains("backup") } ?? false)
            #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == bytes)
        }
    }

    @Test func aNewerSchemaIsNotTouched() throws {
        try inDirectory { directory in
            _ = try Store(directory: directory)
            try Database(path: directory + "/accessoryd.db").run("PRAGMA user_version = 99")
            let failure = #expect(throws: Store.Failure.self) { _ = try Store(directory: directory) }
            #expect(failure.map { $0.description.contains("newer accessoryd") } ?? false)
        }
    }
}
