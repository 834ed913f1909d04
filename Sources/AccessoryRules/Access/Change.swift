// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One change of what apps may do. Several that belong together are made together, or none of them is.
package enum Change: Sendable, Equatable {
    /// Writes a record, new or changed, and a secret that came with it.
    case put(AccessRecord, Passphrase?)
    /// Removes the passphrase of an accessory whose network has none any more.
    case dropSecret(of: Accessory.ID)
    /// Keeps the picture that an accessory's record names.
    case keep(reference: String, type: String, data: [UInt8], of: Accessory.ID)
    /// Removes a record; with an accessory's last one its secret and its picture go too.
    case remove(AccessRecord.Key)
    /// Writes a hotspot configuration, new or changed. Its secret is replaced, also by none.
    case apply(HotspotConfiguration, Passphrase?)
    case withdraw(HotspotConfiguration)
    /// The bond with a device is to be removed, unless it is kept before that.
    case owe(bond: MACAddress)
    /// A record rests on the bond, or it is removed.
    case settle(bond: MACAddress)
    case note(HistoryEntry)
    /// An app's manifest is missing.
    case miss(Absences.Absence)
    /// It is there again, or the app was removed.
    case findAgain(app: String)
    /// What became of a plan.
    case remember(PlanMemory)
}
