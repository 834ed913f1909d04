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

    /// The clock leaps over short pauses, and over no others.
    @Test func waitsLongerEachTimeAndHoldsUpNobodyElse() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"], clock: LeapingClock()) { agent in
            let camera = AppSession(agent: agent)
            for _ in 1...3 {
                let (outcome, _) = try await Person(agent: agent).present { [items] in
                    try await camera.showPicker(items)
                }
                #expect(outcome.error?.code == .userCancelled)
            }
            // The ninth time in a row makes it 256 s, which no call is kept waiting for.
            for _ in 4...9 { try await agent.daemon.cancelOnce(camera: Agent.camera) }
            let error = try await camera.refused(items)
            #expect(error?.code == .pickerRestricted)
            let text = "a person has cancelled Camera's picker 9 times in a row; it may show one again in 2"
            #expect(error?.message.hasPrefix(text) == true)
            // Nor may it ask something else.
            let id = try await agent.grant().accessory.id
            let asked = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").renameAccessory(RenameRequest(accessory: id))
            }
            #expect(asked?.code == .pickerRestricted)
            let (other, _) = try await Person(agent: agent, chooses: "MyCam-0001").present { [items] in
                try await AppSession(agent: agent, name: "viewer").showPicker(items)
            }
            #expect(other.error == nil)
            // A person's own set-up for this very app is shown, too.
            #expect(try await Person(agent: agent).setUp().error?.code == .userCancelled)
        }
    }
}

extension Daemon {
    /// As if a person had cancelled what the app showed, without any time going by.
    fileprivate func cancelOnce(camera app: String) throws {
        let manifest = try manifest(app)
        let (_, send) = AsyncStream<Inquiry.Event>.makeStream()
        let person = Caller(identity: Identity(uid: 1, user: "person"), entrance: .control, app: nil)
        _ = register(-1, person, isOwn: false)
        defer { closed(-1) }
        let id = Self.makeID()
        try pickers.present(
            id, for: Claimant(app: app, uid: 1000), manifest, session: nil, seat: nil, process: nil, filters: false,
            isApps: true, ear: .inquiry(send))
        pickers.cancel(id)
        dismiss(AccessoryError(.userCancelled, "the person cancelled"), id)
    }
}
