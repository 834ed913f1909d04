// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

/// Callers by name, each at the seat of its login session.
@Suite struct SeatTests {
    private static func person(_ seat: String?, uid: UInt32 = 1000) -> Identity {
        Identity(uid: uid, user: "tester", session: seat)
    }

    private static let people = [
        "here": person("seat0"), "there": person("seat1"), "nowhere": person(nil),
        "stranger here": person("seat0", uid: 1001),
    ]

    private static let apps = [
        Agent.camera: "[App]\nName=Camera\n[Identity]\nUsers=tester\n[Discovery]\nSSIDPrefixes=MyCam-\n"
    ]

    private func run(_ body: @Sendable (Agent) async throws -> Void) async throws {
        try await Agent.run(apps: Self.apps, named: Self.people, seat: { $0.session }, body)
    }

    /// The picker's first update with items, while this app asks.
    private func update(at picker: String, for app: String, _ agent: Agent) async throws -> PickerUpdate? {
        var updates = try agent.picker(as: picker).stream(.register, RegisterRequest()).makeAsyncIterator()
        _ = try await updates.next()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                _ = try await AppSession(agent: agent, name: app).showPicker(
                    ShowPickerRequest(items: [AppSession.item()]))
            }
            while let update = try await updates.next()?.update {
                if update.kind == .items { return update }
            }
            return nil
        }
    }

    @Test(arguments: [("here", "here"), ("nowhere", "here"), ("here", "nowhere"), ("nowhere", "nowhere")])
    func anAppIsShownAtItsOwnSeatOrWhereNobodySits(picker: String, app: String) async throws {
        try await run { agent in
            let update = try await update(at: picker, for: app, agent)
            #expect(update?.app == Agent.camera)
        }
    }

    @Test func anAppIsNeverShownAtAnotherSeat() async throws {
        try await run { agent in
            var updates = try agent.picker(as: "there").stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            let outcome = try await AppSession(agent: agent, name: "here").refused(
                ShowPickerRequest(items: [AppSession.item()]))
            #expect(outcome?.code == .pickerUnavailable && outcome?.message.contains("seat") == true)
        }
    }

    @Test(arguments: ["there", "nowhere", "stranger here"])
    func nobodyElseAnswersWhatOnePickerShows(other: String) async throws {
        try await run { agent in
            var updates = try agent.picker(as: "here").stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask {
                    try await AppSession(agent: agent, name: "here").showPicker(
                        ShowPickerRequest(items: [AppSession.item()])
                    ).error
                }
                var shown: PickerUpdate?
                while shown?.items?.isEmpty != false { shown = try await updates.next()?.update }
                let presentation = try #require(shown?.presentation)
                let item = try #require(shown?.items?.first).id
                let picker = agent.picker(as: other)
                let choice = await #expect(throws: AccessoryError.self) {
                    try await picker.call(.select, SelectRequest(presentation: presentation, item: item))
                }
                #expect(choice?.code == .invalidRequest && choice?.field == "presentation")
                let end = await #expect(throws: AccessoryError.self) {
                    try await picker.call(.cancel, CancelRequest(presentation: presentation))
                }
                #expect(end?.code == .invalidRequest)
                // Another program of the same person at the same seat may.
                try await agent.picker(as: "here").call(.cancel, CancelRequest(presentation: presentation))
                let error = try await group.next() ?? nil
                #expect(error?.code == .userCancelled)
            }
        }
    }

    @Test func eachSeatHasOnePresentation() async throws {
        try await run { agent in
            var here = try agent.picker(as: "here").stream(.register, RegisterRequest()).makeAsyncIterator()
            var there = try agent.picker(as: "there").stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await (here.next(), there.next())
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                for app in ["here", "there"] {
                    group.addTask {
                        _ = try await AppSession(agent: agent, name: app).showPicker(
                            ShowPickerRequest(items: [AppSession.item()]))
                    }
                }
                let first = try await here.next()?.update
                let second = try await there.next()?.update
                #expect(first?.kind == .items && second?.kind == .items)
                #expect(first?.presentation != second?.presentation)
                let third = try await AppSession(agent: agent, name: "here").refused(
                    ShowPickerRequest(items: [AppSession.item()]))
                #expect(third?.code == .pickerAlreadyActive)
            }
        }
    }
}
