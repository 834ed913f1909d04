// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Logging

/// A bond ends with its purpose: a set-up that came to nothing, or an accessory that no app has any more. The store
/// journals a bond to remove first, so neither a crash nor an absent bluetoothd leaves it behind.
extension Daemon {
    /// Before a set-up makes a bond: the agent removes it again unless a grant keeps it.
    func owe(_ bond: MACAddress, of setup: String) throws(AccessoryError) {
        bondsInUse[setup, default: []].insert(bond)
        try commit([.owe(bond: bond)])
    }

    /// After a set-up: removes those of its bonds that no grant has kept.
    func settleBonds(of setup: String) async {
        if bondsInUse.removeValue(forKey: setup) != nil { await settleBonds() }
    }

    /// Removes all bonds in the journal that no set-up uses, if bluetoothd is there.
    func settleBonds() async {
        let owed: [MACAddress]
        do {
            owed = try store.owedBonds()
        } catch {
            return log.error("cannot read the list of bonds to remove: \(error)")
        }
        for bond in owed where !bondsInUse.values.contains(where: { $0.contains(bond) }) { await forget(bond) }
    }

    /// Removes the bond with a device. If that fails, logs it; the agent tries again when bluetoothd is back.
    func forget(_ bond: MACAddress) async {
        do {
            try await bluetooth.forget(bond)
            try commit([.settle(bond: bond)])
        } catch {
            log.warning("cannot remove the bond with \(bond) yet: \(error)")
        }
    }
}
