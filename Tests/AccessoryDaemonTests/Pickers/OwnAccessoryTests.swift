// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

/// The accessories that an app has, at its own picker.
@Suite struct OwnAccessoryTests {
    private func pick(
        _ ssid: String, _ request: ShowPickerRequest, _ agent: Agent
    ) async throws -> (outcome: AppSession.Outcome, items: [PickerItem]) {
        let person = Person(agent: agent, chooses: ssid, passphrase: ssid == "MyCam-0042" ? "camera-0042" : nil)
        let (outcome, seen) = try await person.present { try await AppSession(agent: agent).showPicker(request) }
        return (outcome, Array(seen.compactMap(\.items).joined()))
    }

    @Test func areLeftOut() async throws {
        try await Agent.run { agent in
            _ = try await agent.grant()
            let (outcome, items) = try await pick(
                "MyCam-0042", ShowPickerRequest(items: [AppSession.item()]), agent)
            #expect(outcome.reply?.accessory?.ssid?.description == "MyCam-0042")
            let titles = Set(items.map(\.title))
            #expect(!titles.contains("MyCam-0001"))
            #expect(items.compactMap(\.isOwn).isEmpty)
        }
    }

    @Test func areTheReasonIfNothingElseIsInRange() async throws {
        try await Agent.run { agent in
            _ = try await agent.grant()
            let request = ShowPickerRequest(
                items: [DisplayItem(name: "Camera", descriptor: DescriptorFields(ssid: "MyCam-0001"))],
                isUnbounded: true)
            let (looked, look) = AsyncStream<Void>.makeStream()
            let person = Person(agent: agent, chooses: "none", sees: { if $0.isComplete == true { look.finish() } })
            let (outcome, seen) = try await person.present {
                try await AppSession(agent: agent).showPicker(request) { event, app in
                    guard event.type == .pickerDidPresent else { return }
                    for await _ in looked {}
                    try await app.call(.finishPickerDiscovery)
                }
            }
            let reason = FailureReason(.onlyOwn, names: ["MyCam-0001"])
            #expect(outcome.error?.code == .discoveryTimeout)
            #expect(outcome.error?.message.contains("the app has it already") == true)
            #expect(seen.last?.error?.reason == reason)
        }
    }

    @Test(arguments: [true, false])
    func areShownAndMarkedIfTheAppAsks(byTheItem: Bool) async throws {
        try await Agent.run { agent in
            let record = try await agent.grant()
            let item = AppSession.item(showsOwn: byTheItem ? true : nil)
            let request = ShowPickerRequest(items: [item], showsOwn: byTheItem ? nil : true)
            let (outcome, items) = try await pick("MyCam-0001", request, agent)
            #expect(outcome.reply?.accessory?.id == record.accessory.id)
            let own = Set(items.filter { $0.isOwn == true }.map(\.title))
            #expect(own == ["MyCam-0001"])
        }
    }

    @Test func areShownAgainOnceTheirAccessIsSwitchedOff() async throws {
        try await Agent.run { agent in
            let record = try await agent.grant()
            _ = try await agent.control.call(
                .setAccess, SetAccessRequest(app: Agent.camera, ssid: "MyCam-0001", allowed: false))
            let (outcome, items) = try await pick(
                "MyCam-0001", ShowPickerRequest(items: [AppSession.item()]), agent)
            #expect(outcome.reply?.accessory?.id == record.accessory.id)
            #expect(items.compactMap(\.isOwn).isEmpty)
        }
    }
}
