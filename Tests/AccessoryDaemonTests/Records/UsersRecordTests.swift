// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

/// The access records that a user's own picker sees and changes: those of that user's apps.
@Suite struct UsersRecordTests {
    private let machine = UsersPickers()

    /// A record for each of alice, bob, every user, and the system app under alice's uid; the first two share an
    /// accessory.
    private func grantAll(_ agent: Agent) async throws -> [AccessRecord] {
        var records: [AccessRecord] = []
        for (app, uid, ssid) in [
            (Agent.camera, 1000, "MyCam-0001"), (Agent.camera, 1001, "MyCam-0001"), (Agent.camera, nil, "MyCam-0042"),
            (UsersPickers.service, 1000, "MyCam-0404"), (Agent.camera, 1000, "MyCam-0500"),
        ] as [(String, Int?, String)] {
            records.append(
                try await agent.control.call(.grantAccess, GrantRequest(app: app, uid: uid, ssid: ssid)).record)
        }
        return records
    }

    private func run(_ body: @escaping @Sendable (Agent, ControlClient, [AccessRecord]) async throws -> Void)
        async throws
    {
        try await machine.run { agent in
            try await body(agent, agent.usersControl("alice's"), try await grantAll(agent))
        }
    }

    @Test func listsItsUsersRecordsAlone() async throws {
        try await run { agent, control, records in
            let seen = try await control.accessories().accessories
            #expect(Set(seen.map(\.accessory.id)) == [records[0].accessory.id, records[4].accessory.id])
            #expect(seen.flatMap(\.records).map(\.uid) == [1000, 1000])
            let apps = try await control.call(.listApps)
            #expect(apps.apps.map(\.id) == [Agent.camera] && apps.faults.isEmpty)
            #expect(try await agent.control.accessories().accessories.count == 4)
            #expect(try await agent.control.call(.listApps).apps.count == 2)
        }
    }

    @Test func switchesItsUsersAccessAlone() async throws {
        try await run { agent, control, records in
            let request = SetAccessRequest(app: Agent.camera, accessory: records[0].accessory.id, allowed: false)
            let changed = try await control.call(.setAccess, request).records
            #expect(changed.map(\.uid) == [1000])
            let states = try await agent.control.access(app: Agent.camera).records.map {
                ($0.uid ?? 0, $0.accessory.state)
            }
            #expect(states.filter { $0.1 == .unauthorized }.map(\.0) == [1000])
        }
    }

    @Test(arguments: [2, 3])
    func whatOthersHaveDoesNotExistForIt(index: Int) async throws {
        try await run { agent, control, records in
            let before = try await agent.control.access(app: nil).records
            let (app, id) = (records[index].app, records[index].accessory.id)
            let refusals = [
                await #expect(throws: AccessoryError.self) {
                    try await control.call(.setAccess, SetAccessRequest(app: app, accessory: id, allowed: false))
                },
                await #expect(throws: AccessoryError.self) {
                    try await control.call(
                        .setAccess,
                        SetAccessRequest(app: app, ssid: records[index].accessory.ssid?.description, allowed: false))
                },
                await #expect(throws: AccessoryError.self) {
                    try await control.call(.renameAccessory, RenameRequest(accessory: id, name: "Mine")).accessory
                },
                await #expect(throws: AccessoryError.self) {
                    try await control.call(
                        .setAccessoryImage, SetAccessoryImageRequest(accessory: id, image: Self.picture)
                    ).accessory
                },
                await #expect(throws: AccessoryError.self) {
                    try await control.call(.removeAccessory, AccessoryQuery(accessory: id))
                },
            ]
            for refusal in refusals { #expect(refusal?.code == .unknownAccessory) }
            let unknown = await #expect(throws: AccessoryError.self) {
                try await control.call(.setAccess, SetAccessRequest(app: app, accessory: "none", allowed: false))
            }
            // The same words as for an accessory that nobody has.
            #expect(refusals[0]?.message == unknown?.message.replacing("none", with: id))
            #expect(try await agent.control.access(app: nil).records == before)
        }
    }

    @Test func removesItsUsersRecordsAlone() async throws {
        try await run { agent, control, records in
            try await control.call(.removeAccessory, AccessoryQuery(accessory: records[0].accessory.id))
            let left = try await agent.control.access(app: nil).records
            let others = records[1...].map(\.key)
            #expect(Set(left.map(\.key)) == Set(others) && left.count == others.count)
            let entry = try #require(try await agent.history().last)
            #expect(entry.action == .revoked && entry.who.contains("alice") && entry.why.contains("of this user"))
        }
    }

    @Test func renamesOnlyWhatItsUserAloneHas() async throws {
        try await run { agent, control, records in
            let shared = await #expect(throws: AccessoryError.self) {
                try await control.call(
                    .renameAccessory, RenameRequest(accessory: records[0].accessory.id, name: "Mine")
                ).accessory
            }
            #expect(shared?.code == .notAuthorized && shared?.message.contains("another user") == true)
            let own = records[4].accessory.id
            let network = await #expect(throws: AccessoryError.self) {
                try await control.call(
                    .renameAccessory, RenameRequest(accessory: own, name: "HomeNet", options: [.ssid])
                ).accessory
            }
            #expect(network?.code == .notAuthorized && network?.field == "options")
            let renamed = try await control.call(.renameAccessory, RenameRequest(accessory: own, name: "Mine"))
                .accessory
            #expect(renamed.displayName == "Mine" && renamed.ssid == records[4].accessory.ssid)
        }
    }

    private static let picture = "data:image/gif;base64,R0lGODlhAQABAAAAAA=="

    @Test func picturesOnlyWhatItsUserAloneHas() async throws {
        try await run { agent, control, records in
            let ids = [0, 4].map { records[$0].accessory.id }
            let shared = await #expect(throws: AccessoryError.self) {
                try await control.call(
                    .setAccessoryImage, SetAccessoryImageRequest(accessory: ids[0], image: Self.picture)
                ).accessory
            }
            #expect(shared?.code == .notAuthorized && shared?.message.contains("another user") == true)
            #expect(shared?.message.contains("accessoryctl accessory picture") == true)
            let pictured = try await control.call(
                .setAccessoryImage, SetAccessoryImageRequest(accessory: ids[1], image: Self.picture)
            ).accessory
            #expect(pictured.image != nil)
            let seen = try await control.accessories().accessories.filter { $0.hasOwnImage == true }
            #expect(seen.map(\.accessory.id) == [ids[1]])
            let entry = try #require(try await agent.history().last)
            #expect(entry.action == .pictured && entry.who.contains("alice"))
        }
    }

    @Test func everythingElseIsForAdministrators() async throws {
        try await run { agent, control, records in
            let query = AppAccessQuery(app: Agent.camera, accessory: records[0].accessory.id)
            let refusals = [
                await #expect(throws: AccessoryError.self) { _ = try await control.call(.getStatus) },
                await #expect(throws: AccessoryError.self) { _ = try await control.access(app: nil) },
                await #expect(throws: AccessoryError.self) { _ = try await control.call(.checkAccess, query) },
                await #expect(throws: AccessoryError.self) { _ = try await control.call(.revokeAccess, query) },
                await #expect(throws: AccessoryError.self) {
                    _ = try await control.call(.grantAccess, GrantRequest(app: Agent.camera, ssid: "MyCam-0001"))
                },
                await #expect(throws: AccessoryError.self) { _ = try await control.call(.listHistory, HistoryQuery()) },
                await #expect(throws: AccessoryError.self) { _ = try await control.call(.reloadConfiguration) },
                await #expect(throws: AccessoryError.self) {
                    for try await _ in try control.stream(.setUp, SetUpRequest(app: Agent.camera)) {}
                },
                await #expect(throws: AccessoryError.self) {
                    _ = try await control.call(.listHotspots, ListHotspotsRequest(secrets: true))
                },
                await #expect(throws: AccessoryError.self) { _ = try await control.call(.listPlans) },
            ]
            for refusal in refusals {
                #expect(refusal?.code == .notAuthorized && refusal?.message.contains("may not call") == true)
            }
        }
    }

    @Test func monitorsItsUsersRecordsAlone() async throws {
        try await run { agent, control, records in
            var events = try control.stream(.monitor).makeAsyncIterator()
            _ = try await events.next()
            for record in records.reversed() {
                let request = SetAccessRequest(app: record.app, accessory: record.accessory.id, allowed: false)
                _ = try await agent.control.call(.setAccess, request)
            }
            _ = try await agent.control.call(.reloadConfiguration)
            var texts: [String] = []
            while let event = try await events.next()?.event {
                guard event.kind == .access else { break }
                texts.append(event.text)
            }
            // The third is bob's and alice's record of one accessory, switched by one call.
            #expect(texts.count == 3 && texts.allSatisfy { $0.contains("MyCam-0001") || $0.contains("MyCam-0500") })
        }
    }
}
