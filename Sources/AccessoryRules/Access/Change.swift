// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One change of the store. Changes that belong together are all made, or none of them is.
package indirect enum Change: Sendable, Equatable {
    /// Writes a record, new or changed, and a secret that came with it.
    case put(AccessRecord, Passphrase?)
    /// Removes the passphrase of an accessory whose network has none any more.
    case dropSecret(of: Accessory.ID)
    /// Keeps the picture that an accessory's record names.
    case keep(reference: String, type: String, data: [UInt8], of: Accessory.ID)
    /// Keeps the picture that a person gave an accessory, in the place of an earlier one.
    case keepOwn(OwnPicture, data: [UInt8], of: Accessory.ID)
    /// Removes the picture that a person gave an accessory.
    case dropOwn(of: Accessory.ID)
    /// Removes a record; with an accessory's last record its secret, its pictures, its identity and its place go too.
    case remove(AccessRecord.Key)
    /// Writes a hotspot configuration, new or changed. Replaces its secret, also with none.
    case apply(HotspotConfiguration, Passphrase?)
    case withdraw(HotspotConfiguration)
    /// The bond with a device must be removed, unless a record keeps it first.
    case owe(bond: MACAddress)
    /// A record rests on the bond, or it is removed.
    case settle(bond: MACAddress)
    /// The bond is one with a device that is to become no input device, or is none any more.
    case mark(bond: MACAddress, isPlain: Bool)
    case note(HistoryEntry)
    /// Writes where an accessory is; the place goes with the accessory's last record.
    case locate(Accessory.ID, Location)
    /// Writes by what an accessory is found on the home network; it goes with the accessory's last record.
    case identify(Accessory.ID, ExpectedIdentity)
    /// Writes which home network an accessory has; it goes with the accessory's last record.
    case reside(Accessory.ID, Residence)
    /// An app's manifest is missing.
    case miss(Absences.Absence)
    /// The manifest has returned, or the app was removed.
    case findAgain(app: String)
    /// The result of a plan.
    case remember(PlanMemory)

    /// It changes what an app has.
    package var isOfRecords: Bool {
        switch self {
        case .put, .remove: true
        case _: false
        }
    }
}
