// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The Bluetooth sides of apps' accessories.
extension Daemon {
    /// One use of an accessory over Bluetooth, which ends with the access.
    struct PeripheralUse: Sendable {
        let id: Peripherals.ID
        let address: MACAddress
        /// The accessory's name for people.
        let title: String
        let ended: AsyncStream<AccessoryError>
    }

    /// Begins a link. `endUse` must follow.
    func beginLink(to accessory: Accessory.ID, of claimant: Claimant) throws(AccessoryError) -> PeripheralUse {
        try beginUse(of: accessory, by: claimant, isLink: true)
    }

    /// Begins the use of a link that the app holds. `endUse` must follow.
    func beginTalk(to accessory: Accessory.ID, by claimant: Claimant) throws(AccessoryError) -> PeripheralUse {
        let use = try beginUse(of: accessory, by: claimant, isLink: false)
        guard peripherals.isConnected(Peripherals.Holder(claimant, accessory)) else {
            _ = peripherals.finish(use.id)
            throw AccessoryError(
                .notConnected,
                "\(claimant.app) holds no link to '\(use.title)'; call Connect, and wait until it is connected")
        }
        return use
    }

    private func beginUse(
        of accessory: Accessory.ID, by claimant: Claimant, isLink: Bool
    ) throws(AccessoryError) -> PeripheralUse {
        let side: (accessory: Accessory, address: MACAddress)
        var key = AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory)
        if let trial = trial(of: claimant), trial.accessory.id == accessory {
            side = trial
        } else {
            let record = try access(AccessQuery(accessory: accessory), of: claimant)
            guard let address = record.bluetoothAddress else {
                throw AccessoryError(
                    .unknownAccessory, "'\(record.title)' has no Bluetooth side that \(claimant.app) was granted",
                    field: "accessory")
            }
            (side, key) = ((record.accessory, address), record.key)
        }
        let (id, ended) = try peripherals.begin(Peripherals.Holder(claimant, accessory), on: key, isLink: isLink)
        return PeripheralUse(id: id, address: side.address, title: side.accessory.displayName, ended: ended)
    }

    func connected(_ use: PeripheralUse) {
        peripherals.connected(use.id)
        peripheralsChanged()
    }

    func endUse(_ use: PeripheralUse) {
        if peripherals.finish(use.id) { peripheralsChanged() }
    }

    /// The presentation is over in which the app could try an accessory that it had to confirm.
    func endTrial(of accessory: Accessory.ID, by claimant: Claimant) {
        let key = AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory)
        if records[key]?.isValid(at: now()) != true {
            peripherals.end(
                on: key, AccessoryError(.notAuthorized, "\(claimant.app) was not granted the accessory that it tried"))
        }
        peripheralsChanged()
    }

    // MARK: What an app sees

    func monitorPeripherals(_ id: Sessions.ID, _ claimant: Claimant) async -> AsyncStream<BluetoothPeripherals> {
        // Without it the first report would say that bluetoothd is away.
        _ = await bluetoothRadios()
        let news = peripherals.monitor(id, claimant)
        peripheralsChanged()
        return news
    }

    func peripheralsChanged() {
        let present = peripherals
        peripherals.changed { claimant in
            let own = peripheralSides(of: claimant)
            return BluetoothPeripherals(
                state: own.isEmpty ? .unauthorized : BluetoothPeripherals.State(lastBluetoothState?.unavailable),
                peripherals: own.compactMap { accessory, _ in
                    guard let identifier = accessory.bluetoothIdentifier else { return nil }
                    let isConnected = present.isConnected(Peripherals.Holder(claimant, accessory.id))
                    return BluetoothPeripheral(
                        accessory: accessory.id, identifier: identifier, name: accessory.displayName,
                        services: (accessory.descriptor?.bluetooth?.service).map { [$0.text] } ?? [],
                        isConnected: isConnected)
                })
        }
    }

    /// The accessories that an app may use over Bluetooth now, with their addresses: those that it was granted, and one
    /// that waits for its authorization.
    func peripheralSides(of claimant: Claimant) -> [(accessory: Accessory, address: MACAddress)] {
        let now = now()
        let granted = records(of: claimant).filter { $0.isValid(at: now) }
            .compactMap { record in record.bluetoothAddress.map { (record.accessory, $0) } }
        guard let trial = trial(of: claimant), !granted.contains(where: { $0.0.id == trial.accessory.id }) else {
            return granted
        }
        return granted + [trial]
    }

    /// The accessory that the app must confirm, and may try before.
    func trial(of claimant: Claimant) -> (accessory: Accessory, address: MACAddress)? {
        guard let shown = pickers.presentations.values.first(where: { $0.claimant == claimant && $0.tried != nil }),
            let accessory = shown.tried, let address = shown.device
        else { return nil }
        return (accessory, address)
    }
}

extension BluetoothPeripherals.State {
    init(_ why: BluetoothUnavailability?) {
        switch why {
        case nil: self = .poweredOn
        case .backendAway, .leftOut: self = .resetting
        case .switchedOff, .blocked: self = .poweredOff
        case .noRadio, .noLowEnergy, .refused: self = .unsupported
        }
    }
}
