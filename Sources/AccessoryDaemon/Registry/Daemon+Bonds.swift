// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// Bonds go with what they were made for: with a set-up that came to nothing, and with an accessory that no app has any
/// more. What is to be removed is written down first, so that neither a crash nor an absent bluetoothd leaves one behind.
extension Daemon {
    /// Before a set-up makes a bond: it goes again unless a grant keeps it.
    func owe(_ bond: MACAddress, of setup: String) throws(AccessoryError) {
        bondsInUse[setup, default: []].insert(bond)
        try commit([.owe(bond: bond)])
    }

    /// After a set-up: removes those of its bonds that no grant has kept.
    func settleBonds(of setup: String) async {
        if bondsInUse.removeValue(forKey: setup) != nil { await settleBonds() }
    }

    /// Removes all bonds that are to be removed, as far as bluetoothd is there.
    func settleBonds() async {
        let owed: [MACAddress]
        do {
            owed = try store.owedBonds()
        } catch {
            return log.error("cannot read the list of bonds to remove: \(error)")
        }
        for bond in owed where !bondsInUse.values.contains(where: { $0.contains(bond) }) { await forget(bond) }
    }

    /// Removes the bond with a device. One that stays is said, and tried again when bluetoothd is back.
    func forget(_ bond: MACAddress) async {
        do {
            try await bluetooth.forget(bond)
            try commit([.settle(bond: bond)])
        } catch {
            log.warning("cannot remove the bond with \(bond) yet: \(error)")
        }
    }
}
