// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc
import Testing

@testable import AccessoryDaemon

/// Plans without a program: the agent hands the home network over itself, as for a person.
struct PlanWalkTests {
    private static let device = #"{"step":"identified","name":"hall","address":"c0:49:ef:8c:48:0c"}"#
    private static let handedOver = #"{"step":"handingOver","protection":"link"}"#
    private static let unknown = #"{"outcome":"unknown"}"#
    private static let named = #"{"check":"named","address":"c0:49:ef:8c:48:0c"}"#
    private static let home = "BSSID=02:00:00:00:10:01"
    /// The hotspot's name and address say nothing about the station that it becomes.
    private static let air = Agent.air.replacing(home, with: "\(home)\nSecurity=wpa2\nPassphrase=home-0001")
        .replacing(
            "SSID=MyCam-0042",
            with: """
                SSID=MyCam-0042
                HomeAddress=192.168.1.23
                HomeStation=c0:49:ef:8c:48:0c
                HomeTime=10ms
                """)

    private func run<R: Sendable>(
        _ provision: String = "", patience: Duration = .seconds(20), air: String = air,
        airClock: any Clock<Duration> = ContinuousClock(), _ body: @Sendable (Agent) async throws -> R
    ) async throws -> R {
        let plan =
            Provisioned.plan("SSID=MyCam-0042\nPassphraseFile=@SECRETS@/cam", more: "Afterwards=provision")
            + "[Provision]\nFamily=wled\nProofFile=@SECRETS@/proof\n\(provision)\n[Attempts]\nAttempts=1\n"
        return try await Provisioned.run(
            ["a": plan], secrets: ["cam": "camera-0042", "proof": "1234"], air: air,
            configuration: "[Uplink]\nCredentialsFor=org.example.camera\n", airClock: airClock,
            arrivalPatience: patience, body)
    }

    @Test func handsTheNetworkOverAndTellsEachStep() async throws {
        try await run { agent in
            let peer = try ProvisionPeer(agent, [Self.device, Self.handedOver, Self.unknown])
            let updates = try await agent.run()
            #expect(updates.last?.state == .done, "\(updates)")
            #expect(updates.compactMap(\.step) == [.identified, .handingOver, .ended])
            #expect(updates.compactMap(\.outcome) == [.unknown] && updates.compactMap(\.explanation).count == 1)
            #expect(updates.compactMap(\.device?.name) == ["hall"] && updates.compactMap(\.protection) == ["link"])
            #expect(updates.compactMap(\.lease?.state).last == .restored)
            // The caller has nothing to run, and no secret.
            #expect(updates.allSatisfy { $0.program == nil && $0.uplink == nil && $0.provision == nil })
            let order = try #require(peer.orders.first)
            #expect(peer.orders.count == 1 && order.contains("home-0001") && order.contains(#""secret":"1234""#))
            #expect(order.contains(#""family":"wled""#) && order.contains(#""leastProtection":"link""#))
            let entry = try await agent.history().first { $0.action == .uplinkGiven }
            #expect(entry?.name == "HomeNet" && entry?.why.contains("protected by 'link' or better by /") == true)
        }
    }

    @Test func whatTheAccessoryNamesProvesItsArrival() async throws {
        try await run("Arrival=confirmed") { agent in
            let peer = try ProvisionPeer(agent, [Self.device, Self.handedOver, Self.unknown], check: Self.named)
            let updates = try await agent.run()
            #expect(updates.last?.state == .done, "\(updates) \(peer.orders)")
            #expect(updates.contains { $0.step == .lookingForIt })
            let known = try await agent.control.accessories().accessories.compactMap(\.location?.address.description)
            #expect(known == ["192.168.1.23"])
        }
        try await run("Arrival=confirmed", patience: .milliseconds(300)) { agent in
            let peer = try ProvisionPeer(agent, [Self.handedOver, Self.unknown], check: Self.named)
            let end = try await agent.run().last
            #expect(end?.error?.code == .provisioningFailed, "\(peer.orders)")
        }
    }

    // MARK: Over Bluetooth

    private static let lampApp = [
        "org.example.camera": """
        [App]
        Name=Lamps
        [Identity]
        Units=camera.service
        [Discovery]
        BluetoothServices=00467768-6228-2272-4663-277478268000
        """
    ]

    private func walkLamp(_ gadget: Gadget, _ provision: String) async throws -> (updates: [PlanUpdate], given: Int) {
        let plan =
            Provisioned.plan(
                "BluetoothService=00467768-6228-2272-4663-277478268000", more: "Afterwards=provision")
            + "[Provision]\n\(provision)\n[Attempts]\nAttempts=1\n"
        return try await Provisioned.run(
            ["a": plan], apps: Self.lampApp, air: Self.air, bluetooth: gadget,
            configuration: "[Uplink]\nCredentialsFor=org.example.camera\n"
        ) { agent in
            let updates = try await agent.run()
            let history = try await agent.history()
            return (updates, history.count { $0.action == .uplinkGiven })
        }
    }

    @Test func handsTheNetworkOverOnABluetoothLink() async throws {
        let gadget = try Gadget()
        let (updates, given) = try await walkLamp(gadget, "Cleartext=allow")
        #expect(updates.last?.state == .done, "\(updates)")
        #expect(updates.compactMap(\.outcome) == [.onNetwork] && updates.allSatisfy { $0.lease == nil })
        #expect(given == 1 && gadget.links == 0 && gadget.pairings == 0)
        #expect(gadget.written.contains { $0.first == 1 })
    }

    @Test func givesNothingInTheClearThatThePlanDoesNotAllow() async throws {
        let gadget = try Gadget()
        let (updates, given) = try await walkLamp(gadget, "")
        #expect(updates.last?.error?.code == .notAuthorized)
        #expect(updates.last?.error?.message.contains("Cleartext=allow under [Provision] in") == true)
        #expect(given == 0 && gadget.written.isEmpty)
    }

    @Test func joinsNothingIfNothingCouldHandOver() async throws {
        try await run { agent in
            let updates = try await agent.run()
            #expect(updates.last?.error?.code == .provisioningFailed && updates.allSatisfy { $0.lease == nil })
            #expect(updates.last?.error?.message.contains("accessory-provision.socket") == true)
        }
    }

    @Test func joinsNothingWithoutTheSecretOfTheLabel() async throws {
        try await run { agent in
            let peer = try ProvisionPeer(agent, [Self.device, Self.handedOver, Self.unknown])
            unlink("\(agent.directory)/secrets/proof")
            let updates = try await agent.run()
            #expect(updates.last?.error?.message.contains("secrets/proof") == true && peer.orders.isEmpty)
            #expect(updates.allSatisfy { $0.lease == nil })
        }
    }

    /// It goes while the set-up joins, which waits for that.
    @Test func leavesTheHotspotIfTheSecretHasGone() async throws {
        let clock = HeldClock(.seconds(10))
        let air = Self.air.replacing("AssociateTime=10ms", with: "AssociateTime=10s")
        try await run(air: air, airClock: clock) { agent in
            let peer = try ProvisionPeer(agent, [Self.device, Self.handedOver, Self.unknown])
            var updates: [PlanUpdate] = []
            for try await update in try agent.control.stream(.runPlan, RunPlanRequest(plan: nil)) {
                if update.lease?.state == .associating {
                    unlink("\(agent.directory)/secrets/proof")
                    clock.moveOn()
                }
                updates.append(update)
            }
            #expect(updates.last?.state == .failed && peer.orders.isEmpty, "\(updates)")
            #expect(updates.last?.error?.message.contains("secrets/proof") == true, "\(updates)")
            #expect(updates.compactMap(\.lease?.state).last == .restored)
        }
    }

    @Test(arguments: [
        (#"{"outcome":"refused","reason":"no"}"#, AccessoryError.Code.provisioningFailed),
        (#"{"outcome":"vanished"}"#, .activationFailed),
    ]) func failsAsTheHandOverDoes(outcome: String, code: AccessoryError.Code) async throws {
        try await run { agent in
            let peer = try ProvisionPeer(agent, [Self.device, outcome])
            let updates = try await agent.run()
            #expect(updates.last?.error?.code == code, "\(updates) \(peer.orders)")
            #expect(updates.compactMap(\.lease?.state).last == .restored)
            let identities = await agent.daemon.book.identities
            #expect(identities.isEmpty)
        }
    }

    @Test func endsTheHandOverWhenItsCallerGoes() async throws {
        try await run { agent in
            let peer = try ProvisionPeer(agent, [Self.device], staysOpen: true)
            for try await update in try agent.control.stream(.runPlan, RunPlanRequest(plan: nil)) {
                if update.step == .identified { break }
            }
            for await _ in peer.closings { break }
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.pending])
        }
    }
}
