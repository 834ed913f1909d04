// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Logging

/// Wi-Fi Easy Connect adds a configurator and a label's key to wpa_supplicant, and both end with the hand-over. The store
/// journals the mark of a hand-over first, so neither a crash nor an absent wpa_supplicant leaves them behind.
extension Daemon {
    /// Hands the network over on this radio, which stays on its own network.
    ///
    /// - Parameter ownKey: the network's own configurator's; nil for one that is used once.
    func handOver(
        _ label: EasyConnectLabel, _ network: EasyConnectNetwork, signedBy ownKey: EasyConnectKey?,
        on interface: String,
        report: @Sendable (ProvisioningStep) -> Void
    ) async throws(AccessoryError) -> ProvisioningOutcome {
        // wpa_supplicant has one exchange at a time for each radio, and a second one would end the first.
        guard easyConnects[interface] == nil else {
            throw AccessoryError(
                .busy, "\(interface) hands a network over already; try again in a minute, or name another radio")
        }
        let key: EasyConnectKey
        do throws(EasyConnectFault) {
            key = if let ownKey { ownKey } else { try EasyConnectKey(.system) }
        } catch {
            throw AccessoryError(.provisioningFailed, error.description)
        }
        // The mark follows from the key, and one radio must not clear away what the other has in use.
        guard !easyConnects.values.contains(key.mark) else {
            throw AccessoryError(.busy, "another radio hands this network over already; try again in a minute")
        }
        easyConnects[interface] = key.mark
        defer { easyConnects[interface] = nil }
        await settleEasyConnects()
        do {
            try store.journal(key.mark, on: interface)
        } catch {
            throw AccessoryError(
                .connectionFailed, "the journal cannot be written, so nothing was handed over: \(error)")
        }
        let handOver = EasyConnectHandOver(radio: radio, clock: clock, interface: interface)
        let end = await handOver.run(EasyConnectMachine(label, key: key, network: network), report: report)
        if end.isTidy { forget(key.mark) } else { easyConnectsAreOwed.yield() }
        return try end.result.get()
    }

    /// Removes from wpa_supplicant what hand-overs that are over have left there. What cannot be looked for yet stays in
    /// the journal until the radios change.
    func settleEasyConnects() async {
        let owed: [(mark: EasyConnectMark, interface: String)]
        do {
            owed = try store.owedEasyConnects().filter { !easyConnects.values.contains($0.mark) }
        } catch {
            return log.error("cannot read the list of hand-overs to clear away: \(error)")
        }
        guard !owed.isEmpty else { return }
        // wpa_supplicant has one list for all of its interfaces, and the former one may be gone.
        let interfaces = await radios().adapters.map(\.interface)
        let marks = Set(owed.map(\.mark))
        for interface in interfaces {
            let handOver = EasyConnectHandOver(radio: radio, clock: clock, interface: interface)
            guard await handOver.run(EasyConnectSweep(marks)) else { continue }
            for mark in marks { forget(mark) }
            return log.notice("cleared away what a hand-over by Wi-Fi Easy Connect had left in wpa_supplicant")
        }
        log.warning("cannot clear away yet what a hand-over by Wi-Fi Easy Connect may have left in wpa_supplicant")
    }

    private func forget(_ mark: EasyConnectMark) {
        do {
            try store.forget(mark)
        } catch {
            log.error("cannot forget a hand-over by Wi-Fi Easy Connect: \(error)")
        }
    }
}
