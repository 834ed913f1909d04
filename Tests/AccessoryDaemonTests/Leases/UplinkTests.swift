// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

/// The credentials of the machine's own network: which app gets them, when, and what the history records.
@Suite struct UplinkTests {
    private static let allowing = "[Uplink]\nCredentialsFor=org.example.camera\n"
    private static let secret = "home sweet home"

    private static func air(home: String = "Security=wpa2\nPassphrase=\(secret)", more: String = "") -> String {
        secured(Agent.air).replacing("BSSID=02:00:00:00:10:01", with: "BSSID=02:00:00:00:10:01\n\(home)") + "\n" + more
    }

    /// The camera's network has a passphrase, too.
    private static func secured(_ air: String) -> String {
        air.replacing("BSSID=02:00:00:00:01:01", with: "BSSID=02:00:00:00:01:01\nSecurity=wpa2\nPassphrase=camera-0001")
    }

    private func grant(_ agent: Agent, to app: String) async throws {
        _ = try await agent.control.call(
            .grantAccess,
            GrantRequest(app: app, ssid: "MyCam-0001", bssid: "02:00:00:00:01:01", passphrase: "camera-0001"))
    }

    /// What the app gets while it is joined with its camera.
    private func credentials(
        _ agent: Agent, as name: String = "camera", app: String = Agent.camera, network: String? = nil
    ) async throws -> Result<UplinkCredentials, AccessoryError> {
        try await grant(agent, to: app)
        for try await update in try agent.app(name).stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
        where update.lease.state == .joined {
            return await answer(agent, as: name, network: network)
        }
        return .failure(AccessoryError(.interrupted, "it was never joined"))
    }

    private func answer(
        _ agent: Agent, as name: String = "camera", network: String? = nil
    ) async -> Result<UplinkCredentials, AccessoryError> {
        do {
            return .success(try await agent.app(name).call(.getUplinkCredentials, UplinkQuery(network: network)).uplink)
        } catch {
            return .failure(error as? AccessoryError ?? AccessoryError(.connectionFailed, "\(error)"))
        }
    }

    @Test func anAppChoosesAmongTheNetworksThatAreNamedForAccessories() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try Data("for the plugs\n".utf8).write(to: URL(filePath: "\(directory)/iot"))
        let configuration = Self.allowing + "[Uplink IoT]\nSSID=IoT\nPassphraseCredential=iot\n"
        try await Agent.run(air: Self.air(), configuration: configuration, credentials: directory) { agent in
            let iot = UplinkCredentials(
                ssid: try SSID(text: "IoT"), security: .wpa2, passphrase: try Passphrase("for the plugs"))
            #expect(try await credentials(agent, network: "IoT") == .success(iot))
            // A profile of NetworkManager is not the app's to choose.
            guard case .failure(let error) = try await credentials(agent, network: "HomeNet") else {
                Issue.record("it got a profile's passphrase")
                return
            }
            #expect(error.code == .notAuthorized && error.message.contains("[Uplink HomeNet]"))
        }
    }

    @Test func theAppThatIsNamedGetsThemWhileItIsJoined() async throws {
        try await Agent.run(air: Self.air(), configuration: Self.allowing) { agent in
            let expected = UplinkCredentials(
                ssid: try SSID(text: "HomeNet"), security: .wpa2, passphrase: try Passphrase(Self.secret))
            #expect(try await credentials(agent) == .success(expected))
            let entry = try #require(try await agent.history().last)
            #expect(entry.action == .uplinkGiven && entry.app == Agent.camera && entry.name == "HomeNet")
            #expect(entry.uid == 1000 && entry.proof == Proof(.unit, "camera.service"))
            #expect(entry.why == "allowed by CredentialsFor in \(agent.directory)/accessoryd.conf")
            for entry in try await agent.history() { #expect(!"\(entry)".contains("sweet")) }
        }
    }

    @Test func theAdministratorNamesAnotherNetwork() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let secret = "\(directory)/iot"
        try Data("a network of things".utf8).write(to: URL(filePath: secret))
        let stored = "\(Self.allowing)SSID=IoT\nPassphraseFile=\(secret)\n"
        try await Agent.run(air: Self.air(), configuration: stored) { agent in
            let expected = UplinkCredentials(
                ssid: try SSID(text: "IoT"), security: .wpa2, passphrase: try Passphrase("a network of things"))
            #expect(try await credentials(agent) == .success(expected))
            #expect(try await agent.history().last?.name == "IoT")
        }
        try await Agent.run(air: Self.air(), configuration: "\(Self.allowing)Network=HomeNet\n") { agent in
            let home = try SSID(text: "HomeNet")
            #expect(try await credentials(agent).get().ssid == home)
        }
        try await Agent.run(air: Self.air(), configuration: "\(Self.allowing)Network=None\n") { agent in
            guard case .failure(let error) = try await credentials(agent) else {
                Issue.record("there is no such network")
                return
            }
            #expect(error.code == .networkNotFound && error.message.contains("'None'"))
        }
    }

    @Test func nobodyElseGetsThem() async throws {
        let apps = Agent.withViewer
        try await Agent.run(
            air: Self.air(), apps: apps, callers: ["camera", "viewer"], configuration: Self.allowing
        ) { agent in
            let viewers = try await credentials(agent, as: "viewer", app: "org.example.viewer")
            guard case .failure(let error) = viewers else {
                Issue.record("the viewer got them")
                return
            }
            #expect(error.code == .notAuthorized)
            #expect(
                error.message.contains(
                    "CredentialsFor=org.example.viewer under [Uplink] in \(agent.directory)/accessoryd.conf"))
            #expect(try await !agent.history().contains { $0.action == .uplinkGiven })
        }
    }

    @Test func withoutAnAdministratorsWordNobodyGetsThem() async throws {
        try await Agent.run(air: Self.air()) { agent in
            guard case .failure(let error) = try await credentials(agent) else {
                Issue.record("the camera got them")
                return
            }
            #expect(error.code == .notAuthorized)
        }
    }

    @Test func whoHoldsNoHotspotDoesNotGetThem() async throws {
        try await Agent.run(
            air: Self.air(), apps: Agent.withViewer, callers: ["camera", "viewer"], configuration: Self.allowing
        ) { agent in
            let refusal = "org.example.camera holds no joined hotspot, and gets the credentials only with one"
            let before = await answer(agent)
            #expect(before == .failure(AccessoryError(.notAuthorized, refusal)))
            // Nor by what another app holds.
            try await grant(agent, to: "org.example.viewer")
            for try await update in try agent.app("viewer").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            where update.lease.state == .joined {
                let beside = await answer(agent)
                #expect(beside == .failure(AccessoryError(.notAuthorized, refusal)))
                break
            }
            try await agent.until { $0.leases.isEmpty }
            _ = try await credentials(agent)
            try await agent.until { $0.leases.isEmpty }
            let after = await answer(agent)
            #expect(after == .failure(AccessoryError(.notAuthorized, refusal)))
        }
    }

    @Test func reportsWhyThereAreNone() async throws {
        let idle = Self.secured(Agent.air).replacing(
            "[Radio wlan0]\nSSID=HomeNet\nRestoreTime=10ms", with: "[Radio wlan0]")
        let cases: [(air: String, code: AccessoryError.Code, reason: String)] = [
            (idle, .networkNotFound, "does not guess another one; set Network=NAME under [Uplink] in accessoryd.conf"),
            (Self.air(home: "Security=enterprise"), .connectionFailed, "802.1X"),
            (
                Self.secured(Agent.air).replacing(
                    "[AccessPoint home]\nSSID=HomeNet", with: "[AccessPoint home]\nSSID=Another"),
                .connectionFailed, "not stored on this machine"
            ),
        ]
        for (air, code, reason) in cases {
            try await Agent.run(air: air, configuration: Self.allowing) { agent in
                guard case .failure(let error) = try await credentials(agent) else {
                    Issue.record("got them, for \(reason)")
                    return
                }
                #expect(error.code == code && error.message.contains(reason), "\(error)")
            }
        }
    }

    @Test func theStatusNamesTheCureOnACable() async throws {
        let cable = Agent.air.replacing(
            "[Radio wlan0]\nSSID=HomeNet\nRestoreTime=10ms", with: "[Radio wlan0]")
        try await Agent.run(air: cable) { agent in
            let why = try #require(try await agent.control.call(.getStatus).noHomeNetwork)
            #expect(why.contains("Network=NAME under [Uplink] in \(agent.directory)/accessoryd.conf"))
            #expect(why.contains("'accessoryctl onboard --network NAME'"))
        }
        try await Agent.run(air: cable, configuration: "[Uplink]\nNetwork=IoT\n") { agent in
            let cure = try await agent.control.call(.getStatus).noHomeNetwork
            #expect(cure == nil)
        }
        try await Agent.run(air: Agent.air) { agent in
            let cure = try await agent.control.call(.getStatus).noHomeNetwork
            #expect(cure == nil)
        }
    }

    @Test func anotherRadiosNetworkCountsWhereItIsTheOnlyOne() async throws {
        try await Agent.run(air: Self.air(more: "[Radio wlan1]"), configuration: Self.allowing) { agent in
            // The idle radio joins, and the uplink is not cut.
            let home = try SSID(text: "HomeNet")
            #expect(try await credentials(agent).map(\.ssid) == .success(home))
        }
        let two = Self.air(more: "[Radio wlan1]\n[Radio wlan2]\nSSID=Other")
        try await Agent.run(air: two, configuration: Self.allowing) { agent in
            guard case .failure(let error) = try await credentials(agent) else {
                Issue.record("one of two was guessed")
                return
            }
            #expect(error.code == .networkNotFound)
        }
    }
}
