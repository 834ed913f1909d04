// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Synchronization

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
            let title = label.information ?? label.address?.description ?? "the accessory of the label"
            let family = Family.easyConnect
            let check = HandOverCheck(radio: daemon.radio, interface: interface, recognised: family)
            let seen = Mutex<[WiFiNetwork]>([])
            let network = try await daemon.uplinkCredentials(
                for: Claimant(app: OnboardOrder.app),
                UplinkErrand(order, to: title, of: family, isOrderedByRoot: isRoot), who: "\(caller.identity)"
            ) { network throws(AccessoryError) in
                let verdict = await check.verdict(on: network, for: family)
                if let refusal = verdict.refusal { throw AccessoryError(.provisioningFailed, "\(refusal)") }
                seen.withLock { $0 = verdict.seen }
            }
            let form: EasyConnectNetwork
            do throws(HandOverRefusal) {
                form = try EasyConnectNetwork(network, seen: seen.withLock(\.self))
            } catch {
                throw AccessoryError(.provisioningFailed, error.description)
            }
            let outcome = try await daemon.handOver(label, form, on: interface) { send.yield(.step($0)) }
            send.yield(.ended(outcome))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }
}
