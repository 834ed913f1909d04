// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One Bluetooth radio of a simulated air.
struct Controller: Sendable, Equatable {
    struct Outage: Sendable, Equatable {
        let reason: BluetoothUnavailability
        let from: Duration
        /// nil: for good.
        let until: Duration?

        /// The reason concerns the driver, and so all radios.
        var isOfAll: Bool {
            switch reason {
            case .backendAway, .leftOut, .refused: true
            case .noRadio, .switchedOff, .blocked, .noLowEnergy: false
            }
        }
    }

    let name: String
    let address: MACAddress
    var isLowEnergyOnly = false
    var outage: Outage?

    init(name: String, address: MACAddress) {
        self.name = name
        self.address = address
    }

    func unavailable(at now: Duration) -> BluetoothUnavailability? {
        guard let outage, outage.from <= now, outage.until.map({ now < $0 }) ?? true else { return nil }
        return outage.reason
    }

    /// The next time at which it becomes unusable, or usable again.
    func nextChange(after now: Duration) -> Duration? {
        [outage?.from, outage?.until].compactMap(\.self).filter { $0 > now }.min()
    }
}
