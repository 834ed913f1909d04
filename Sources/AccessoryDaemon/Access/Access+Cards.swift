// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The cards that a picker shows.
extension Access {
    /// An accessory that some app has keeps its name and picture.
    func items(_ candidates: [Candidate], for claimant: Claimant, joining adapter: Adapter?) -> [PickerItem] {
        candidates.map { candidate in
            let (network, device) = (candidate.network, candidate.device)
            let cuts = candidate.item.descriptor.wifi == nil ? nil : adapter.flatMap(RadioChoice.cuts)
            let known = book.accessory(of: candidate)
            return PickerItem(
                id: candidate.id, name: known?.displayName ?? candidate.item.name,
                image: known == nil ? candidate.item.image : known?.image, ssid: candidate.ssid, bssid: network?.bssid,
                signal: candidate.signal, frequency: network?.frequency, security: network?.security,
                interface: network?.interface ?? (cuts == nil ? nil : adapter?.interface),
                bluetoothName: device?.name.map { DisplayName.harmless($0) },
                bluetoothAddress: device?.address.address,
                cuts: cuts, needsPassphrase: candidate.needsPassphrase,
                isShared: known.map { isShared($0.id, beside: claimant.app) } ?? false, isGone: candidate.isGone,
                change: candidate.change, isOwn: known.flatMap { isOwn($0.id, of: claimant) ? true : nil })
        }
    }

    /// The accessory that a candidate becomes for an app, and whether somebody else has it, so that its name stays.
    func accessory(for candidate: Candidate, of claimant: Claimant) -> (accessory: Accessory, isShared: Bool) {
        book.accessory(for: candidate, of: claimant, trial: trial(of: claimant))
    }

    /// Whether this app may use it.
    private func isOwn(_ accessory: Accessory.ID, of claimant: Claimant) -> Bool {
        records.records(app: claimant.app, accessory: accessory)
            .contains { claimant.owns($0) && $0.accessory.state == .authorized }
    }

    /// Whether another app has it.
    private func isShared(_ accessory: Accessory.ID, beside app: String) -> Bool {
        records.records(of: accessory).contains { $0.app != app }
    }
}
