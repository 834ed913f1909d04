// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import FoundationEssentials
import Testing

@testable import AccessoryDaemon

@Suite struct StoreTests {
    private let record = AccessRecord(
        app: "org.example.camera", uid: 1000, proof: Proof(.unit, "camera.service"),
        accessory: Accessory(
            id: "one", displayName: "Camera", image: "camera", ssid: try? SSID([0xFF, 0x00, 0x41]),
            bssid: MACAddress("02:00:00:00:01:01"), bluetoothIdentifier: "two", state: .authorized),
        bluetoothAddress: MACAddress("02:00:00:00:01:02"), security: .wpa2,
        accessPoints: [MACAddress("02:00:00:00:01:01"), MACAddress("02:00:00:00:01:03")].compactMap { $0 },
        frequency: 2437,
        isHidden: true,
        origin: .picker, grantedBy: "uid 1000",
        granted: Timestamp(seconds: 17), expires: Timestamp(seconds: 99))

    @Test func recordsSurvive() throws {
        try Agent.inDirectory { directory in
            try Store(directory: directory).write([.put(record, Passphrase("camera-0042"))])
            let store = try Store(directory: directory)
            #expect(try store.records() == [record])
            #expect(try store.passphrase(of: "one")?.secret == "camera-0042")
        }
    }

    @Test func theLastGrantTakesTheSecretWithIt() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            var other = record
            other.app = "org.example.other"
            try store.write([.put(record, Passphrase("camera-0042")), .put(other, nil)])
            try store.write([.remove(record.key)])
            #expect(try store.passphrase(of: "one") != nil)
            try store.write([.remove(other.key)])
            #expect(try store.passphrase(of: "one") == nil)
            #expect(try store.records().isEmpty)
        }
    }

    @Test func aPersonsPictureStaysBesideTheAppsUntilTheLastGrant() throws {
        try Agent.inDirectory { directory in
            let (apps, own): ([UInt8], [UInt8]) = (Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0], [0xFF, 0xD8, 0xFF])
            let jpeg = own + [0xC0, 0, 17, 8, 0, 1, 0, 1] + [UInt8](repeating: 0, count: 10)
            let picture = OwnPicture(reference: "image:own", replaced: "image:app")
            try Store(directory: directory).write([
                .put(record, nil), .keep(reference: "image:app", type: "image/gif", data: apps, of: "one"),
                .keepOwn(picture, data: jpeg, of: "one"),
            ])
            let store = try Store(directory: directory)
            #expect(try store.ownPictures() == ["one": picture])
            #expect(try store.picture("image:app")?.bytes == apps)
            #expect(try store.picture("image:own")?.bytes == jpeg)
            try store.write([.dropOwn(of: "one")])
            #expect(try store.ownPictures().isEmpty && store.picture("image:own") == nil)
            #expect(try store.picture("image:app") != nil)
            try store.write([.keepOwn(picture, data: jpeg, of: "one"), .remove(record.key)])
            #expect(try store.ownPictures().isEmpty && store.picture("image:app") == nil)
        }
    }

    @Test func aPlaceAndAnIdentityGoWithTheLastGrant() throws {
        try Agent.inDirectory { directory in
            let place = Location(
                address: try #require(IPAddress("fd00::17")), host: "cam.local", page: "http://[fd00::17]/",
                evidence: .name, isConfirmed: false, lastSeen: Timestamp(seconds: 17), isOnline: false)
            var other = record
            other.app = "org.example.other"
            let identity = ExpectedIdentity(
                family: .shelly, hotspot: try SSID(text: "ShellyPlus1-C049EF8C480C"), bssid: nil)
            try Store(directory: directory).write([
                .put(record, nil), .put(other, nil), .locate("one", place), .identify("one", identity),
            ])
            let store = try Store(directory: directory)
            #expect(try store.locations() == ["one": place])
            #expect(try store.identities() == ["one": identity])
            try store.write([.remove(record.key)])
            #expect(try store.locations().count == 1 && store.identities().count == 1)
            try store.write([.remove(other.key)])
            #expect(try store.locations().isEmpty && store.identities().isEmpty)
        }
    }

    /// Somebody has edited the file: nothing of it becomes a link or a line on a terminal.
    @Test func aPlaceInTheFileIsCheckedAgain() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            try store.database.run(
                "INSERT INTO locations VALUES ('one', '192.168.1.23', 'a b', 'http://evil.example/', 'key', 1, 17)")
            let place = try #require(try store.locations()["one"])
            #expect(place.host == nil && place.page == nil && !place.isOnline)
            try store.database.run("UPDATE locations SET address = '127.0.0.1'")
            let failure = #expect(throws: Store.Failure.self) { _ = try store.locations() }
            #expect(failure.map { $0.description.contains("accessoryd.db") } ?? false)
        }
    }

    @Test func recordsOfTheLatestSchemaWithoutPlacesAreKept() throws {
        try Agent.inDirectory { directory in
            do {
                let store = try Store(directory: directory)
                try store.write([.put(record, nil)])
                for table in ["locations", "identities", "own_pictures", "plain_bonds", "residences"] {
                    try store.database.run("DROP TABLE \(table)")
                }
                try store.database.run("PRAGMA user_version = 10")
            }
            let store = try Store(directory: directory)
            #expect(try store.records() == [record])
            #expect(try store.locations().isEmpty)
        }
    }

    @Test func eachUserHasARecordOfItsOwn() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            var others = [record, record]
            others[0].uid = 1001
            others[1].uid = nil
            try store.write([.put(record, nil)] + others.map { .put($0, nil) })
            #expect(Set(try store.records()) == Set([record] + others))
            try store.write([.remove(others[1].key)])
            #expect(Set(try store.records()) == [record, others[0]])
        }
    }

    @Test func whatBecameOfPlansSurvives() throws {
        try Agent.inDirectory { directory in
            var memory = PlanMemory(
                id: "porch", digest: "d", state: .running, accessories: ["one", "two"], attempts: 2,
                error: AccessoryError(.noAddress, "none"), boot: "b1", changed: Timestamp(seconds: 5))
            let bare = PlanMemory(id: "a", digest: "d", state: .done, boot: "b1", changed: Timestamp(seconds: 6))
            try Store(directory: directory).write([.remember(memory), .remember(bare)])
            let store = try Store(directory: directory)
            #expect(try store.plans() == ["porch": memory, "a": bare])
            (memory.state, memory.error) = (.done, nil)
            try store.write([.remember(memory)])
            #expect(try store.plans()["porch"] == memory)
        }
    }

    private func hotspot(_ name: String, isPrefix: Bool = false, isProtected: Bool = false) throws
        -> HotspotConfiguration
    {
        let ssid = try SSID(text: name)
        return HotspotConfiguration(
            app: record.app, uid: 1000, ssid: isPrefix ? nil : ssid, ssidPrefix: isPrefix ? ssid : nil,
            isProtected: isProtected, isHidden: true, joinOnce: true, applied: Timestamp(seconds: 5),
            expires: Timestamp(seconds: 9))
    }

    @Test func hotspotsSurviveWithTheirSecretsApart() throws {
        try Agent.inDirectory { directory in
            let whole = try hotspot("MyCam", isProtected: true)
            let prefix = try hotspot("MyCam", isPrefix: true)
            try Store(directory: directory).write([.apply(whole, Passphrase("camera-0042")), .apply(prefix, nil)])
            let store = try Store(directory: directory)
            #expect(Set(try store.hotspots()) == [whole, prefix])
            #expect(try store.passphrase(of: whole)?.secret == "camera-0042")
            #expect(try store.passphrase(of: prefix) == nil)
            // Applied again without a passphrase, the old one is gone; removed, it does not come back.
            try store.write([.apply(try hotspot("MyCam"), nil)])
            #expect(try store.passphrase(of: whole) == nil)
            try store.write([
                .apply(whole, Passphrase("camera-0042")), .withdraw(whole), .apply(try hotspot("MyCam"), nil),
            ])
            #expect(try store.passphrase(of: whole) == nil)
            #expect(try store.hotspots().count == 2)
        }
    }

    private func entry(_ app: String, _ name: String, _ action: HistoryEntry.Action = .granted) -> HistoryEntry {
        HistoryEntry(
            time: Timestamp(seconds: 7), action: action, app: app, uid: 1000, accessory: "one", name: name,
            who: "uid 1000", proof: Proof(.unit, "camera.service"), why: "chosen")
    }

    @Test func theHistoryIsReadBackwardsInPages() throws {
        try Agent.inDirectory { directory in
            try Store(directory: directory).write((1...5).map { .note(entry($0 % 2 == 0 ? "b" : "a", "\($0)")) })
            let store = try Store(directory: directory)
            let last = try store.history(app: nil, accessory: nil, before: nil, limit: 2)
            #expect(last.map(\.name) == ["4", "5"])
            #expect(last.map(\.proof) == [Proof(.unit, "camera.service"), Proof(.unit, "camera.service")])
            let earlier = try store.history(app: nil, accessory: nil, before: last[0].id, limit: 2)
            #expect(earlier.map(\.name) == ["2", "3"])
            #expect(
                try store.history(app: "a", accessory: "one", before: nil, limit: 9).map(\.name) == ["1", "3", "5"])
            #expect(try store.history(app: nil, accessory: "two", before: nil, limit: 9).isEmpty)
        }
    }

    @Test func theHistoryKeepsTheLatestOfEachAppAndAction() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            let limit = Limits.historyEntriesPerAction
            try store.write([.note(entry("b", "b"))])
            try store.write((1...limit + 3).map { .note(entry("a", "\($0)")) })
            let all = try store.history(app: nil, accessory: nil, before: nil, limit: 9999)
            #expect(all.map(\.name) == ["b"] + (4...limit + 3).map { "\($0)" })
        }
    }

    @Test func renamesPushOutNothingButRenames() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            let kept: [HistoryEntry.Action] = [.granted, .uplinkGiven, .revoked]
            try store.write(kept.map { .note(entry("a", "kept", $0)) })
            try store.write((1...10_000).map { .note(entry("a", "\($0)", .renamed)) })
            let all = try store.history(app: nil, accessory: nil, before: nil, limit: 9999)
            #expect(all.prefix(3).map(\.action) == kept)
            #expect(all.count == 3 + Limits.historyEntriesPerAction && all.last?.name == "10000")
        }
    }

    @Test func manyAppsTogetherPushOutWhatIsChatterFirst() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            try store.write([.note(entry("a", "kept"))])
            let limit = Limits.historyEntriesPerAction
            let actions = HistoryEntry.Action.allCases.filter(\.isChatter)
            for app in ["a", "b", "c"] {
                for action in actions { try store.write((1...limit).map { .note(entry(app, "\($0)", action)) }) }
            }
            let all = try store.history(app: nil, accessory: nil, before: nil, limit: 99_999)
            #expect(all.count == Limits.historyEntries && all.first?.name == "kept")
            let removed = 3 * actions.count * limit + 1 - Limits.historyEntries
            #expect(all.last?.app == "c" && all.dropFirst().first?.action == actions[removed / limit % actions.count])
        }
    }

    @Test func aFailedChangeLeavesNothingOfTheOthers() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            try store.database.run("DROP TABLE history")
            #expect(throws: Database.Failure.self) { try store.write([.put(record, nil), .note(entry("a", "1"))]) }
            #expect(try store.records().isEmpty)
        }
    }

    @Test func recordsOfTheFirstSchemaAreKept() throws {
        try Agent.inDirectory { directory in
            do {
                let old = try Database(path: directory + "/accessoryd.db")
                try old.run(
                    """
                    CREATE TABLE records (
                        app TEXT NOT NULL, accessory TEXT NOT NULL, uid INTEGER, name TEXT NOT NULL, ssid BLOB, bssid TEXT,
                        state TEXT NOT NULL, security TEXT, frequency INTEGER, hidden INTEGER NOT NULL,
                        origin TEXT NOT NULL, granted_by TEXT NOT NULL, granted INTEGER NOT NULL, expires INTEGER,
                        PRIMARY KEY (app, accessory)) WITHOUT ROWID
                    """)
                try old.run(
                    "CREATE TABLE secrets (accessory TEXT NOT NULL PRIMARY KEY, passphrase TEXT NOT NULL) WITHOUT ROWID"
                )
                try old.run(
                    """
                    CREATE TABLE journal (
                        interface TEXT NOT NULL PRIMARY KEY, ssid BLOB NOT NULL, protection TEXT NOT NULL)
                    """)
                // Each with what its latest join had left behind.
                for (id, uid) in [("one", "1000"), ("two", "NULL")] {
                    try old.run(
                        """
                        INSERT INTO records VALUES ('org.example.camera', '\(id)', \(uid), 'Camera', x'4D7943616D',
                        '02:00:00:00:01:01', 'authorized', 'open', 2437, 1, 'picker', 'uid 1000', 17, NULL)
                        """)
                }
                try old.run("INSERT INTO secrets VALUES ('one', 'camera-0042')")
                try old.run("PRAGMA user_version = 1")
            }
            let store = try Store(directory: directory)
            let records = try store.records().sorted { $0.accessory.id < $1.accessory.id }
            #expect(records.map(\.accessory.id) == ["one", "two"])
            #expect(records.map(\.uid) == [1000, nil])
            #expect(records.allSatisfy { $0.proof == nil && $0.accessory.image == nil })
            // A passphrase that is kept implies a key.
            #expect(records.map(\.security) == [.wpa2, .open])
            #expect(records.first?.accessory.ssid == (try SSID(text: "MyCam")))
            #expect(try store.passphrase(of: "one")?.secret == "camera-0042")
        }
    }

    @Test func theJournalKeepsWhatIsOwed() throws {
        try Agent.inDirectory { directory in
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
}
