// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

/// Several programs of one app at one hotspot.
@Suite struct SharedLeaseTests {
    private static let first = Identity(uid: 1000, user: "tester", unit: "camera.service", executable: "/first")
    private static let second = Identity(uid: 1000, user: "tester", unit: "camera.service", executable: "/second")

    private func run(_ body: @Sendable (Agent) async throws -> Void) async throws {
        let programs = ["first": Self.first, "second": Self.second, "first again": Self.first]
        try await Agent.run(named: programs, pids: ["first": 101, "first again": 101, "second": 102]) { agent in
            _ = try await agent.grant()
            try await body(agent)
        }
    }

    private func joined(_ agent: Agent, as name: String) async throws -> AgentStream<LeaseReply>.AsyncIterator {
        var updates = try agent.app(name).stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            .makeAsyncIterator()
        while let reply = try await updates.next(), reply.lease.state != .joined {}
        return updates
    }

    private func isJoined(_ agent: Agent) async throws -> Bool {
        try await agent.control.call(.getStatus).leases.map(\.lease.state) == [.joined]
    }

    @Test(arguments: [("first", "second"), ("second", "first")])
    func endsWithItsLastHolder(leaver: String, stayer: String) async throws {
        try await run { agent in
            var holds = ["first": try await joined(agent, as: "first")]
            holds["second"] = try await joined(agent, as: "second")
            var stays = holds.removeValue(forKey: stayer)
            holds[leaver] = nil
            // No event shows when the agent notices that one holder left, because the lease continues.
            for _ in 0..<100 { try #require(try await isJoined(agent)) }
            stays = nil
            _ = stays
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
    }

    @Test func aProgramLeavesForItselfAlone() async throws {
        try await run { agent in
            var first = try await joined(agent, as: "first")
            let second = try await joined(agent, as: "second")
            try await agent.app("first again").call(.leaveHotspot, LeaveHotspotRequest())
            #expect(try await first.next()?.lease.state == .left)
            #expect(try await first.next() == nil)
            #expect(try await isJoined(agent))
            try await agent.app("second").call(.leaveHotspot, LeaveHotspotRequest())
            #expect(try await agent.control.call(.getStatus).leases.isEmpty)
            withExtendedLifetime(second) {}
        }
    }

    @Test func whoHoldsNothingOfItEndsItForAll() async throws {
        try await run { agent in
            let first = try await joined(agent, as: "first")
            let second = try await joined(agent, as: "second")
            try await agent.control.call(.leaveHotspot, LeaveHotspotRequest(app: Agent.camera))
            #expect(try await agent.control.call(.getStatus).leases.isEmpty)
            withExtendedLifetime((first, second)) {}
        }
    }
}
