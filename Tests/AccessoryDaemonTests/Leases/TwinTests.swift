// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

/// Access points that pose as an accessory: with its name and address, and with less security.
@Suite struct TwinTests {
    private static let genuine =
        "SSID=MyCam-0042\nBSSID=02:00:00:00:01:42\nSignal=60\nSecurity=wpa2\nPassphrase=camera-0042"
    private static let camera = Agent.camera

    /// The usual air, with this in place of the camera's access point.
    private static func air(_ point: String) -> String { Agent.air.replacing(genuine, with: point) }

    private static func point(_ security: String, bssid: String = "42", signal: Int = 60) -> String {
        let secret = security.hasPrefix("wpa") ? "\nPassphrase=camera-0042" : ""
        return "SSID=MyCam-0042\nBSSID=02:00:00:00:01:\(bssid)\nSignal=\(signal)\nSecurity=\(security)\(secret)"
    }

    private static let twin = air(point("open"))
    private static let louder = Agent.air + "\n[AccessPoint twin]\n" + point("open", bssid: "43", signal: 99)

    /// The app joins its camera, and leaves. Returns the link, or why there is none.
    private func join(_ agent: Agent, passphrase: String? = nil) async throws -> Result<Link, AccessoryError> {
        let request = JoinHotspotRequest(ssid: "MyCam-0042", passphrase: passphrase)
        do {
            for try await update in try agent.app("camera").stream(.joinHotspot, request) {
                guard let link = update.lease.link else { continue }
                try await agent.app("camera").call(.leaveHotspot, LeaveHotspotRequest())
                return .success(link)
            }
        } catch let error as AccessoryError {
            return .failure(error)
        }
        return .failure(AccessoryError(.interrupted, "it was never joined"))
    }

    private func joinedSecurity(_ agent: Agent) async throws -> Security? { try await join(agent).get().security }

    private func expectRefusal(
        _ result: Result<Link, AccessoryError>, expected: Security = .wpa2, seen: Security = .open
    ) {
        guard case .failure(let error) = result else {
            Issue.record("it was joined")
            return
        }
        #expect(error.code == .securityChanged, "\(error)")
        #expect(error.change == SecurityChange(expected: expected, seen: seen))
    }

    private func grant(_ agent: Agent, security: String? = nil, passphrase: String? = "camera-0042") async throws {
        _ = try await agent.control.call(
            .grantAccess,
            GrantRequest(app: Self.camera, ssid: "MyCam-0042", passphrase: passphrase, security: security))
    }

    private func record(_ agent: Agent) async throws -> AccessRecord? {
        try await agent.control.access(app: Self.camera).records.first
    }

    private func inDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await body(directory)
    }

    // MARK: What the record expects

    @Test func joinsNoOpenTwinInPlaceOfWhatAPersonChose() async throws {
        try await inDirectory { directory in
            try await Agent.run(in: directory) { agent in
                let (_, seen) = try await Person(agent: agent, chooses: "MyCam-0042", passphrase: "camera-0042")
                    .present {
                        try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [AppSession.item()]))
                    }
                #expect(seen.last?.kind == .dismissed)
                #expect(try await record(agent)?.security == .wpa2)
            }
            try await Agent.run(air: Self.twin, in: directory) { agent in
                for _ in 1...2 { expectRefusal(try await join(agent)) }
                let adapters = try await agent.control.call(.getStatus).adapters
                #expect(adapters.map(\.detail) == ["HomeNet"])
                let entries = try await agent.history().filter { $0.action == .securityChanged }
                #expect(entries.map(\.app) == [Self.camera], "it is written down once")
                #expect(entries.first?.why.contains("WPA2 or better was expected, and it is open") == true)
                #expect(try await record(agent)?.security == .wpa2)
            }
            try await Agent.run(in: directory) { agent in
                let security = try await joinedSecurity(agent)
                #expect(security == .wpa2)
            }
        }
    }

    @Test func joinsTheGenuineOneRatherThanALouderTwin() async throws {
        try await Agent.run(air: Self.louder) { agent in
            try await grant(agent)
            let bssid = try await join(agent).get().bssid
            #expect(bssid.description == "02:00:00:00:01:42")
            let points = try await record(agent)?.accessPoints.map(\.description)
            #expect(points == ["02:00:00:00:01:42"])
        }
    }

    @Test func refusesTheTwinOfAnAdministratorsGrant() async throws {
        try await Agent.run(air: Self.twin) { agent in
            try await grant(agent)
            expectRefusal(try await join(agent))
        }
    }

    @Test func aPassphraseOfTheRequestImpliesAKey() async throws {
        try await Agent.run(air: Self.twin) { agent in
            try await grant(agent, passphrase: nil)
            expectRefusal(try await join(agent, passphrase: "camera-0042"))
            let applied = try await agent.app("camera").apply(
                ApplyHotspotRequest(ssid: "MyCam-0042", passphrase: "camera-0042"))
            #expect(!applied.reply.joined && applied.reply.error?.code == .securityChanged)
            // So does one that a hotspot configuration keeps.
            expectRefusal(try await join(agent))
        }
    }

    @Test func doesNotLeaveSAEThatWasSeenOnce() async throws {
        try await inDirectory { directory in
            try await Agent.run(air: Self.air(Self.point("wpa2-wpa3")), in: directory) { agent in
                try await grant(agent)
                #expect(try await joinedSecurity(agent) == .wpa3)
                #expect(try await record(agent)?.security == .wpa3)
            }
            try await Agent.run(air: Self.air(Self.point("wpa2")), in: directory) { agent in
                expectRefusal(try await join(agent), expected: .wpa3, seen: .wpa2)
            }
        }
    }

    @Test func joinsTheOneThatTheAppHasRatherThanItsLouderTwin() async throws {
        try await Agent.run(air: Self.louder) { agent in
            try await grant(agent)
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: Self.camera, ssid: "MyCam-0404"))
            let reply = try await agent.app("camera").call(.applyHotspot, ApplyHotspotRequest(ssidPrefix: "MyCam-"))
            #expect(reply.link?.bssid.description == "02:00:00:00:01:42")
        }
    }

    // MARK: At the moment of joining

    @Test(arguments: [("wpa2", Security.open, Security.wpa2), ("wpa3", .wpa2, .wpa3), ("wpa2", .owe, .wpa2)])
    func looksAgainAtTheMomentOfJoining(announced: String, twin: Security, expected: Security) async throws {
        try await Agent.run(air: Self.air(Self.point(announced) + "\nTwin=\(twin.rawValue)")) { agent in
            try await grant(agent)
            expectRefusal(try await join(agent), expected: expected, seen: twin)
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
    }

    // MARK: Accepted as new

    private func choose(
        _ agent: Agent, accepts: Bool
    ) async throws -> (outcome: AppSession.Outcome, questions: [PickerQuestion]) {
        let person = Person(agent: agent, chooses: "MyCam-0042", passphrase: "camera-0042") { question in
            question.kind == .security && accepts ? .some(nil) : nil
        }
        let (outcome, seen) = try await person.present {
            try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [AppSession.item()]))
        }
        return (outcome, seen.compactMap(\.question))
    }

    @Test func aPersonMayAcceptItAsNew() async throws {
        try await inDirectory { directory in
            try await Agent.run(in: directory) { agent in
                try await grant(agent)
                #expect(try await joinedSecurity(agent) == .wpa2)
            }
            try await Agent.run(air: Self.twin, in: directory) { agent in
                let declined = try await choose(agent, accepts: false)
                #expect(declined.outcome.error?.code == .securityChanged)
                #expect(declined.questions.map(\.change) == [SecurityChange(expected: .wpa2, seen: .open)])
                expectRefusal(try await join(agent))

                let accepted = try await choose(agent, accepts: true)
                #expect(accepted.outcome.reply?.link?.security == .open)
                let records = try await agent.control.access(app: Self.camera).records
                #expect(records.first { $0.origin == .picker }?.security == .open)
                let granted = try await agent.history().last
                #expect(granted?.why == "chosen at the picker, and accepted as new: open")
            }
            try await Agent.run(air: Self.twin, in: directory) { agent in
                // The grant of the app under any user is another record, which nobody changed.
                let own = try await agent.app("camera").call(.listAccessories).accessories
                #expect(own.count == 2)
                #expect(try await joinedSecurity(agent) == .open)
            }
        }
    }

    @Test func onlyAnAdministratorsNewGrantReplacesIt() async throws {
        try await Agent.run(air: Self.twin) { agent in
            try await grant(agent)
            expectRefusal(try await join(agent))
            // A renewal does not change the expected security.
            try await grant(agent, passphrase: nil)
            expectRefusal(try await join(agent))
            try await grant(agent, security: "open", passphrase: nil)
            #expect(try await joinedSecurity(agent) == .open)
            // A refusal after it was joined is news again.
            try await grant(agent)
            expectRefusal(try await join(agent))
            #expect(try await agent.history().filter { $0.action == .securityChanged }.count == 2)
        }
    }

    @Test(arguments: [("open", "camera-0042"), ("owe", "camera-0042"), ("wep", nil), ("better", nil)])
    func refusesAGrantThatContradictsItself(security: String, passphrase: String?) async throws {
        try await Agent.run { agent in
            let error = await #expect(throws: AccessoryError.self) {
                try await grant(agent, security: security, passphrase: passphrase)
            }
            #expect(error?.code == .invalidRequest && error?.field == "security")
        }
    }

    // MARK: The home network's credentials

    private static let allowing = "[Uplink]\nCredentialsFor=\(camera)\n"

    private static func home(_ air: String) -> String {
        let home = "BSSID=02:00:00:00:10:01"
        return air.replacing(home, with: "\(home)\nSecurity=wpa2\nPassphrase=home-0001")
    }

    @Test(arguments: ["open", "owe"])
    func theUplinkDoesNotGoToANetworkWithoutAKey(security: String) async throws {
        try await Agent.run(air: Self.home(Self.air(Self.point(security))), configuration: Self.allowing) { agent in
            try await grant(agent, passphrase: nil)
            for try await update in try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0042"))
            where update.lease.state == .joined {
                let error = await #expect(throws: AccessoryError.self) {
                    try await agent.app("camera").call(.getUplinkCredentials, UplinkQuery()).uplink
                }
                #expect(error?.code == .notAuthorized && error?.message.contains("has a passphrase") == true)
                break
            }
            #expect(try await !agent.history().contains { $0.action == .uplinkGiven })
        }
    }

    /// - Parameter search: a plan that finds nothing in this time tries again in an hour.
    private static func plan(_ accessory: String, program: String = "", search: String = "5min") -> [String: String] {
        let plan = Provisioned.plan(accessory, choose: "strongest", more: "Afterwards=run")
        return [
            "a": plan + "[Program]\nCommand=/bin/true\nUplinkCredentials=true\n\(program)\n"
                + "[Attempts]\nSearchTime=\(search)\nPause=1h\nGiveUpAfter=6h\n"
        ]
    }

    @Test func aPlanWithAPassphraseTakesNoOpenFake() async throws {
        let accessory = "SSIDPrefix=MyCam-\nPassphraseFile=@SECRETS@/camera"
        let secrets = ["camera": "camera-0042\n"]
        try await Provisioned.run(
            Self.plan(accessory), secrets: secrets, air: Self.home(Self.louder), configuration: Self.allowing
        ) { agent in
            let updates = try await agent.run { update in
                #expect(update.program?.link.bssid.description == "02:00:00:00:01:42")
                #expect(update.uplink?.passphrase?.secret == "home-0001")
                return FinishPlanRequest(plan: "a", status: 0)
            }
            #expect(updates.last?.state == .done)
        }
        try await Provisioned.run(
            Self.plan(accessory, search: "5s"), secrets: secrets, air: Self.home(Self.twin),
            configuration: Self.allowing
        ) { agent in
            for try await update in try agent.control.stream(.runPlan, RunPlanRequest(plan: nil)) {
                #expect(update.state == .waiting)
                guard let error = update.error else { continue }
                #expect(error.code == .securityChanged)
                break
            }
        }
    }

    @Test(arguments: [("", String?.none), ("UplinkCredentialsOverOpen=true", "home-0001")])
    func aPlanNamesTheOpenNetworkThatMayHaveTheUplink(program: String, secret: String?) async throws {
        let plan = Self.plan("SSID=MyCam-0042", program: program)
        try await Provisioned.run(plan, air: Self.home(Self.twin), configuration: Self.allowing) { agent in
            let updates = try await agent.run { update in
                #expect(secret != nil && update.uplink?.passphrase?.secret == secret)
                return FinishPlanRequest(plan: "a", status: 0)
            }
            #expect(updates.last?.state == (secret == nil ? .failed : .done))
            guard secret == nil else { return }
            let cure = "UplinkCredentialsOverOpen=true under [Program] in \(agent.directory)"
            #expect(updates.last?.error?.message.contains(cure) == true, "\(updates)")
        }
    }
}
