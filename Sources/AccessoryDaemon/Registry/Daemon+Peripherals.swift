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

    /// Begins a link, or the use of one that the app holds. `endUse` must follow.
    func beginUse(
        of accessory: Accessory.ID, by claimant: Claimant, isLink: Bool
    ) throws(AccessoryError) -> PeripheralUse {
        let (side, record) = try access.side(of: accessory, for: claimant)
        let holder = Peripherals.Holder(claimant, accessory)
        let (id, ended) = try peripherals.begin(holder, on: record, isLink: isLink)
        let title = side.accessory.displayName
        guard isLink || peripherals.isConnected(holder) else {
            _ = peripherals.finish(id)
            throw AccessoryError(
                .notConnected,
                "\(claimant.app) holds no link to '\(title)'; call Connect, and wait until it is connected")
        }
        return PeripheralUse(id: id, address: side.address, title: title, ended: ended)
    }

    func connected(_ use: PeripheralUse) {
        peripherals.connected(use.id)
        peripheralsChanged()
    }

    func endUse(_ use: PeripheralUse) {
        if peripherals.finish(use.id) { peripheralsChanged() }
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
        let (present, access) = (peripherals, access)
        peripherals.changed { claimant in
            let own = access.sides(of: claimant)
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
