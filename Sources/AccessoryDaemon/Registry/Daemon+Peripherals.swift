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
            peripherals.finish(use.id)
            throw AccessoryError(
                .notConnected,
                "\(claimant.app) holds no link to '\(use.title)'; call Connect, and wait until it is connected")
        }
        return use
    }

    private func beginUse(
        of accessory: Accessory.ID, by claimant: Claimant, isLink: Bool
    ) throws(AccessoryError) -> PeripheralUse {
        let record = try access(AccessQuery(accessory: accessory), of: claimant)
        guard let address = record.bluetoothAddress else {
            throw AccessoryError(
                .unknownAccessory, "'\(record.title)' has no Bluetooth side that \(claimant.app) was granted",
                field: "accessory")
        }
        let (id, ended) = try peripherals.begin(
            Peripherals.Holder(claimant, accessory), on: record.key, isLink: isLink)
        return PeripheralUse(id: id, address: address, title: record.title, ended: ended)
    }

    func connected(_ use: PeripheralUse) {
        peripherals.connected(use.id)
        peripheralsChanged()
    }

    func endUse(_ use: PeripheralUse) {
        peripherals.finish(use.id)
        peripheralsChanged()
    }

    // MARK: What an app sees

    func monitorPeripherals(_ id: Session.ID, _ claimant: Claimant) async -> AsyncStream<BluetoothPeripherals> {
        // Without it the first report would say that bluetoothd is away.
        _ = await bluetoothRadios()
        let news = peripherals.monitor(id, claimant)
        peripheralsChanged()
        return news
    }

    func peripheralsChanged() {
        let present = peripherals
        peripherals.changed { claimant in
            let own = peripheralRecords(of: claimant)
            return BluetoothPeripherals(
                state: own.isEmpty ? .unauthorized : BluetoothPeripherals.State(lastBluetoothState?.unavailable),
                peripherals: own.compactMap { record in
                    let accessory = record.accessory
                    guard let identifier = accessory.bluetoothIdentifier else { return nil }
                    let isConnected = present.isConnected(Peripherals.Holder(claimant, accessory.id))
                    return BluetoothPeripheral(
                        accessory: accessory.id, identifier: identifier, name: accessory.displayName,
                        services: (accessory.descriptor?.bluetooth?.service).map { [$0.text] } ?? [],
                        isConnected: isConnected)
                })
        }
    }

    /// The records with which an app may use Bluetooth now.
    func peripheralRecords(of claimant: Claimant) -> [AccessRecord] {
        let now = now()
        return records(of: claimant).filter { $0.isValid(at: now) && $0.bluetoothAddress != nil }
    }
}

extension BluetoothPeripherals.State {
    init(_ why: BluetoothUnavailability?) {
        switch why {
        case nil: self = .poweredOn
        case .backendAway: self = .resetting
        case .switchedOff, .blocked: self = .poweredOff
        case .noRadio, .noLowEnergy, .refused: self = .unsupported
        }
    }
}
