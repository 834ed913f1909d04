// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// Plans with all that they may have, and with the least.
extension Sample {
    static var plan: PlanStatus {
        PlanStatus(
            id: "p", app: "a", name: "n", descriptor: descriptor, choose: "only", afterwards: "run", isRequired: true,
            file: "/p.conf", state: .failed, accessories: ["c"], attempts: 2,
            error: AccessoryError(.busy, "later", field: "plan", change: change),
            changed: Timestamp(seconds: 9))
    }

    static var barePlan: PlanStatus {
        PlanStatus(
            id: "p", app: "a", name: nil, descriptor: DescriptorFields(), choose: "only", afterwards: "restore",
            isRequired: false, file: "/p.conf", state: .pending)
    }

    static func planUpdate() throws -> PlanUpdate {
        let link = try link()
        let program = PlanProgram(link: link, ssid: try SSID(text: "s"))
        let uplink = UplinkCredentials(
            ssid: try SSID(text: "home"), security: .wpa2, passphrase: try Passphrase("home-0042"), isHidden: true)
        return PlanUpdate(
            plan: "p", .running, isRequired: true, attempt: 1, accessory: try accessory(), lease: try leaseUpdate(),
            program: program, uplink: uplink, retryAfter: 5,
            error: AccessoryError(.busy, "later", field: "plan", change: change))
    }
}
