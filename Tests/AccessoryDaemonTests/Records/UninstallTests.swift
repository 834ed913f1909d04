// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Synchronization
import Testing
import Varlink

/// The effect of a changed manifest on existing records.
@Suite struct UninstallTests {
    private static let camera = "org.example.camera"

    private func grant(_ agent: Agent) async throws -> AccessRecord {
        try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0001")).record
    }

    @Test func aManifestThatIsMissingSuspendsAllAndReturnsWithAll() async throws {
        let air = Agent.air.replacing("Signal=90", with: "Signal=90\nSecurity=wpa2\nPassphrase=camera-0001")
        try await Agent.run(air: air) { agent in
            _ = try await grant(agent)
            let session = try agent.app("camera").stream(.activate)
            let applied = try await agent.app("camera").apply(
                ApplyHotspotRequest(ssid: "MyCam-0001", passphrase: "camera-0001"))
            #expect(applied.reply.joined)
            try agent.install(Self.camera, nil)
            _ = try await agent.control.call(.reloadConfiguration)
            var events: [Event] = []
            await #expect(throws: AgentFault.self) {
                for try await event in session { events.append(event.event) }
            }
            #expect(events.map(\.type) == [.activated, .invalidated])
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.listAccessories).accessories
            }
            #expect(error?.code == .notAuthorized)
            let refusal = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.control.stream(
                    .joinHotspot, JoinHotspotRequest(app: Self.camera, ssid: "MyCam-0001"))
                {}
            }
            #expect(refusal?.code == .unknownApp && refusal?.message.contains("suspended") == true)
            let suspended = try await agent.control.access(app: Self.camera).records
            #expect(suspended.map(\.isSuspended) == [true])

            try agent.install(Self.camera, Agent.apps[Self.camera])
            _ = try await agent.control.call(.reloadConfiguration)
            #expect(try await agent.app("camera").call(.listAccessories).accessories.map(\.state) == [.authorized])
            #expect(try await agent.control.access(app: nil).records.map(\.isSuspended) == [false])
            #expect(try await agent.control.call(.listHotspots, ListHotspotsRequest()).hotspots.count == 1)
            let history = try await agent.control.call(.listHistory, HistoryQuery(app: Self.camera)).entries
            #expect(history.map(\.action) == [.granted, .hotspotApplied])
        }
    }

    @Test func aManifestThatStaysAwayTakesAllThatTheAppHad() async throws {
        let clock = GraceClock()
        try await Agent.run(clock: clock, uptime: { clock.uptime }) { agent in
            _ = try await grant(agent)
            try agent.install(Self.camera, nil)
            _ = try await agent.control.call(.reloadConfiguration)
            await clock.somebodyWaits()
            #expect(try await agent.control.access(app: nil).records.count == 1)
            clock.advance(by: Absences.grace)
            while try await !agent.control.access(app: nil).records.isEmpty {}
            let history = try await agent.control.call(.listHistory, HistoryQuery(app: Self.camera)).entries
            #expect(history.map(\.action) == [.granted, .uninstalled])
        }
    }

    @Test func theGraceGoesOnAfterARestart() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory, uptime: { .seconds(100) }) { agent in
            _ = try await grant(agent)
            try agent.install(Self.camera, nil)
            _ = try await agent.control.call(.reloadConfiguration)
        }
        try await Agent.run(apps: [:], in: directory, uptime: { .seconds(99) + Absences.grace }) { agent in
            let records = try await agent.control.access(app: nil).records
            #expect(records.map(\.isSuspended) == [true])
        }
        try await Agent.run(apps: [:], in: directory, uptime: { .seconds(100) + Absences.grace }) { agent in
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty)
        }
    }

    @Test func aMaskedManifestTakesAllAtOnce() async throws {
        try await Agent.run { agent in
            _ = try await grant(agent)
            try agent.install(Self.camera, nil)
            _ = try await agent.control.call(.reloadConfiguration)
            try FileManager.default.createSymbolicLink(
                atPath: "\(agent.directory)/apps.d/\(Self.camera).conf", withDestinationPath: "/dev/null")
            _ = try await agent.control.call(.reloadConfiguration)
            #expect(try await agent.control.access(app: nil).records.isEmpty)
            #expect(try await agent.history().last?.action == .uninstalled)
        }
    }

    @Test func aPersonRevokesWhatIsSuspended() async throws {
        try await Agent.run { agent in
            _ = try await grant(agent)
            try agent.install(Self.camera, nil)
            _ = try await agent.control.call(.reloadConfiguration)
            try await agent.control.call(.revokeAccess, AppAccessQuery(app: Self.camera, ssid: "MyCam-0001"))
            #expect(try await agent.control.access(app: nil).records.isEmpty)
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
            #expect(records.map(\.isSuspended) == [true])
        }
    }

    @Test func aFaultyManifestTakesNothingAway() async throws {
        try await Agent.run { agent in
            _ = try await grant(agent)
            try agent.install(Self.camera, "[App]\nNmae=Camera\n")
            #expect(try await !agent.control.call(.reloadConfiguration).faults.isEmpty)
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.listAccessories).accessories
            }
            #expect(error?.code == .notAuthorized)
            let unusable = await #expect(throws: AccessoryError.self) { try await grant(agent) }
            #expect(unusable?.code == .unknownApp)
            #expect(unusable?.message.contains("\(Self.camera).conf:1: [App] Name: ") == true)
            #expect(try await agent.control.access(app: nil).records.count == 1)
            try agent.install(Self.camera, Agent.apps[Self.camera])
            _ = try await agent.control.call(.reloadConfiguration)
            #expect(try await agent.app("camera").call(.listAccessories).accessories.count == 1)
        }
    }

    @Test func aConnectionEndsWhenItsProgramIsAnotherAppNow() async throws {
        try await Agent.run { agent in
            let idle = try ClientConnection(path: agent.appPath("camera"))
            let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            let other = try ClientConnection(path: agent.appPath("plug"))
            let _: AccessoryList = try await other.call("org.accessoryd.Setup.ListAccessories", Nothing())
            try agent.install(Self.camera, Agent.apps[Self.camera]?.replacing("camera.service", with: "new.service"))
            _ = try await agent.control.call(.reloadConfiguration)
            await #expect(throws: (any Error).self) {
                let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            }
            // The other app notices nothing.
            let _: AccessoryList = try await other.call("org.accessoryd.Setup.ListAccessories", Nothing())
        }
    }

    @Test func aConnectionEndsWhenItsProgramIsTheAppByAnotherProof() async throws {
        try await Agent.run { agent in
            let idle = try ClientConnection(path: agent.appPath("camera"))
            let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            let byUser = Agent.apps[Self.camera]?.replacing("Units=camera.service", with: "Users=tester")
            try agent.install(Self.camera, byUser)
            _ = try await agent.control.call(.reloadConfiguration)
            await #expect(throws: (any Error).self) {
                let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            }
            #expect(try await agent.app("camera").call(.listAccessories).accessories.isEmpty)
        }
    }

    @Test func aConnectionEndsWhenItsProofIsAnotherAppsNow() async throws {
        try await Agent.run { agent in
            let idle = try ClientConnection(path: agent.appPath("camera"))
            let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            let plug = "org.example.plug"
            try agent.install(Self.camera, Agent.apps[Self.camera]?.replacing("camera.service", with: "new.service"))
            try agent.install(plug, Agent.apps[plug]?.replacing("plug.service", with: "camera.service"))
            _ = try await agent.control.call(.reloadConfiguration)
            await #expect(throws: (any Error).self) {
                let _: AccessoryList = try await idle.call("org.accessoryd.Setup.ListAccessories", Nothing())
            }
            #expect(try await agent.app("camera").call(.listAccessories).accessories.isEmpty)
        }
    }

    @Test func aChangedManifestAppliesToWhatIsAskedNext() async throws {
        try await Agent.run { agent in
            try agent.install(Self.camera, Agent.apps[Self.camera]?.replacing("MyCam-", with: "Other-"))
            _ = try await agent.control.call(.reloadConfiguration)
            let error = await #expect(throws: AccessoryError.self) { try await grant(agent) }
            #expect(error?.code == .invalidRequest && error?.field == "ssid")
        }
    }
}

/// Time since the boot, which passes only when a test advances it. Pauses shorter than a grace are never over.
private final class GraceClock: Clock, Sendable {
    private struct State {
        var ahead = Duration.zero
        var sleepers: [(deadline: ContinuousClock.Instant, wake: AsyncStream<Never>.Continuation)] = []
        var observer: AsyncStream<Never>.Continuation?
    }

    private let state = Mutex(State())
    private let start = ContinuousClock.now

    var uptime: Duration { state.withLock { $0.ahead } }
    var now: ContinuousClock.Instant { start.advanced(by: uptime) }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) {
        state.withLock { state in
            state.ahead += duration
            for sleeper in state.sleepers where sleeper.deadline <= start.advanced(by: state.ahead) {
                sleeper.wake.finish()
            }
        }
    }

    /// Returns as soon as somebody waits for a whole grace.
    func somebodyWaits() async {
        let (waits, observer) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            if state.sleepers.isEmpty { state.observer = observer } else { observer.finish() }
        }
        for await _ in waits {}
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let (woken, wake) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            guard start.advanced(by: state.ahead).duration(to: deadline) >= Absences.grace else { return }
            state.sleepers.append((deadline, wake))
            state.observer?.finish()
        }
        for await _ in woken {}
        try Task.checkCancellation()
    }
}
