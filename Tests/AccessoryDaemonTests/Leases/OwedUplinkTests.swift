// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

@testable import AccessoryDaemon
@testable import SimulatedRadios

/// An uplink that does not come back when it should.
@Suite struct OwedUplinkTests {
    /// Joins, leaves, and how that ended.
    private func joinAndLeave(_ agent: Agent, ssid: String = "MyCam-0001") async throws -> (
        updates: [LeaseUpdate], error: AccessoryError?
    ) {
        var updates: [LeaseUpdate] = []
        do {
            for try await reply in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: ssid)) {
                updates.append(reply.lease)
                guard reply.lease.state == .joined else { continue }
                // Its failure is the call's own.
                Task { try? await agent.app("camera").call(.leaveHotspot, LeaveHotspotRequest()) }
            }
            return (updates, nil)
        } catch let error as AccessoryError {
            return (updates, error)
        }
    }

    /// The uplink's access point is off the air until a test switches it on.
    private static func withoutHome() throws -> SimulatedRadios {
        let radio = try SimulatedRadios(KeyFile(Agent.air.utf8, path: "test-air.conf"))
        put(home: false, onAirOf: radio)
        return radio
    }

    private static func put(home isOnAir: Bool, onAirOf radio: SimulatedRadios) {
        radio.change { air, _ in
            for index in air.points.indices where air.points[index].ssid.description == "HomeNet" {
                air.points[index].presence.appears = isOnAir ? .zero : .seconds(1_000_000)
            }
        }
    }

    @Test func comesBackWithItsAccessPointLongAfterTheLease() async throws {
        let radio = try Self.withoutHome()
        try await Agent.run(radio: radio, clock: ImpatientClock()) { agent in
            _ = try await agent.grant()
            let (_, error) = try await joinAndLeave(agent)
            #expect(error?.code == .restoreFailed)
            // It is not given up.
            #expect(try await agent.control.call(.getStatus).leases.count == 1)
            Self.put(home: true, onAirOf: radio)
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
    }

    @Test func anotherLeaseTakesThePromiseOver() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let radio = try Self.withoutHome()
        try await Agent.run(in: directory, radio: radio, clock: ImpatientClock()) { agent in
            _ = try await agent.grant()
            _ = try await joinAndLeave(agent)
            let (updates, error) = try await joinAndLeave(agent)
            #expect(updates.contains { $0.state == .joined })
            // It is away already, and comes back at the end.
            #expect(updates.first?.uplink == nil)
            #expect(updates.first { $0.state == .left }?.uplink == "HomeNet")
            #expect(error?.code == .restoreFailed)
        }
        let owed = try Store(directory: directory + "/state").unfinished()
        #expect(owed.map(\.protection.uplink.name) == ["HomeNet"])
    }

    @Test func aLeaseThatFindsNothingLeavesThePromise() async throws {
        let radio = try Self.withoutHome()
        try await Agent.run(radio: radio, clock: ImpatientClock()) { agent in
            _ = try await agent.grant()
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: Agent.camera, ssid: "MyCam-away"))
            _ = try await joinAndLeave(agent)
            let (_, error) = try await joinAndLeave(agent, ssid: "MyCam-away")
            #expect(error?.code == .networkNotFound)
            try await agent.until { $0.leases.count == 1 }
            Self.put(home: true, onAirOf: radio)
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
    }

    @Test func theStatusIsTrueMeanwhile() async throws {
        let air = Agent.air.replacing("RestoreTime=10ms", with: "RestoreTime=3600s")
        let clock = HeldClock(.seconds(3600))
        try await Agent.run(air: air, airClock: clock) { agent in
            _ = try await agent.grant()
            // The call ends with the loop.
            for try await reply in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            where reply.lease.state == .joined { break }
            try await agent.until { status in
                let adapter = status.adapters.first
                return adapter?.state == .connecting && adapter?.detail == "HomeNet" && status.leases.count == 1
            }
            clock.moveOn()
            try await agent.until { $0.leases.isEmpty }
            let adapter = try #require(try await agent.control.call(.getStatus).adapters.first)
            #expect("\(adapter.state) \(adapter.detail ?? "")" == "connected HomeNet")
        }
    }

    @Test func theHolderIsNotifiedOfEveryAttempt() async throws {
        let air = Agent.air.replacing("RestoreTime=10ms", with: "RestoreTime=10ms\nRestoreFailures=2")
        try await Agent.run(air: air, clock: ImpatientClock()) { agent in
            _ = try await agent.grant()
            let (updates, error) = try await joinAndLeave(agent)
            #expect(error == nil)
            let left = updates.drop { $0.state != .left }
            #expect(left.map { "\($0.state) \($0.uplink ?? "")" }.first == "left HomeNet")
            #expect(left.contains { "\($0.state) \($0.uplink ?? "")" == "restoring HomeNet" && $0.error != nil })
            #expect(left.last?.state == .restored)
        }
    }

    @Test func nothingIsReportedRestoredWhereNothingWasCut() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory) { agent in
            _ = try await agent.grant()
            try Database(path: directory + "/state/accessoryd.db").run("DROP TABLE journal")
            let (updates, error) = try await joinAndLeave(agent)
            #expect(error?.code == .connectionFailed)
            #expect(updates.last?.state == .left && updates.last?.uplink == nil)
        }
    }

    @Test func aPromiseThatCannotBeForgottenIsNotKeptTwice() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory) { agent in
            _ = try await agent.grant()
            let database = try Database(path: directory + "/state/accessoryd.db")
            // The agent writes beside this.
            try database.run("PRAGMA busy_timeout = 10000")
            for try await reply in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            {
                guard reply.lease.state == .joined else { continue }
                try database.run(
                    "CREATE TRIGGER full BEFORE DELETE ON journal BEGIN SELECT RAISE(FAIL, 'disk is full'); END")
                Task { try? await agent.app("camera").call(.leaveHotspot, LeaveHotspotRequest()) }
            }
            try await agent.until { $0.leases.isEmpty }
            try database.run("DROP TRIGGER full")
        }
    }

    @Test func whatAnotherLeaseLeftOwingIsNotCalledARestart() async throws {
        let radio = try Self.withoutHome()
        try await Agent.run(radio: radio, clock: ImpatientClock()) { agent in
            _ = try await agent.grant()
            var monitor = try agent.control.stream(.monitor).makeAsyncIterator()
            _ = try await monitor.next()
            _ = try await joinAndLeave(agent)
            Self.put(home: true, onAirOf: radio)
            var texts: [String] = []
            while let text = try await monitor.next()?.event?.text {
                texts.append(text)
                if text.contains("is back") { break }
            }
            #expect(!texts.contains { $0.contains("was stopped") }, "\(texts)")
        }
    }
}

/// A clock on which pauses of up to 20 s are over at once, and longer ones never.
private struct ImpatientClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        guard now.duration(to: deadline) > .seconds(21) else {
            await Task.yield()
            return try Task.checkCancellation()
        }
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        try Task.checkCancellation()
    }
}
