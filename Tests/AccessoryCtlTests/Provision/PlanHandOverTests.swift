// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc
import Testing

@testable import accessoryctl

/// Plans whose program hands the home network over, on the side that runs it.
@Suite struct PlanHandOverTests {
    private let porch = PlanCall.Program(plan: "porch", number: 1)

    private func file() throws -> Plan {
        let text = """
            [Plan]
            App=org.example.camera
            Afterwards=provision
            [Accessory]
            SSIDPrefix=MyCam-
            [Program]
            Command=/bin/true
            """
        let (file, _) = KeyFile.read(Array(text.utf8), path: "/etc/accessoryd/provision.d/porch.conf")
        return try #require(Plan.read(file).plan)
    }

    private func due() throws -> PlanUpdate {
        var update = try Fixture.running("porch")
        update.provision = ProvisionOrder(family: "wled", secret: "1234", leastProtection: "link", security: "wpa2")
        return update
    }

    @Test func theStatusCountsAlsoWithoutTheNetwork() throws {
        var run = PlanCall(plan: nil, files: PlanFiles([try file()]))
        _ = run.receive(.update(try due()))
        let lost = PlanUpdate(plan: "porch", state: .restoring, isRequired: true)
        #expect(run.receive(.update(lost)).contains(.signal(porch, SIGTERM)))
        let report = FinishPlanRequest(plan: "porch", status: 3, failure: nil)
        #expect(run.receive(.programEnded(porch, status: 3)) == [.report(report)])
    }

    @Test func theLabelsSecretReachesItsProgramAlone() throws {
        let update = try due()
        var run = PlanCall(plan: nil, files: PlanFiles([try file()]))
        var shown = update
        shown.provision = nil
        let effects = run.receive(.update(update))
        #expect(effects.first == .show(shown))
        #expect(effects.contains(.start(porch, try file(), update)))
        var others = PlanCall(plan: nil, files: PlanFiles([try Fixture.file("porch")]))
        #expect(others.receive(.update(update)).contains(.start(porch, try Fixture.file("porch"), shown)))
    }

    @Test func theLabelsSecretIsOnTheDescriptorAlone() throws {
        let facts = try ProgramFacts(try due(), app: "org.example.camera")
        #expect(facts.provision?.secret == "1234")
        #expect(!facts.environment.values.contains { $0.contains("1234") })
    }
}
