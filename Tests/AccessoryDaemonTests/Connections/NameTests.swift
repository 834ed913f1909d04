// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing
import Varlink

@testable import AccessoryDaemon

/// A name is one line of 255 bytes wherever it comes in, and what an earlier version wrote can still be listed.
@Suite struct NameTests {
    static let unfit = [
        String(repeating: "x", count: 256), String(repeating: "x", count: 400_000), "a\u{202E}b", "a\u{9B}",
    ]

    @Test(arguments: unfit) func refusesUnfitNamesOfDisplayItems(name: String) async throws {
        try await Agent.run { agent in
            let session = AppSession(agent: agent)
            let items = [DisplayItem(name: name, descriptor: DescriptorFields(ssidPrefix: "MyCam-"))]
            let shown = try await session.refused(ShowPickerRequest(items: items))
            #expect(shown?.code == .invalidRequest && shown?.field == "items[0].name")
            let migration = MigrationItem(name: name, ssid: "MyCam-0777")
            let migrated = try await session.refused(ShowPickerRequest(items: [], migrations: [migration]))
            #expect(migrated?.code == .invalidRequest && migrated?.field == "migrations[0].name")
        }
    }

    @Test(arguments: unfit) func refusesUnfitNamesOfGrantsAndRenames(name: String) async throws {
        try await Agent.run { agent in
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(
                    .grantAccess, GrantRequest(app: Agent.camera, ssid: "MyCam-0001", name: name)
                ).record
            }
            #expect(error?.code == .invalidRequest && error?.field == "name")
            let id = try await agent.grant().accessory.id
            await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.renameAccessory, RenameRequest(accessory: id, name: name)).accessory
            }
            #expect(try await agent.control.accessories().accessories.map(\.accessory.displayName) == ["MyCam-0001"])
        }
    }

    @Test func refusesUnfitNamesOfApprovals() async throws {
        let (send, recipient) = (Inbox<Setup.Event>().send, Presentation.Recipient.setup)
        let text = Array((Agent.apps[Agent.camera] ?? "").utf8)
        let manifest = try #require(
            Manifest.read(KeyFile(text, path: "\(Agent.camera).conf"), shortestPrefix: 3).manifest)
        let caller = Caller(identity: Identity(uid: 0, user: "root"), entrance: .app, app: nil)
        let order = Presentation.Order(
            claimant: Claimant(app: Agent.camera), app: manifest, session: nil, caller: caller, filters: true,
            recipient: recipient(send))
        var screen = Presentation(order: order, screen: Presentation.Screen(picker: 1, uid: 0), user: nil)
        screen.discovered = ["one"]
        for name in Self.unfit {
            let error = #expect(throws: AccessoryError.self) {
                try screen.approve([DiscoveredItem(accessory: "one", name: name)])
            }
            #expect(error?.code == .invalidRequest && error?.field == "items[0].name")
        }
        #expect(throws: Never.self) { try screen.approve([DiscoveredItem(accessory: "one", name: "One")]) }
    }

    /// Three records with 600 kB of name each are more than a message.
    @Test func listsWhatHasLongNamesFromBefore() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory) { agent in
            for number in 1...3 {
                _ = try await agent.control.call(
                    .grantAccess, GrantRequest(app: Agent.camera, ssid: "MyCam-100\(number)"))
            }
        }
        do {
            let store = try Store(directory: directory + "/state")
            let long = "printf('%.*c', 600000, 'x')"
            try store.database.run("UPDATE records SET name = \(long) || char(8238)")
            try store.database.run("UPDATE history SET name = \(long), why = 'renamed, it was ' || \(long)")
            #expect(try store.unfitNames().count == 3)
        }
        try await Agent.run(in: directory) { agent in
            let cut = String(repeating: "x", count: 252) + "…"
            let listed = try await agent.control.accessories().accessories
            #expect(listed.map(\.accessory.displayName) == [cut, cut, cut])
            let history = try await agent.history()
            #expect(history.map(\.name) == [cut, cut, cut])
            #expect(history.allSatisfy { $0.why.utf8.count == 1024 && $0.why.hasPrefix("renamed, it was xxx") })
            let id = try #require(listed.first).accessory.id
            #expect(
                try await agent.control.call(.renameAccessory, RenameRequest(accessory: id, name: "One")).accessory
                    .displayName == "One")
        }
    }

    /// Replies stay below the limit of a message, however much there is.
    @Test func listsComeInPartsThatFit() async throws {
        try await Agent.run { agent in
            try await agent.daemon.fill(records: 8000, app: Agent.camera)
            #expect(try await agent.control.access(app: nil).records.count == 8000)
            #expect(try await agent.control.accessories().accessories.count == 8000)
        }
        let parts = ListParts([3, 4, 2, 9, 1], atMost: 7) { $0 }.parts
        #expect(parts == [[3, 4], [2], [9], [1]])
        #expect(ListParts([Int](), atMost: 7) { $0 }.parts == [[]])
    }

    @Test func theListOfAppsComesInPartsThatFit() async throws {
        let prefixes = (100..<356).map { "MyCam-\($0)-" + String(repeating: "x", count: 22) }.joined(separator: ";")
        let manifest = "[App]\nName=Camera\n[Identity]\nUsers=root\n[Discovery]\nSSIDPrefixes=\(prefixes)\n"
        var apps = Dictionary(uniqueKeysWithValues: (0..<100).map { ("org.example.a\($0)", manifest) })
        apps["org.example.broken"] = "[App]\n"
        try await Agent.run(apps: apps) { agent in
            for list in [try await agent.control.apps(), try await agent.control.reload()] {
                #expect(list.apps.count == 100 && !list.faults.isEmpty)
            }
            await #expect(throws: AccessoryError.self) { _ = try await agent.control.call(.listApps) }
        }
    }

    @Test func aPageOfLongEntriesIsShorter() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory) { agent in
            _ = try await agent.grant()
        }
        do {
            let store = try Store(directory: directory + "/state")
            let long = Proof(.executable, "/" + String(repeating: "x", count: 4000))
            try store.write(
                (1...900).map { number in
                    .note(
                        HistoryEntry(
                            time: Timestamp(seconds: 1), action: .renamed, app: Agent.camera, uid: nil, accessory: nil,
                            name: "\(number)", who: "", proof: long, why: ""))
                })
        }
        try await Agent.run(in: directory) { agent in
            var seen: [String] = []
            var before: Int?
            while true {
                let page = try await agent.control.call(.listHistory, HistoryQuery(before: before, limit: 1000)).entries
                guard let oldest = page.first else { break }
                seen = page.map(\.name) + seen
                before = Int(oldest.id)
            }
            #expect(seen == ["MyCam-0001"] + (1...900).map { "\($0)" })
        }
    }
}
