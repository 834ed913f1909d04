// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Synchronization

/// A call of one label's accessory, and the home network for it: the credentials, checked, in the form that wpa_supplicant
/// hands over.
struct EasyConnectCall: Sendable {
    let daemon: Daemon
    let label: EasyConnectLabel
    let interface: String

    /// - Parameter who: whoever ordered it, for the history.
    func run(for claimant: Claimant, _ errand: UplinkErrand, who: String, _ send: HomeWalkRun.Send) async {
        do throws(AccessoryError) {
            send.yield(.ended(try await run(for: claimant, errand, who: who) { send.yield(.step($0)) }))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }

    private func run(
        for claimant: Claimant, _ errand: UplinkErrand, who: String, report: @Sendable (ProvisioningStep) -> Void
    ) async throws(AccessoryError) -> ProvisioningOutcome {
        let family = Family.easyConnect
        let key = try await daemon.configuration.configuratorKey(
            ofNetwork: errand.network, credentials: daemon.settings.credentialsDirectory)
        let isWPA2Only = await daemon.policy.isWPA2Only(errand)
        let check = HandOverCheck(
            radio: daemon.radio, interface: interface, recognised: family, hasConnector: key != nil)
        let seen = Mutex<[WiFiNetwork]>([])
        let network = try await daemon.uplinkCredentials(for: claimant, errand, who: who) {
            network throws(AccessoryError) in
            let fit = await check.fit(of: network, for: family)
            if let refusal = fit.refusal { throw AccessoryError(refusal) }
            seen.withLock { $0 = fit.seen }
        }
        let form: EasyConnectNetwork
        do throws(HandOverRefusal) {
            form = try EasyConnectNetwork(
                network, seen: seen.withLock(\.self), hasConnector: key != nil, isWPA2Only: isWPA2Only)
        } catch {
            throw AccessoryError(.provisioningFailed, error.description)
        }
        return try await daemon.handOver(label, form, signedBy: key, on: interface, report: report)
    }
}
