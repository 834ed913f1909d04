// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// The end of a plan on the home network, whose sightings the air simulates: what it demands, and what is kept of it.
struct PlanArrivalTests {
    private static let plug = "ShellyPlusPlugS-C049EF8C480C"
    private static let named = #"{"check":"named","address":"c0:49:ef:8c:48:0c"}"#
    private static let air =
        Agent.air.replacing(
            "BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\nSecurity=wpa2\nPassphrase=home-0001")
            + """

            [AccessPoint plug]
            SSID=\(plug)
            BSSID=02:00:00:00:01:50
            Signal=80
            HomeAddress=192.168.1.23
            HomeStation=c0:49:ef:8c:48:0c
            HomeService=_shelly._tcp
            HomeTime=10ms
            """

    private func run<R: Sendable>(
        _ provision: String, patience: Duration = .seconds(20), _ body: @Sendable (Agent) async throws -> R
    ) async throws -> R {
        let plan =
            Provisioned.plan("SSID=\(Self.plug)", more: "Afterwards=provision")
            + "[Program]\nCommand=/bin/true\n[Provision]\nCleartext=allow\n\(provision)\n[Attempts]\nAttempts=1\n"
        let apps = Agent.apps.mapValues { $0.replacing("SSIDPrefixes=MyCam-", with: "SSIDPrefixes=MyCam-;Shelly") }
        return try await Provisioned.run(
            ["a": plan], apps: apps, air: Self.air,
            configuration: "[Uplink]\nCredentialsFor=org.example.camera\n", arrivalPatience: patience, body)
    }

    private func end(_ agent: Agent) async throws -> PlanUpdate {
        try #require(try await agent.run { _ in FinishPlanRequest(plan: "a", status: 3) }.last)
    }

    @Test func isDoneWithTheConfirmedAddress() async throws {
        try await run("Arrival=confirmed") { agent in
            let peer = try ProvisionPeer(agent, [], check: Self.named)
            let end = try await end(agent)
            #expect(end.state == .done, "\(end) \(peer.orders)")
            let known = try #require(
                try await agent.control.accessories().accessories.first { $0.accessory.id == end.accessory?.id })
            #expect(known.location?.address.description == "192.168.1.23" && known.location?.isConfirmed == true)
        }
    }

    @Test func failsWithoutAnotherAttemptIfItIsOnlyLikely() async throws {
        try await run("Arrival=confirmed", patience: .milliseconds(300)) { agent in
            let peer = try ProvisionPeer(agent, [])
            let end = try await end(agent)
            #expect(end.state == .failed && end.error?.code == .provisioningFailed, "\(end) \(peer.orders)")
            #expect(end.error?.message.hasPrefix("plan a: the accessory has the network") == true)
        }
    }

    @Test(arguments: ["", "Arrival=none"]) func isFoundLaterAlsoIfNobodyLooksForItNow(arrival: String) async throws {
        try await run(arrival) { agent in
            let peer = try ProvisionPeer(agent, [], check: Self.named)
            let end = try await end(agent)
            let accessory = try #require(end.accessory, "\(end)")
            #expect(end.state == .done && peer.orders.isEmpty)
            let identity = try #require(await agent.daemon.book.identities[accessory.id])
            #expect(identity.station?.description == "c0:49:ef:8c:48:0c" && identity.hasHotspotForSetUpAlone)
        }
    }

    @Test func aHandOverThatFailsLeavesNoIdentity() async throws {
        try await run("") { agent in
            let updates = try await agent.run { _ in FinishPlanRequest(plan: "a", status: 4) }
            #expect(updates.last?.state == .failed)
            let identities = await agent.daemon.book.identities
            #expect(identities.isEmpty)
        }
    }
}
