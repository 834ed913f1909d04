// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// What shows accessories on the air.
extension Access {
    /// Throws as `record(_:of:)` if the app may not use one of the accessories now.
    func observed(
        _ accessories: [Accessory.ID], by claimant: Claimant
    ) throws(AccessoryError) -> [ObservedAccessory] {
        try accessories.map { id throws(AccessoryError) in observed(try record(id, of: claimant)) }
    }

    /// The accessories of all apps that were put on the home network.
    var putOnNetwork: [ObservedAccessory] { book.identities.keys.flatMap { records.records(of: $0) }.map(observed) }

    private func observed(_ record: AccessRecord) -> ObservedAccessory {
        ObservedAccessory(
            record, isResetByHotspot: book.identities[record.accessory.id]?.hasHotspotForSetUpAlone ?? false)
    }
}
