// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// No device bonds, and none becomes an input device, that nobody was asked for.
extension BlueZ {
    package func keep(_ ledger: any BondLedger) async {
        self.ledger = ledger
        perform(strangers.recall(await ledger.plainBonds, in: objects))
    }

    /// Before a connection or a pairing. Whoever bonded a device was asked, but for no more than it was then.
    func meet(_ path: String, _ terms: Strangers.Terms = Strangers.Terms()) async throws {
        breaches[path] = nil
        guard let device = objects.device(at: path) else { return }
        guard !device.isBonded else {
            perform(strangers.know(path, device, terms))
            if let failure = breaches[path] { throw failure }
            return
        }
        if let breach = Strangers.breach(device, terms) { throw breach.failure }
        if !terms.mayBond { try await ledger?.owe(device.address.address) }
        strangers.meet(path, device.address.address, terms)
    }

    func perform(_ effects: [Strangers.Effect]) {
        for effect in effects {
            if case .expel(let path, _, let breach) = effect { breaches[path] = breach.failure }
        }
        guard !effects.isEmpty else { return }
        // A signal of bluetoothd brought them, and it has no task that this could be part of.
        Task(executorPreference: executor) {
            for effect in effects { await self.perform(effect) }
        }
    }

    private func perform(_ effect: Strangers.Effect) async {
        switch effect {
        // If the disk is full, the removal has to do.
        case .owe(let address): try? await ledger?.owe(address)
        case .settle(let address): await ledger?.settle(address)
        case .bond(let address, let isPlain): await ledger?.note(address, isPlain: isPlain)
        case .expel(let path, let address, let breach):
            endLink(to: address, at: path, breach.failure)
            var hasRemoved = false
            if let bus { hasRemoved = (try? await removeDevice(path, over: bus)) ?? false }
            let wasBonded = strangers.endExpulsion(path)
            await ledger?.expelled(address, wasBonded: wasBonded && hasRemoved, breach.failure)
            await ledger?.settle(address)
        }
    }
}
