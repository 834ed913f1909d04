// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

@testable import accessoryctl

extension Fixture {
    /// A plan whose program is to be run.
    static func running(_ plan: String, on ssid: String = "MyCam-1", accessory: String = "b42c7393") throws
        -> PlanUpdate
    {
        guard let link = try joined().link else { throw Broken() }
        return PlanUpdate(
            plan: plan, state: .running, isRequired: true, attempt: 1,
            accessory: try self.accessory(accessory, "Porch camera", ssid),
            program: PlanProgram(link: link, ssid: try self.ssid(ssid)))
    }

    /// The file of a plan with a program.
    static func file(
        _ plan: String, choose: String = "only", program: String = "", attempts: Int = 3, runs: Bool = true
    ) throws -> Plan {
        let text = """
            [Plan]
            App=org.example.camera
            Choose=\(choose)
            \(runs ? "Afterwards=run" : "")
            [Accessory]
            SSIDPrefix=MyCam-
            \(runs ? "[Program]\nCommand=/bin/true --quiet\n\(program)" : "")
            [Attempts]
            Attempts=\(attempts)
            """
        let (file, faults) = KeyFile.read(Array(text.utf8), path: "/etc/accessoryd/provision.d/\(plan).conf")
        if let fault = faults.first { throw fault }
        return try #require(Plan.read(file).plan)
    }

    static func plans() throws -> [PlanStatus] {
        let prefix = DescriptorFields(ssidPrefix: "MyCam-")
        return [
            PlanStatus(
                id: "porch-camera", app: "org.example.camera", name: "Porch camera", descriptor: prefix,
                choose: "strongest", afterwards: "restore", isRequired: true,
                file: "/etc/accessoryd/provision.d/porch-camera.conf", state: .done, accessories: ["b42c7393"],
                attempts: 2, changed: Timestamp(seconds: 1_780_000_000)),
            PlanStatus(
                id: "attic", app: "org.example.plug", name: nil, descriptor: prefix, choose: "only",
                afterwards: "run", isRequired: false, file: "/etc/accessoryd/provision.d/attic.conf", state: .failed,
                accessories: ["removed", "b42c7393"], attempts: 3,
                error: AccessoryError(.noAddress, "'MyCam-1' gave no address"),
                changed: Timestamp(seconds: 1_780_000_060)),
            PlanStatus(
                id: "shed", app: "org.example.plug", name: nil, descriptor: prefix, choose: "02:00:00:00:01:01",
                afterwards: "keep", isRequired: true, file: "/etc/accessoryd/provision.d/shed.conf", state: .pending,
                accessories: [], attempts: 0),
        ]
    }
}
