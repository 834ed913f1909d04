// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import FoundationEssentials
import Glibc
import Testing

@testable import AccessoryDaemon

/// The store's file: whose it is, and what is said of one that is damaged, foreign or none.
@Suite struct StoreFileTests {
    private let record = AccessRecord(
        app: "org.example.camera", uid: 1000,
        accessory: Accessory(id: "one", displayName: "Camera", ssid: nil, bssid: nil, state: .authorized),
        security: nil,
        frequency: nil, isHidden: false, origin: .picker, grantedBy: "uid 1000", granted: Timestamp(seconds: 17))

    @Test func onlyItsOwnerMayReadIt() throws {
        try Agent.inDirectory { directory in
            _ = try Store(directory: directory + "/state")
            let folder = try FileManager.default.attributesOfItem(atPath: directory + "/state")
            let file = try FileManager.default.attributesOfItem(atPath: directory + "/state/accessoryd.db")
            #expect(folder[.posixPermissions] as? Int == 0o700)
            #expect(file[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test(arguments: [0, 4096])
    func aDamagedDatabaseIsNamedAndLeftAsItIs(_ offset: Int) throws {
        try Agent.inDirectory { directory in
            let path = directory + "/accessoryd.db"
            do {
                let store = try Store(directory: directory)
                for number in 0..<200 {
                    var record = record
                    record.accessory.id = "accessory-\(number)"
                    try store.write([.put(record, nil)])
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

    /// One that cannot be is damage.
    @Test(arguments: [(-1, "backup"), (99, "newer accessoryd")])
    func refusesAForeignSchemaAndNamesTheCure(version: Int, cure: String) throws {
        try Agent.inDirectory { directory in
            _ = try Store(directory: directory)
            try Database(path: directory + "/accessoryd.db").run("PRAGMA user_version = \(version)")
            let failure = #expect(throws: Store.Failure.self) { _ = try Store(directory: directory) }
            #expect(failure.map { $0.description.contains(cure) } ?? false)
        }
    }

    /// quick_check takes a table that is gone for none.
    @Test func refusesADatabaseWithoutATableAndNamesIt() throws {
        for table in Store.tables {
            try Agent.inDirectory { directory in
                _ = try Store(directory: directory)
                let path = directory + "/accessoryd.db"
                let database = try Database(path: path)
                let all = try database.run(
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
                #expect(all.map { $0[0] } == Store.tables.map { .text($0) })
                try database.run("DROP TABLE \(table)")
                let failure = #expect(throws: Store.Failure.self) { _ = try Store(directory: directory) }
                let text = try #require(failure).description
                #expect(text.contains("\(path): has no table '\(table)'") && text.contains("backup"))
            }
        }
    }

    @Test func saysThatAFileWasEmptyAndOpenToOthers() throws {
        try Agent.inDirectory { directory in
            let path = directory + "/accessoryd.db"
            try Data().write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            do {
                let store = try Store(directory: directory)
                let notices = store.notices
                #expect(notices.count == 2 && notices[0].contains("was empty") && notices[1].contains("other users"))
                for file in ["", "-wal", "-shm"] {
                    let file = try FileManager.default.attributesOfItem(atPath: path + file)
                    #expect(file[.posixPermissions] as? Int == 0o600)
                }
            }
            #expect(try Store(directory: directory).notices.isEmpty)
        }
    }

    /// A copy of the file alone, as people make it, has everything; one without its latest changes says so.
    @Test func hasAllInTheFileThatPeopleBackUp() throws {
        try Agent.inDirectory { directory in
            let path = directory + "/accessoryd.db"
            let store = try Store(directory: directory)
            let copy = directory + "/copy"
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: path, toPath: copy + "/accessoryd.db")
            #expect(try Store(directory: copy).notices.isEmpty)
            let bond = try #require(MACAddress("24:0a:c4:12:34:00"))
            try store.write([.owe(bond: bond)])
            store.fold()
            try FileManager.default.removeItem(atPath: copy)
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: path, toPath: copy + "/accessoryd.db")
            #expect(try Store(directory: copy).owedBonds() == [bond])
        }
    }

    @Test func saysThatItsRecordsWereInAFileThatIsGone() throws {
        try Agent.inDirectory { directory in
            let path = directory + "/accessoryd.db"
            try Database(path: path).run("CREATE TABLE another (number INTEGER)")
            chmod(path, 0o600)
            let notices = try Store(directory: directory).notices
            #expect(notices.count == 1 && notices[0].contains("had no access records") && notices[0].contains("-wal"))
            #expect(try Store(directory: directory).notices.isEmpty)
        }
    }

    @Test func leavesTheModeOfAnothersFileBehindALink() throws {
        try Agent.inDirectory { directory in
            let other = directory + "/other"
            try Data("root:x:0:0\n".utf8).write(to: URL(filePath: other))
            chmod(other, 0o644)
            try #require(symlink(other, directory + "/accessoryd.db") == 0)
            #expect(throws: Store.Failure.self) { _ = try Store(directory: directory) }
            let file = try FileManager.default.attributesOfItem(atPath: other)
            #expect(file[.posixPermissions] as? Int == 0o644)
        }
    }

    @Test func saysNothingOfItsOwnFileBehindALink() throws {
        try Agent.inDirectory { directory in
            _ = try Store(directory: directory)
            try FileManager.default.createDirectory(atPath: directory + "/state", withIntermediateDirectories: true)
            try #require(symlink(directory + "/accessoryd.db", directory + "/state/accessoryd.db") == 0)
            #expect(try Store(directory: directory + "/state").notices.isEmpty)
        }
    }

    @Test func refusesAFileThatOthersCanWrite() throws {
        try Agent.inDirectory { directory in
            _ = try Store(directory: directory)
            let path = directory + "/accessoryd.db"
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            let failure = #expect(throws: Store.Failure.self) { _ = try Store(directory: directory) }
            #expect(failure.map { $0.description.contains("everybody can write") } ?? false)
        }
    }

    @Test func namesTheRowThatCannotBeReadAndTheCure() throws {
        try Agent.inDirectory { directory in
            let store = try Store(directory: directory)
            try store.write([.put(record, Passphrase("camera-0042"))])
            try store.database.run("UPDATE records SET state = 'broken'")
            let failure = try #require(throws: Store.Failure.self) { try store.records() }
            #expect(
                failure.description == "\(directory)/accessoryd.db: a record cannot be read ('org.example.camera', "
                    + "1000, 'one'); restore it from a backup, or move it away to begin without any access record")
        }
    }

    @Test func refusesAStoreThatIsNoFile() throws {
        try Agent.inDirectory { directory in
            try #require(mkfifo("\(directory)/accessoryd.db", 0o600) == 0)
            let failure = try #require(throws: Store.Failure.self) { try Store(directory: directory) }
            #expect(failure.description.hasSuffix("accessoryd.db is not a file; move it away, or use --state-dir"))
        }
    }
}
