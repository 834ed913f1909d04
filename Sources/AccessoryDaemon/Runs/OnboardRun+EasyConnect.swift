// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// A hand-over by Wi-Fi Easy Connect: a radio calls the accessory of the label while it stays on its network. There is no
/// link to leave, and no network or device of the accessory's own for a record.
extension OnboardRun {
    func runOverEasyConnect(_ label: EasyConnectLabel) async throws(AccessoryError) -> OnboardProgress {
        guard order.family == nil || order.family == .easyConnect else {
            throw AccessoryError(
                .invalidRequest, "family: the label is one of \(Family.easyConnect.title)", field: "family")
        }
        notify(OnboardProgress(step: .joining))
        let radio = try await daemon.chooseRadio(wanted: interface, sharing: true)
        let (outcome, course) = try await drive(
            Way(
                handOver: { send in await handOver(label, on: radio.interface, send) },
                leave: { send in send.yield(.left(nil)) }))
        return await arrive(outcome, course, ExpectedIdentity(label), nil)
    }

    private func handOver(_ label: EasyConnectLabel, on interface: String, _ send: Send) async {
        do throws(AccessoryError) {
            let errand = UplinkErrand(order, to: label.title, of: .easyConnect, warrant: warrant)
            let call = EasyConnectCall(daemon: daemon, label: label, interface: interface)
            let outcome = try await call.run(
                for: Claimant(app: OnboardOrder.app), errand, who: "\(caller.identity)"
            ) { send.yield(.step($0)) }
            send.yield(.ended(outcome))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }
}
