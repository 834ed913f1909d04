// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// A bond ends with its purpose: a set-up that came to nothing, or an accessory that no app has any more. The store
/// journals a bond to remove first, so neither a crash nor an absent bluetoothd leaves it behind.
extension Daemon {
    /// Before a set-up makes a bond: the agent removes it again unless a grant keeps it.
    func owe(_ bond: MACAddress, of setup: String) throws(AccessoryError) {
        try commit([.owe(bond: bond)])
        bondsInUse[setup, default: []].insert(bond)
    }

    /// When the work is over, only those of the bonds that it owes stay on which a record rests.
    nonisolated func settlingBonds<R: Sendable>(
        of work: (_ bonds: String) async throws(AccessoryError) -> R
    ) async throws(AccessoryError) -> R {
        let bonds = UniqueID.make()
        let result: Result<R, AccessoryError>
        do throws(AccessoryError) {
            result = .success(try await work(bonds))
        } catch {
            result = .failure(error)
        }
        await settleBonds(of: bonds)
        return try result.get()
    }

    /// The bond stays if a record rests on it.
    func keepOwned(_ bond: MACAddress) throws(AccessoryError) {
        if records.all().contains(where: { $0.bluetoothAddress == bond }) { try commit([.settle(bond: bond)]) }
    }

    /// Writes a bond that came, or went, to the history.
    func note(_ action: HistoryEntry.Action, _ bond: MACAddress, of app: String = Daemon.name, why: String) {
        publish(.radio, app: nil, "\(bond) \(action.past): \(why)")
        commit(
            [entry(action, bond, of: app, why)], orLog: "cannot write to the history that \(bond) was \(action.past)")
    }

    private func entry(_ action: HistoryEntry.Action, _ bond: MACAddress, of app: String, _ why: String) -> Change {
        .note(
            HistoryEntry(
                time: now(), action: action, app: app, uid: nil, accessory: nil, name: bond.description,
                who: Self.name, proof: nil, why: why))
    }

    /// The author of what the agent does for no app.
    static let name = "accessoryd"

    /// Removes all bonds in the journal that no set-up uses, if bluetoothd is there.
    ///
    /// - Parameter setup: one that is over. Without bonds of its own, nothing follows.
    func settleBonds(of setup: String? = nil) async {
        if let setup, bondsInUse.removeValue(forKey: setup) == nil { return }
        let owed: [MACAddress]
        do {
            owed = try store.owedBonds()
        } catch {
            return log.error("cannot read the list of bonds to remove: \(error)")
        }
        for bond in owed where !bondsInUse.values.contains(where: { $0.contains(bond) }) { await forget(bond) }
    }

    private func isKept(_ bond: MACAddress) -> Bool {
        bondsInUse.values.contains { $0.contains(bond) } || records.all().contains { $0.bluetoothAddress == bond }
    }

    /// Removes the bond with a device. If that fails, logs it; the agent tries again when bluetoothd is back.
    func forget(_ bond: MACAddress) async {
        // The removal ends the device's link, and the end of a link settles its bond, which is not gone yet.
        guard bondsGoing.insert(bond).inserted else { return }
        defer { bondsGoing.remove(bond) }
        do {
            let wasBonded = try await bluetooth.unbond(bond)
            // The journal has the private address of a device that bonded without the agent.
            let identity = try await bluetooth.identity(of: bond)
            let other = identity.flatMap { isKept($0) ? nil : $0 }
            var changes: [Change] = (other.map { [.owe(bond: $0)] } ?? []) + [.settle(bond: bond)]
            if wasBonded {
                let why = "no accessory's access rests on it"
                changes.append(entry(.unbonded, bond, of: Self.name, why))
                publish(.radio, app: nil, "\(bond) \(HistoryEntry.Action.unbonded.past): \(why)")
            }
            // The bond is gone, whether the disk has room for that or not.
            if let error = restrict(changes) { log.error("\(bond): \(error.message)") }
            if let other { await forget(other) }
        } catch {
            log.warning("cannot remove the bond with \(bond) yet: \(error)")
        }
    }
}

/// Bonds that may arise by themselves are owed like those of set-ups that come to nothing.
extension Daemon: BondLedger {
    /// What holds the devices in `bondsInUse` whose links nobody paired for.
    private static let links = "links"

    package func owe(_ address: MACAddress) throws {
        do throws(AccessoryError) {
            try owe(address, of: Self.links)
        } catch {
            throw BluetoothFailure(
                .unavailable, "nobody could remove a bond that it makes by itself after a crash: \(error.message)")
        }
    }

    package var plainBonds: Set<MACAddress> {
        do {
            return Set(try store.plainBonds())
        } catch {
            log.error("cannot read the list of bonds with no input devices: \(error)")
            return []
        }
    }

    package func note(_ address: MACAddress, isPlain: Bool) {
        commit([.mark(bond: address, isPlain: isPlain)], orLog: "cannot note whether \(address) is an input device")
    }

    package func settle(_ address: MACAddress) async {
        bondsInUse[Self.links]?.remove(address)
        await settleBonds()
    }

    package func expelled(_ address: MACAddress, wasBonded: Bool, _ failure: BluetoothFailure) {
        let why = "disconnected and forgotten: \(failure)"
        if wasBonded { note(.unbonded, address, why: why) } else { publish(.radio, app: nil, "\(address): \(why)") }
    }
}
