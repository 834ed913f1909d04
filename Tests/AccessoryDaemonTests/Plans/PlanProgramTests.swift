// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

/// Networks that are handed over to a program, or kept.
@Suite struct PlanProgramTests {
    private static func plan(_ program: String = "", attempts: Int = 1) -> String {
        Provisioned.plan("SSID=MyCam-0001", more: "Afterwards=run")
            + "[Program]\nCommand=/bin/true --x\n\(program)\n[Attempts]\nAttempts=\(attempts)\nPause=1s\n"
    }

    @Test func runsAProgramOnTheNetworkAndCountsItsStatus() async throws {
        try await Provisioned.run(["a": Self.plan("User=nobody\nTimeLimit=2min\nSuccessStatus=0;3")]) { agent in
            let updates = try await agent.run { update in
                #expect(update.program?.link.interface == "wlan0")
                #expect(update.program?.ssid.description == "MyCam-0001" && update.uplink == nil)
                #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.running])
                let leases = try await agent.control.call(.getStatus).leases
                #expect(leases.map(\.lease.state) == [.joined])
                return FinishPlanRequest(plan: "a", status: 3)
            }
            #expect(updates.last?.state == .done && updates.count { $0.state == .running } == 1)
            #expect(updates.compactMap(\.lease?.state).last == .restored)
            await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.finishPlan, FinishPlanRequest(plan: "a", status: 0))
            }
        }
    }

    @Test func joinsNothingForAProgramThatCannotRun() async throws {
        let plain = Provisioned.plan("SSID=MyCam-0001")
        try await Provisioned.run(["a": Self.plan(attempts: 2), "b": plain]) { agent in
            let obstacles = ["a", "b"].map { PlanObstacle(plan: $0, reason: "is not executable") }
            var updates: [PlanUpdate] = []
            for try await update in try agent.control.stream(.runPlan, RunPlanRequest(obstacles: obstacles)) {
                updates.append(update)
            }
            let program = updates.filter { $0.plan == "a" }
            #expect(program.map(\.state) == [.failed] && program.first?.error?.code == .activationFailed)
            #expect(program.first?.error?.message == "plan a: /bin/true: is not executable")
            // A plan without a program is the agent's own.
            #expect(updates.last { $0.plan == "b" }?.state == .done)
        }
    }

    @Test func aProgramThatFailsIsRunAgainAndThenThePlanFails() async throws {
        try await Provisioned.run(["a": Self.plan(attempts: 2)], clock: LeapingClock()) { agent in
            let updates = try await agent.run { update in
                FinishPlanRequest(plan: "a", status: 1, failure: update.attempt == 1 ? nil : "took too long")
            }
            #expect(updates.filter { $0.state == .running }.map(\.attempt) == [1, 2])
            let retry = updates.first { $0.state == .waiting && $0.error != nil }
            #expect(retry?.retryAfter == 1 && retry?.error?.message.contains("status 1") == true)
            #expect(updates.last?.state == .failed && updates.last?.error?.message.contains("too long") == true)
        }
    }

    @Test func givesTheProgramTheUplinkOnlyWhereThatIsAllowed() async throws {
        let plan = ["a": Self.plan("UplinkCredentials=true\nUplinkCredentialsOverOpen=true")]
        let home = "BSSID=02:00:00:00:10:01"
        let air = Agent.air.replacing(home, with: "\(home)\nSecurity=wpa2\nPassphrase=home-0001")
        for (configuration, secret) in [("[Uplink]\nCredentialsFor=org.example.camera\n", "home-0001"), ("", nil)] {
            try await Provisioned.run(plan, air: air, configuration: configuration) { agent in
                let updates = try await agent.run { update in
                    #expect(secret != nil && update.uplink?.passphrase?.secret == secret)
                    return FinishPlanRequest(plan: "a", status: 0)
                }
                #expect(updates.last?.state == (secret == nil ? .failed : .done))
                #expect(updates.contains { $0.lease != nil } == (secret != nil))
            }
        }
    }

    @Test func leavesEverythingWhenTheCallerGoes() async throws {
        try await Provisioned.run(["a": Self.plan(), "b": Provisioned.plan("SSID=MyCam-0001")]) { agent in
            let monitor = try agent.control.stream(.monitor)
            for try await update in try agent.control.stream(.runPlan, RunPlanRequest()) where update.state == .running
            { break }
            for try await reply in monitor where reply.event?.text.contains("restored") == true { break }
            #expect(try await agent.control.call(.getStatus).leases.isEmpty)
            // The grant stays, and the rest of the plan is due.
            #expect(try await agent.control.access(app: nil).records.count == 1)
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.pending, .pending])
            let again = try await agent.run { _ in FinishPlanRequest(plan: "a", status: 0) }
            #expect(again.last?.state == .done)
            #expect(try await agent.control.call(.listHistory, HistoryQuery()).entries.count == 1)
        }
    }

    // MARK: Kept

    private static let kept = ["a": Provisioned.plan("SSID=MyCam-0001", more: "Afterwards=keep")]

    @Test func keepsTheNetworkWithoutAnyConnectionAndTakesItUpAgain() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Provisioned.run(Self.kept, in: directory) { agent in
            let first = try await agent.run()
            #expect(first.last?.state == .kept)
            #expect(try await agent.control.call(.getStatus).leases.map(\.lease.state) == [.joined])
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.kept])
            let again = try await agent.run()
            #expect(again.map(\.state) == [.skipped])
        }
        try await Provisioned.run(Self.kept, in: directory) { agent in
            // Nobody asks for it.
            for try await _ in try agent.control.stream(.monitor) {
                if try await agent.control.call(.listPlans).plans.map(\.state) == [.kept] { break }
            }
            #expect(try await agent.control.call(.getStatus).leases.map(\.lease.state) == [.joined])
            let again = try await agent.run()
            #expect(again.map(\.state) == [.skipped])
        }
        try await Provisioned.run(Self.kept, in: directory, boot: "b2") { agent in
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.pending])
            let next = try await agent.run()
            #expect(next.last?.state == .kept)
        }
    }

    @Test func namesThePlanThatKeepsTheOnlyRadioAndDoesNotWait() async throws {
        let second = Provisioned.plan("SSID=MyCam-0001", more: "Afterwards=keep")
        try await Provisioned.run(Self.kept.merging(["b": second]) { $1 }) { agent in
            let updates = try await agent.run()
            let ends = updates.filter { [.kept, .failed, .done].contains($0.state) }
            #expect(ends.map(\.plan) == ["a", "b"] && ends.map(\.state) == [.kept, .failed])
            #expect(ends.last?.error?.message.contains("plan 'a' keeps wlan0 on 'MyCam-0001'") == true)
            // It did not wait.
            #expect(updates.allSatisfy { $0.retryAfter == nil })
        }
    }

    @Test func whoLeavesWhatIsKeptLeavesItForGood() async throws {
        try await Provisioned.run(Self.kept) { agent in
            let first = try await agent.run()
            #expect(first.last?.state == .kept)
            try await agent.control.call(.leaveHotspot, LeaveHotspotRequest(app: Provisioned.camera))
            for try await _ in try agent.control.stream(.monitor) {
                if try await agent.control.call(.listPlans).plans.map(\.state) == [.done] { break }
            }
            #expect(try await agent.control.call(.getStatus).leases.isEmpty)
        }
    }

    @Test func whatIsKeptIsLeftWithThePlansFileAndNotForAFaultInIt() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Provisioned.run(Self.kept, in: directory) { agent in
            let first = try await agent.run()
            #expect(first.last?.state == .kept)
            let file = "\(directory)/provision.d/a.conf"
            try Data("[Plan]\nApp=".utf8).write(to: URL(filePath: file))
            _ = try await agent.control.call(.reloadConfiguration)
            #expect(try await agent.control.call(.getStatus).faults.contains { $0.hasPrefix(file) })
            #expect(try await agent.control.call(.getStatus).leases.map(\.lease.state) == [.joined])
            let monitor = try agent.control.stream(.monitor)
            try FileManager.default.removeItem(atPath: file)
            _ = try await agent.control.call(.reloadConfiguration)
            for try await _ in monitor where try await agent.control.call(.getStatus).leases.isEmpty { break }
            #expect(try await agent.control.access(app: Provisioned.camera).records.count == 1)
        }
    }

    @Test func whatIsRevokedIsNotKept() async throws {
        try await Provisioned.run(Self.kept) { agent in
            _ = try await agent.run()
            let monitor = try agent.control.stream(.monitor)
            try await agent.control.call(.revokeAccess, AppAccessQuery(app: Provisioned.camera, ssid: "MyCam-0001"))
            for try await reply in monitor where reply.event?.kind == .plan { break }
            #expect(try await agent.control.call(.listPlans).plans.map(\.state) == [.failed])
            #expect(try await agent.control.access(app: nil).records.isEmpty)
        }
    }
}
