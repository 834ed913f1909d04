// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@Suite struct MigrationTests {
    private static let old = MigrationItem(name: "Old camera", ssid: "MyCam-0777")

    @Test func oneConsentMigratesWithoutAnySearch() async throws {
        try await Agent.run { agent in
            let person = Person(agent: agent, chooses: "none") { question in
                question.kind == .migration && question.items == [Self.old] ? .some(nil) : nil
            }
            let (outcome, _) = try await person.present {
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [], migrations: [Self.old]))
            }
            #expect(outcome.types == [.pickerDidPresent, .migrationComplete, .pickerDidDismiss])
            #expect(outcome.reply?.migrated?.map(\.displayName) == ["Old camera"] && outcome.reply?.link == nil)
            let records = try await agent.control.access(app: Agent.camera).records
            #expect(records.map(\.origin) == [.migration] && records.first?.accessory.ssid?.description == "MyCam-0777")
        }
    }

    @Test func withoutConsentNothingIsMigrated() async throws {
        try await Agent.run { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "none").present {
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [], migrations: [Self.old]))
            }
            #expect(outcome.types == [.pickerDidPresent, .pickerDidDismiss])
            #expect(outcome.error?.code == .userCancelled)
            #expect(try await agent.control.access(app: Agent.camera).records.isEmpty)
        }
    }

    @Test func withSomethingNewItMigratesWhenThatIsSetUp() async throws {
        try await Agent.run { agent in
            let request = ShowPickerRequest(items: [AppSession.item()], migrations: [Self.old])
            let (cancelled, _) = try await Person(agent: agent).present {
                try await AppSession(agent: agent).showPicker(request)
            }
            #expect(cancelled.types == [.pickerDidPresent, .pickerDidDismiss])
            #expect(try await agent.control.access(app: Agent.camera).records.isEmpty)
            let (outcome, _) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                try await AppSession(agent: agent).showPicker(request)
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryAdded, .migrationComplete, .pickerDidDismiss])
            let records = try await agent.control.access(app: Agent.camera).records
            #expect(Set(records.map(\.origin)) == [.picker, .migration])
        }
    }

    @Test func whatAPersonSwitchedOffStaysOff() async throws {
        try await Agent.run { agent in
            let request = ShowPickerRequest(items: [], migrations: [Self.old])
            let person = Person(agent: agent, chooses: "none") { _ in .some(nil) }
            _ = try await person.present { try await AppSession(agent: agent).showPicker(request) }
            _ = try await agent.control.call(
                .setAccess, SetAccessRequest(app: Agent.camera, accessory: nil, ssid: "MyCam-0777", allowed: false))
            _ = try await person.present { try await AppSession(agent: agent).showPicker(request) }
            let states = try await agent.control.access(app: Agent.camera).records.map(\.accessory.state)
            #expect(states == [.unauthorized])
        }
    }

    @Test(arguments: [
        (MigrationItem(name: "", ssid: "MyCam-1"), "migrations[0].name"),
        (MigrationItem(name: "A", ssid: "HomeNet"), "migrations[0].ssid"),
        (MigrationItem(name: "A"), "migrations[0].ssid"),
        (MigrationItem(name: "A", bluetoothAddress: "none"), "migrations[0].bluetoothAddress"),
        (
            MigrationItem(name: "A", ssid: "MyCam-1", bluetoothIdentifier: "6f0a3b52-1111-4222-8333-444455556666"),
            "migrations[0].bluetoothIdentifier"
        ),
        (MigrationItem(name: "A", image: "data:image/png;base64,AAAA", ssid: "MyCam-1"), "migrations[0].image"),
    ])
    func aBadItemIsNamed(item: MigrationItem, field: String) async throws {
        try await Agent.run { agent in
            let app = agent.app("camera")
            let session = try app.stream(.activate)
            var events = session.makeAsyncIterator()
            _ = try await events.next()
            let error = await #expect(throws: AccessoryError.self) {
                try await app.call(.showPicker, ShowPickerRequest(items: [], migrations: [item]))
            }
            #expect(error?.code == .invalidRequest && error?.field == field)
        }
    }
}
