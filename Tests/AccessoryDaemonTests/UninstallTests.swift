// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing
import Varlink

/// What a changed manifest does to what is there already.
@Suite struct UninstallTests {
    private static let camera = "org.example.camera"

    private func grant(_ agent: Agent) async throws -> AccessRecord {
        try await agent.control.grantAccess(GrantRequest(app: Self.camera, ssid: "MyCam-0001"))
    }

    @Test func aRemovedManifestTakesAllThatTheAppHad() async throws {
        let air = Agent.air.replacing("Signal=90", with: "Signal=90\nSecurity=wpa2\nPassphrase=camera-0001")
        try await Agent.run(air: air) { agent in
            _ = try await grant(agent)
            let session = try agent.app("camera").activate()
            let applied = try await agent.app("camera").applyHotspot(
                ApplyHotspotRequest(ssid: "MyCam-0001", passphrase: "camera-0001"))
            #expect(applied.reply.joined)
            try agent.install(Self.camera, nil)
            _ = try await agent.control.reloadConfiguration()
            var events: [Event] = []
            await #expect(throws: AgentFault.self) {
                for try await event in session { events.append(event.event) }
            }
            #expect(events.map(\.type) == [.activated, .accessoryRemoved, .invalidated])
            #expect(try await agent.control.access(app: nil).records.isEmpty)
            #expect(try await agent.control.hotspots(ListHotspotsRequest()).hotspots.isEmpty)
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
            let history = try await agent.control.history(HistoryQuery(app: Self.camera)).entries
            #expect(history.map(\.action) == [.granted, .hotspotApplied, .uninstalled, .uninstalled])
            let error = await #expect(throws: AccessoryError.self) { try await agent.app("camera").accessories() }
            #expect(error?.code == .notAuthorized)
        }
    }

    @Test func aManifestThatWentWhileTheAgentWasAwayIsNoticed() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory) { agent in
            _ = try await grant(agent)
            try agent.install(Self.camera, nil)
        }
        try await Agent.run(apps: [:], in: directory) { agent in
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty)
            #expect(try await agent.control.history(HistoryQuery()).entries.last?.action == .uninstalled)
        }
    }

    @Test func aFaultyManifestTakesNothingAway() async throws {
        try await Agent.run { agent in
            _ = try await grant(agent)
            try agent.install(Self.camera, "[App]\nNmae=Camera\n")
            #expect(try await !agent.control.reloadConfiguration().faults.isEmpty)
            let error = await #expect(throws: AccessoryError.self) { try await agent.app("camera").accessories() }
            #expect(error?.code == .notAuthorized)
            let unusable = await #expect(throws: AccessoryError.self) { try await grant(agent) }
            #expect(unusable?.code == .unknownApp)
            #expect(unusable?.message.contains("\(Self.camera).conf:1: [App] Name: ") == true)
            #expect(try await agent.control.access(app: nil).records.count == 1)
            try agent.install(Self.camera, Agent.apps[Self.camera])
            _ = try await agent.control.reloadConfiguration()
            #expect(try await agent.app("camera").accessories().count == 1)
        }
    }

    @Test func aConnectionEndsWhenItsProgramIsAnotherAppNow() async throws {
        try await Agent.run { agent in
            let idle = try ClientConnection(path: agent.appPath("camera"))
            let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            let other = try ClientConnection(path: agent.appPath("plug"))
            let _: AccessoryList = try await other.call("org.accessoryd.Setup.ListAccessories", Nothing())
            try agent.install(Self.camera, Agent.apps[Self.camera]?.replacing("camera.service", with: "new.service"))
            _ = try await agent.control.reloadConfiguration()
            await #expect(throws: (any Error).self) {
                let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            }
            // The other app notices nothing.
            let _: AccessoryList = try await other.call("org.accessoryd.Setup.ListAccessories", Nothing())
        }
    }

    @Test func aChangedManifestAppliesToWhatIsAskedNext() async throws {
        try await Agent.run { agent in
            try agent.install(Self.camera, Agent.apps[Self.camera]?.replacing("MyCam-", with: "Other-"))
            _ = try await agent.control.reloadConfiguration()
            let error = await #expect(throws: AccessoryError.self) { try await grant(agent) }
            #expect(error?.code == .invalidRequest && error?.field == "ssid")
        }
    }
}
