// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing

/// Hotspot configurations, by the rules that phones have, with the answers that they lack.
@Suite struct HotspotTests {
    private static let camera = "org.example.camera"

    private func grant(_ agent: Agent, _ ssid: String, passphrase: String? = nil) async throws {
        _ = try await agent.control.call(
            .grantAccess, GrantRequest(app: Self.camera, ssid: ssid, passphrase: passphrase))
    }

    private func detail(_ agent: Agent) async throws -> String? {
        try await agent.control.call(.getStatus).adapters.first?.detail
    }

    // MARK: Applying

    @Test func joinsWhatTheAppHasAccessToAndReportsIt() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0042")
            let applied = try await agent.app("camera").apply(
                ApplyHotspotRequest(ssid: "MyCam-0042", passphrase: "camera-0042", lifeTimeInDays: 30))
            #expect(applied.reply.joined && applied.reply.link?.interface == "wlan0" && applied.reply.error == nil)
            #expect(try await detail(agent) == "MyCam-0042")
            let stored = try #require(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).first)
            #expect(stored == applied.reply.hotspot && stored.isProtected && !stored.joinOnce)
            #expect(stored.expires?.seconds == stored.applied.seconds + 30 * 86400)
            applied.connection.close()
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot) == [stored])
        }
    }

    @Test func restsOnTheAppsSessionWhereThereIsOne() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0001")
            var events: AgentStream<SessionEvent>.AsyncIterator? = try agent.app("camera").stream(.activate)
                .makeAsyncIterator()
            _ = try await events?.next()
            try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001")).connection.close()
            // A call that is answered proves that the agent has seen the end of the connection before it.
            #expect(try await detail(agent) == "MyCam-0001")
            events = nil
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
    }

    @Test func reportsWhyItCouldNotJoin() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0404")
            try await grant(agent, "MyCam-0042")
            let dead = try await agent.app("camera").call(.applyHotspot, ApplyHotspotRequest(ssid: "MyCam-0404"))
            #expect(!dead.joined && dead.link == nil && dead.error?.code == .noAddress)
            let locked = try await agent.app("camera").call(
                .applyHotspot, ApplyHotspotRequest(ssid: "MyCam-0042", passphrase: "not-this-one"))
            #expect(!locked.joined && locked.error?.code == .wrongPassphrase)
            #expect(locked.error?.message.contains("not-this-one") == false)
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).count == 2)
            #expect(try await detail(agent) == "HomeNet")
        }
    }

    @Test func asksAPersonWhereTheAppHasNoAccess() async throws {
        try await Agent.run { agent in
            let (applied, seen) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                try await agent.app("camera").apply(ApplyHotspotRequest(ssidPrefix: "MyCam-"))
            }
            #expect(seen.contains { $0.kind == .items && $0.app == Self.camera })
            #expect(applied.reply.joined && applied.reply.hotspot.ssidPrefix?.description == "MyCam-")
            #expect(try await agent.control.access(app: Self.camera).records.map(\.origin) == [.picker])
        }
    }

    @Test func storesNothingWhenThePersonRefuses() async throws {
        try await Agent.run { agent in
            let (error, _) = try await Person(agent: agent, chooses: nil).present {
                await #expect(throws: AccessoryError.self) {
                    _ = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001"))
                }
            }
            #expect(error?.code == .userCancelled)
            // The person's picker is gone when the agent has noticed.
            while try await agent.control.call(.getStatus).pickers > 0 {}
            let nobody = await #expect(throws: AccessoryError.self) {
                _ = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001"))
            }
            #expect(nobody?.code == .pickerUnavailable)
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).isEmpty)
            #expect(try await agent.control.access(app: nil).records.isEmpty)
        }
    }

    @Test func joinsTheStrongestOfThoseWithThePrefixThatTheAppHas() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0404")
            try await grant(agent, "MyCam-0042", passphrase: "camera-0042")
            let reply = try await agent.app("camera").call(.applyHotspot, ApplyHotspotRequest(ssidPrefix: "MyCam-"))
            // MyCam-0001 is stronger still, but nobody let the app have it.
            #expect(reply.joined && reply.link?.bssid.description == "02:00:00:00:01:42")
        }
    }

    @Test func alreadyAssociatedIsSuccess() async throws {
        let apps = Agent.apps.mapValues {
            $0.replacing("SSIDPrefixes=MyCam-", with: "SSIDPrefixes=MyCam-\nSSIDs=HomeNet")
        }
        try await Agent.run(apps: apps) { agent in
            let reply = try await agent.app("camera").call(.applyHotspot, ApplyHotspotRequest(ssid: "HomeNet"))
            #expect(reply.joined && reply.link == nil && reply.error == nil)
            #expect(try await agent.control.call(.getStatus).leases.isEmpty)
            try await grant(agent, "MyCam-0001")
            let first = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001"))
            let second = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001"))
            #expect(first.reply.link == second.reply.link && second.reply.joined)
            #expect(try await agent.control.call(.getStatus).leases.count == 1)
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).count == 2)
        }
    }

    @Test func noAppForcesWhatOnlyAnAdministratorMay() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0001")
            let forced = JoinHotspotRequest(ssid: "MyCam-0001", force: true)
            let refusal = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.app("camera").stream(.joinHotspot, forced) {}
            }
            #expect(refusal?.code == .notAuthorized && refusal?.field == "force")
        }
    }

    @Test func aJoinLooksForAHiddenNetworkIfItIsAsked() async throws {
        let hidden = "\n[AccessPoint hidden]\nSSID=MyCam-0099\nBSSID=02:00:00:00:01:99\nHidden=true\n"
        try await Agent.run(air: Agent.air + hidden) { agent in
            try await grant(agent, "MyCam-0099")
            let refusal = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0099"))
                {}
            }
            #expect(refusal?.code == .networkNotFound)
            let request = JoinHotspotRequest(ssid: "MyCam-0099", hidden: true)
            var updates = try agent.app("camera").stream(.joinHotspot, request).makeAsyncIterator()
            while let update = try await updates.next(), update.lease.state != .joined {}
            #expect(try await detail(agent) == "MyCam-0099")
        }
    }

    // MARK: Keeping

    @Test func aLaterJoinUsesItsPassphrase() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0042")
            let applied = try await agent.app("camera").apply(
                ApplyHotspotRequest(ssidPrefix: "MyCam-0", passphrase: "camera-0042"))
            try await agent.app("camera").call(.leaveHotspot, LeaveHotspotRequest())
            for try await update in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0042"))
            where update.lease.state == .joined {
                break
            }
            _ = applied
        }
    }

    @Test func whatIsJoinedOnceGoesWhenItIsLeft() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0001")
            let applied = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001", joinOnce: true))
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).map(\.joinOnce) == [true])
            try await agent.app("camera").call(.leaveHotspot, LeaveHotspotRequest())
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).isEmpty)
            // The access that was granted is not the configuration's.
            #expect(try await agent.app("camera").call(.listAccessories).accessories.count == 1)
            _ = applied
        }
    }

    @Test func removingLeavesTheNetwork() async throws {
        try await Agent.run { agent in
            try await grant(agent, "MyCam-0001")
            let applied = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001"))
            try await agent.app("camera").call(.removeHotspot, HotspotQuery(ssid: "MyCam-0001"))
            #expect(try await detail(agent) == "HomeNet")
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).isEmpty)
            _ = applied
        }
    }

    @Test func anAppSeesAndRemovesItsOwnOnly() async throws {
        let other = Identity(uid: 1001, user: "other", unit: "camera.service")
        try await Agent.run(named: ["other": other]) { agent in
            try await grant(agent, "MyCam-0001")
            _ = try await agent.app("camera").apply(ApplyHotspotRequest(ssid: "MyCam-0001"))
            for stranger in ["plug", "other"] {
                #expect(try await agent.app(stranger).call(.listHotspots).hotspots.map(\.hotspot).isEmpty)
                let error = await #expect(throws: AccessoryError.self) {
                    try await agent.app(stranger).call(.removeHotspot, HotspotQuery(ssid: "MyCam-0001"))
                }
                #expect(error?.code == .unknownAccessory)
            }
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).count == 1)
            // A person may.
            try await agent.control.call(.removeHotspot, RemoveHotspotRequest(app: Self.camera, ssid: "MyCam-0001"))
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).isEmpty)
        }
    }

    @Test func itEndsWithItsLifetime() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(in: directory, now: { Timestamp(seconds: 1_000) }) { agent in
            try await grant(agent, "MyCam-0001")
            _ = try await agent.app("camera").apply(
                ApplyHotspotRequest(ssid: "MyCam-0001", passphrase: "camera-0001", lifeTimeInDays: 1))
        }
        try await Agent.run(in: directory, now: { Timestamp(seconds: 1_000 + 86400) }) { agent in
            while try await agent.control.call(.listHistory, HistoryQuery()).entries.last?.action != .hotspotExpired {}
            #expect(try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot).isEmpty)
        }
    }

    // MARK: Secrets

    @Test func passphrasesAreShownOnlyToThoseWhoMaySeeThem() async throws {
        try await Agent.run(named: ["member": Identity(uid: 12345, user: "member")]) { agent in
            try await grant(agent, "MyCam-0042")
            let applied = try await agent.app("camera").apply(
                ApplyHotspotRequest(ssid: "MyCam-0042", passphrase: "camera-0042"))
            let plain = try await agent.control.call(.listHotspots, ListHotspotsRequest()).hotspots
            #expect(plain.map(\.passphrase) == [nil])
            let shown = try await agent.control.call(.listHotspots, ListHotspotsRequest(secrets: true)).hotspots
            #expect(shown.map(\.passphrase) == ["camera-0042"])
            let member = agent.control(as: "member")
            #expect(try await member.call(.listHotspots, ListHotspotsRequest()).hotspots.count == 1)
            let error = await #expect(throws: AccessoryError.self) {
                try await member.call(.listHotspots, ListHotspotsRequest(secrets: true))
            }
            #expect(error?.code == .notAuthorized)
            _ = applied
        }
    }

    // MARK: Rules

    struct Wrong: Sendable, CustomTestStringConvertible {
        var request: ApplyHotspotRequest
        var field: String
        var testDescription: String { field }
    }

    @Test(arguments: [
        Wrong(request: ApplyHotspotRequest(), field: "ssid"),
        Wrong(request: ApplyHotspotRequest(ssid: "MyCam-1", ssidPrefix: "MyCam-"), field: "ssidPrefix"),
        Wrong(request: ApplyHotspotRequest(ssid: ""), field: "ssid"),
        Wrong(request: ApplyHotspotRequest(ssid: String(repeating: "x", count: 33)), field: "ssid"),
        Wrong(request: ApplyHotspotRequest(ssid: "HomeNet"), field: "ssid"),
        Wrong(request: ApplyHotspotRequest(ssidPrefix: "My"), field: "ssidPrefix"),
        Wrong(request: ApplyHotspotRequest(ssidPrefix: "Home"), field: "ssidPrefix"),
        Wrong(request: ApplyHotspotRequest(ssid: "MyCam-1", passphrase: "seven77"), field: "passphrase"),
        Wrong(
            request: ApplyHotspotRequest(ssid: "MyCam-1", passphrase: String(repeating: "x", count: 65)),
            field: "passphrase"),
        Wrong(request: ApplyHotspotRequest(ssidPrefix: "MyCam-", hidden: true), field: "hidden"),
        Wrong(request: ApplyHotspotRequest(ssid: "MyCam-1", lifeTimeInDays: 0), field: "lifeTimeInDays"),
        Wrong(request: ApplyHotspotRequest(ssid: "MyCam-1", lifeTimeInDays: 366), field: "lifeTimeInDays"),
    ])
    func refusesByFieldWhatIsNoConfiguration(wrong: Wrong) async throws {
        try await Agent.run { agent in
            let error = await #expect(throws: AccessoryError.self) {
                _ = try await agent.app("camera").apply(wrong.request)
            }
            #expect(error?.code == .invalidRequest && error?.field == wrong.field)
            let stored = try await agent.app("camera").call(.listHotspots).hotspots.map(\.hotspot)
            #expect(stored.isEmpty)
        }
    }
}
