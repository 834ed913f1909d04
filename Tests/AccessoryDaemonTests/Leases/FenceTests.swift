// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import LinkCalls
import Testing
import Varlink

/// What the agent orders of accessory-link for a lease, and what it reports of the fence.
@Suite(.timeLimit(.minutes(5))) struct FenceTests {
    private static let cgroup = "system.slice/camera.service"
    private static let identities = [
        "camera": Identity(uid: 1000, user: "tester", unit: "camera.service", cgroup: cgroup)
    ]

    private func run(
        _ configuration: String? = nil, apps: [String: String] = Agent.apps,
        _ body: @Sendable (Agent) async throws -> Void
    ) async throws {
        try await Agent.run(apps: apps, callers: [], named: Self.identities, configuration: configuration) { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: Agent.camera, ssid: "MyCam-0001"))
            try await body(agent)
        }
    }

    /// Holds the camera's hotspot around `body`.
    private func joined(_ agent: Agent, _ body: () async throws -> Void) async throws {
        let lease = try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
        var updates = lease.makeAsyncIterator()
        while let update = try await updates.next(), update.lease.state != .joined {}
        try await body()
        withExtendedLifetime(lease) {}
    }

    private func fence(_ agent: Agent) async throws -> FenceStatus? {
        try await agent.control.call(.getStatus).leases.first?.fence
    }

    @Test func standsWhenTheAppIsJoined() async throws {
        try await run { agent in
            let link = try LinkPeer(agent) { _ in
                FenceState(
                    sent: 10, received: 20, refused: 3, keptOut: 4,
                    refusals: [Refusal(program: "avahi-daemon.service", user: 107, packets: 3)])
            }
            try await joined(agent) {
                let order = try #require(link.fences.first)
                #expect(order.interface == "wlan0")
                #expect(order.subjects.first == Subject(cgroup: Self.cgroup, user: 1000, multicast: false))
                let fence = try #require(try await fence(agent))
                #expect(fence.kind == .cgroup && fence.who == ["cgroup \(Self.cgroup)"] && fence.reason == nil)
                #expect((fence.sent, fence.received, fence.refused, fence.keptOut) == (10, 20, 3, 4))
                #expect(fence.refusals == ["avahi-daemon.service (uid 107)"])
            }
            let entry = try #require(try await agent.history().last { $0.action == .hotspotJoined })
            #expect(entry.app == Agent.camera && entry.why == "fenced for the app's cgroup")
        }
    }

    @Test func letsTheManifestsPortsIn() async throws {
        var apps = Agent.apps
        apps[Agent.camera]? += "\n[Network]\nAccept=udp:5004;tcp:554\n"
        try await run(apps: apps) { agent in
            let link = try LinkPeer(agent)
            try await joined(agent) { #expect(link.fences.first?.accept == ["udp:5004", "tcp:554"]) }
        }
    }

    @Test func steersTheMulticastIfTheManifestAsksForIt() async throws {
        var apps = Agent.apps
        apps[Agent.camera]? += "\n[Network]\nMulticast=true\n"
        try await run(apps: apps) { agent in
            let link = try LinkPeer(agent)
            try await joined(agent) { #expect(link.fences.first?.subjects.first?.multicast == true) }
        }
    }

    @Test func goesWhenTheAppLeaves() async throws {
        try await run { agent in
            let link = try LinkPeer(agent)
            try await joined(agent) { try await agent.app("camera").call(.leaveHotspot, LeaveHotspotRequest()) }
            // On a slow machine the accessory is left during a renewal, and the fence ends with the connection.
            for await _ in link.openings { break }
            #expect(link.opened == ["wlan0"])
        }
    }

    @Test func isReportedAsItStandsByUser() async throws {
        try await run { agent in
            let link = try LinkPeer(agent) { _ in
                FenceState(reason: "no cgroups here", sent: 0, received: 0, refused: 0, keptOut: 0, refusals: [])
            }
            try await joined(agent) {
                let fence = try #require(try await fence(agent))
                #expect(fence.kind == .user && fence.who == ["user 1000"] && fence.reason == "no cgroups here")
            }
            withExtendedLifetime(link) {}
        }
    }

    @Test func joinsWithoutAccessoryLinkAsEver() async throws {
        try await run { agent in
            try await joined(agent) {
                let fence = try #require(try await fence(agent))
                #expect(fence.kind == .none && fence.reason?.contains("accessory-link does not answer") == true)
            }
            #expect(try await agent.history().allSatisfy { $0.action != .hotspotJoined })
        }
    }

    @Test func isNotOrderedIfItIsOff() async throws {
        try await run("[Fence]\nMode=off\n") { agent in
            let link = try LinkPeer(agent)
            try await joined(agent) {
                let fence = try await fence(agent)
                #expect(fence == nil)
            }
            #expect(link.fences.isEmpty)
        }
    }

    @Test func refusesAJoinThatRequiresItBeforeAnythingIsCut() async throws {
        try await run("[Fence]\nMode=require\n") { agent in
            let error = await #expect(throws: AccessoryError.self) { try await joined(agent) {} }
            #expect(error?.code == .radioUnavailable && error?.message.contains("Mode=require") == true)
            let radios = try await agent.control.call(.getStatus).adapters
            #expect(radios.first?.state == .connected)
        }
    }

    @Test func leavesAHotspotThatRequiresItAndHasNone() async throws {
        try await run("[Fence]\nMode=require\n") { agent in
            let link = try LinkPeer(agent) { _ in throw LinkInterface.Failure.unavailable("no nf_tables") }
            let error = await #expect(throws: AccessoryError.self) { try await joined(agent) {} }
            #expect(error?.message.contains("no nf_tables") == true)
            withExtendedLifetime(link) {}
        }
    }

    @Test func standsAgainAfterAccessoryLinkHasDied() async throws {
        try await run { agent in
            let link = try LinkPeer(agent)
            try await joined(agent) {
                let before = link.fences.count
                link.hangUp()
                for await _ in link.orders where link.fences.count > before { break }
                #expect(link.fences.count > before)
            }
        }
    }

    @Test(arguments: ["[Fence]\nMode=perhaps\n", "[Fence]\nMode=\n", "[Fence]\nmode=off\n"])
    func reportsAFaultOfTheSettings(text: String) async throws {
        try await run(text) { agent in
            let faults = try await agent.control.call(.getStatus).faults
            #expect(faults.contains { $0.contains("Fence") })
        }
    }
}
