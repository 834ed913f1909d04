// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Synchronization

/// The hand-over of a plan whose accessory is named by its label. The radio stays on its network, so no lease, no program
/// and no record belong to it.
struct PlanCalling: Sendable {
    let daemon: Daemon
    let caller: Caller
    let plan: Plan
    let label: EasyConnectLabel

    private struct Course {
        var device: DeviceIdentity?
        var protection: HandOverProtection?
    }

    /// What the home network has to show of the accessory, or the failure.
    func run() async -> Result<ExpectedIdentity, AccessoryError> {
        let course = Mutex(Course())
        do throws(AccessoryError) {
            let radio = try await daemon.chooseRadio(sharing: true)
            await daemon.publish(.plan, app: plan.app, plan: plan.id, "plan \(plan.id): calls '\(label.title)'")
            let call = EasyConnectCall(daemon: daemon, label: label, interface: radio.interface)
            let outcome = try await call.run(
                for: Claimant(app: plan.app), UplinkErrand(byLabelOf: plan),
                who: "plan \(plan.id), run by \(caller.identity)"
            ) { step in
                switch step {
                case .identified(let device): course.withLock { $0.device = device }
                case .handingOver(let protection): course.withLock { $0.protection = protection }
                case .securing, .waitingForAccessory: break
                }
            }
            if let failure = plan.failure(of: outcome) { throw failure }
            let seen = course.withLock { ($0.device, $0.protection) }
            var expected = ExpectedIdentity(label)
            if let device = seen.0 { expected.identify(device) }
            expected.end(outcome, protection: seen.1)
            return .success(expected)
        } catch {
            return .failure(error)
        }
    }
}

extension Result {
    /// Nil for a success.
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
