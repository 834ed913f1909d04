// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// What the program of a plan gets as soon as its accessory's network is joined.
struct PlanHandOver: Sendable {
    let daemon: Daemon
    let caller: Caller
    let plan: Plan
    let lease: Lease.ID
    let link: Link
    let accessory: Accessory

    /// The update that has the caller start the program. Throws the reason why the program would be of no use.
    func update(attempt: Int) async throws(AccessoryError) -> PlanUpdate {
        guard let ssid = accessory.ssid else {
            throw AccessoryError(.invalidRequest, "plan \(plan.id): '\(accessory.displayName)' has no Wi-Fi network")
        }
        var update = PlanUpdate(
            plan: plan.id, state: .running, isRequired: plan.isRequired, attempt: attempt, accessory: accessory,
            program: PlanProgram(link: link, ssid: ssid))
        let maySeeUplink = plan.program?.wantsUplink == true && caller.maySeeSecrets(of: ControlInterface.RunPlan.self)
        guard maySeeUplink else { return update }
        if let provision = plan.provision {
            update.provision = try await daemon.provisionOrder(of: plan, lease: lease)
            update.uplink = try await uplink { network throws(AccessoryError) in
                try await check(network, for: provision, ssid)
            }
            return update
        }
        update.uplink = try await uplink()
        return update
    }

    private func uplink(
        check: @Sendable (UplinkCredentials) async throws(AccessoryError) -> Void = { _ in }
    ) async throws(AccessoryError) -> UplinkCredentials {
        try await daemon.uplinkCredentials(
            for: Claimant(app: plan.app), UplinkErrand(plan, over: lease),
            who: "plan \(plan.id), run by \(caller.identity)", check: check)
    }

    private func check(
        _ network: UplinkCredentials, for provision: Plan.Provision, _ ssid: SSID
    ) async throws(AccessoryError) {
        let check = HandOverCheck(radio: daemon.radio, link: link, ssid: ssid)
        guard let family = provision.family ?? check.recognised else {
            throw AccessoryError(
                .provisioningFailed,
                "plan \(plan.id): '\(ssid)' shows no family; set Family= under [Provision] in \(plan.path) to one of "
                    + Family.list)
        }
        if let refusal = await check.refusal(of: network, for: family) {
            throw AccessoryError(.provisioningFailed, "plan \(plan.id): \(refusal)")
        }
    }
}
