// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// An app whose picker a person cancels again and again.
@Suite struct PickerPauseTests {
    private let items = ShowPickerRequest(items: [AppSession.item()])

    @Test func aCallWaitsForTheRestOfAShortPause() async throws {
        try await Agent.run { agent in
            try await agent.daemon.cancelOnce(camera: Agent.camera)
            let (outcome, _) = try await Person(agent: agent, chooses: "MyCam-0001").present { [items] in
                try await AppSession(agent: agent).showPicker(items)
            }
            #expect(outcome.error == nil && outcome.reply?.accessory != nil)
            // The choice ended it.
            #expect(try await agent.daemon.pause(of: Agent.camera) == nil)
        }
    }

    /// Shows a picker as an app does, on the agent's own clock.
    @Test func isRefusedWhenItGoesOn() async throws {
        try await Agent.run { agent in
            let updates = try agent.picker.stream(.register, RegisterRequest())
            let (registered, ready) = AsyncStream<Void>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for try await update in updates.map(\.update) {
                        if update.kind == .registered { ready.finish() }
                        guard update.kind == .items, let presentation = update.presentation else { continue }
                        // It may have been shown twice before it is cancelled.
                        try? await agent.picker.call(.cancel, CancelRequest(presentation: presentation))
                    }
                }
                for await _ in registered {}
                var events = try agent.app("camera").stream(.activate).makeAsyncIterator()
                _ = try await events.next()
                var codes: [AccessoryError.Code] = []
                while codes.count < 12, codes.last != .pickerRestricted {
                    let error = await #expect(throws: AccessoryError.self) {
                        try await agent.app("camera").call(.showPicker, items)
                    }
                    codes.append(try #require(error).code)
                }
                #expect(codes.last == .pickerRestricted, "\(codes)")
                #expect(codes.dropLast().allSatisfy { $0 == .userCancelled }, "\(codes)")
                withExtendedLifetime(events) {}
                group.cancelAll()
            }
        }
    }

    @Test func anAppDoesNotWaitAfterNothingWasFound() async throws {
        try await Agent.run { agent in
            let absent = ShowPickerRequest(
                items: [DisplayItem(name: "Camera", descriptor: DescriptorFields(ssid: "MyCam-9999"))],
                discoveryTimeout: 1)
            for _ in 1...2 {
                let (outcome, _) = try await Person(agent: agent, chooses: "none").present {
                    try await AppSession(agent: agent).showPicker(absent)
                }
                #expect(outcome.error?.code == .discoveryTimeout)
                #expect(try await agent.daemon.pause(of: Agent.camera) == nil)
            }
        }
    }

    @Test func waitsLongerEachTimeAndHoldsUpNobodyElse() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            // The ninth time in a row makes it 256 s, which no call is kept waiting for.
            for _ in 1...9 { try await agent.daemon.cancelOnce(camera: Agent.camera) }
            let error = try await AppSession(agent: agent).refused(items)
            #expect(error?.code == .pickerRestricted)
            let text = "a person has cancelled Camera's picker 9 times in a row; it may show one again in "
            #expect(error?.message.hasPrefix(text) == true)
            // Nor may it ask something else.
            let id = try await agent.grant().accessory.id
            let asked = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.renameAccessory, RenameRequest(accessory: id)).accessory
            }
            #expect(asked?.code == .pickerRestricted)
            let (other, _) = try await Person(agent: agent, chooses: "MyCam-0001").present { [items] in
                try await AppSession(agent: agent, name: "viewer").showPicker(items)
            }
            #expect(other.error == nil)
            // A person's own set-up for this very app is shown, too, once the radio is free.
            try await agent.until { $0.leases.isEmpty }
            #expect(try await Person(agent: agent).setUp().error?.code == .userCancelled)
        }
    }
}

extension Daemon {
    fileprivate func pause(of app: String) throws -> Duration? {
        try screens.pause(of: Claimant(app: app, uid: 1000), try access.manifest(app), at: uptime.elapsed)
    }

    /// As if a person had cancelled the app's picker, without any time passing.
    fileprivate func cancelOnce(camera app: String) throws {
        let send = Inbox<Inquiry.Event>().send
        let person = Caller(identity: Identity(uid: 1, user: "person"), entrance: .control, app: nil)
        _ = try screens.register(-1, person, at: settings.seat(person.identity), isOwn: false)
        defer { closed(-1) }
        let asking = Caller(identity: Identity(uid: 1000, user: "app"), entrance: .app, app: nil)
        let order = Presentation.Order(
            claimant: Claimant(app: app, uid: 1000), app: try access.manifest(app), session: nil, caller: asking,
            recipient: .inquiry(send))
        let id = try screens.present(order, for: Screens.Asker(), settings.isActive)
        screens[id]?.cancel()
        dismiss(AccessoryError(.userCancelled, "the person cancelled"), id)
    }
}
