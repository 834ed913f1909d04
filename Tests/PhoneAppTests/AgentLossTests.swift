// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension
import Testing

/// The agent is not always there.
@Suite(.timeLimit(.minutes(5))) struct AgentLossTests {
    @Test func withoutAnAgentASessionEndsAtOnce() async throws {
        let session = ASAccessorySession(runtimeDirectory: "/nowhere")
        let events = session.events
        session.activate(on: .main) { _ in }
        var seen: [ASAccessoryEvent] = []
        for await event in events { seen.append(event) }
        #expect(seen.map(\.eventType) == [.invalidated])
        #expect((seen.first?.error as? ASError)?.code == .activationFailed)
        // An app that overlooks the event gets the reason all the same.
        let late = await failure { try await session.showPicker(for: [CameraApp.item(prefix: "MyCam-")]) }
        #expect((late as? ASError) == seen.first?.error as? ASError)
    }

    @Test func aSessionComesBackWithARestartedAgent() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-0042")
            let app = await CameraApp(agent)
            await app.start()
            try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            await app.forgetWhatHappened()
            agent.crash()
            try await agent.start()
            // Nothing changed, no event was sent, and the session works.
            try await agent.ctl("accessory", "remove", "MyCam-0042")
            await app.until(.accessoryRemoved)
            await #expect(app.happened == [.accessoryRemoved])
        }
    }

    @Test func whatChangedWhileTheAgentWasAwayIsReported() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-0042")
            let app = await CameraApp(agent)
            await app.start()
            try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            await app.forgetWhatHappened()
            agent.crash()
            try agent.forgetEverything()
            try await agent.start()
            await app.until(.accessoryRemoved)
            await #expect(app.happened == [.accessoryRemoved])
            #expect(app.session.accessories.isEmpty)
        }
    }

    @Test func aPickerEndsWithTheAgent() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-7777")
            let app = await CameraApp(agent)
            await app.start()
            let picked = Task { try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")]) }
            await app.until(.pickerDidPresent)
            agent.crash()
            let failure = await failure { try await picked.value }
            #expect((failure as? ASError)?.code == .invalidated)
            await #expect(app.happened == [.activated, .pickerDidPresent, .pickerDidDismiss])
        }
    }

    @Test func aHeldHotspotIsLostWithTheAgent() async throws {
        try await Agent.run { agent in
            try await agent.seatPerson(choosing: "MyCam-0042")
            let app = await CameraApp(agent)
            await app.start()
            try await app.session.showPicker(for: [CameraApp.item(prefix: "MyCam-")])
            let camera = try #require(await app.camera)
            try await NEHotspotConfigurationManager.shared.joinAccessoryHotspotWithoutSecurity(camera)
            let updates = NEHotspotConfigurationManager.shared.hotspotUpdates(for: camera)
            agent.crash()
            var last: ASHotspotUpdate?
            for await update in updates { last = update }
            #expect(last?.state == .left)
            #expect(last?.error?.reason == .agentUnavailable)
        }
    }

    @Test func anUninstalledAppIsNotifiedAtOnce() async throws {
        try await Agent.run { agent in
            let app = await CameraApp(agent)
            await app.start()
            try agent.uninstallApp()
            try await agent.ctl("general", "reload")
            await app.until(.invalidated)
            await #expect((app.lastError as? ASError)?.code == .invalidated)
        }
    }

    @Test func anAgentThatDoesNotComeBackEndsTheSession() async throws {
        try await Agent.run { agent in
            let session = ASAccessorySession(runtimeDirectory: agent.directory, clock: HastyClock())
            var events = session.events.makeAsyncIterator()
            session.activate(on: .main) { _ in }
            #expect(await events.next()?.eventType == .activated)
            agent.crash()
            let last = await events.next()
            #expect(last?.eventType == .invalidated)
            #expect((last?.error as? ASError)?.code == .invalidated)
            #expect(await events.next() == nil)
        }
    }
}
