// SPDX-License-Identifier: Apache-2.0

/// The state of all of a machine's Bluetooth radios at one moment.
package struct BluetoothState: Hashable, Sendable {
    /// The software that drives the radios, for people: `BlueZ`.
    package var backend: String
    /// The reason why no radio can be used at all; nil while one can.
    package var unavailable: BluetoothUnavailability?
    package var adapters: [BluetoothAdapter]
    /// The software bonds with a device that says that it is a keyboard, and asks nobody.
    package var bondsByItself = false

    package init(
        backend: String, unavailable: BluetoothUnavailability? = nil, adapters: [BluetoothAdapter],
        bondsByItself: Bool = false
    ) {
        self.backend = backend
        self.unavailable = unavailable
        self.adapters = adapters
        self.bondsByItself = bondsByItself
    }
}

/// One Bluetooth radio.
package struct BluetoothAdapter: Hashable, Sendable {
    /// `hci0`.
    package var name: String
    package var address: MACAddress
    package var unavailable: BluetoothUnavailability?

    package init(name: String, address: MACAddress, unavailable: BluetoothUnavailability? = nil) {
        self.name = name
        self.address = address
        self.unavailable = unavailable
    }
}

/// The reason why a Bluetooth radio, or all of them, cannot be used. Each has its own cure.
package enum BluetoothUnavailability: String, Hashable, Sendable, Codable, CaseIterable, Error {
    case backendAway = "bluetoothd is not running"
    case noRadio = "this machine has no Bluetooth radio"
    case switchedOff = "Bluetooth is switched off (bluetoothctl power on)"
    case blocked = "the Bluetooth radio is blocked (rfkill list bluetooth)"
    case noLowEnergy = "the Bluetooth radio does not speak Bluetooth LE"
    case leftOut = "accessoryd leaves Bluetooth out for now, because it died again and again (journalctl -u accessoryd)"
    case refused = "bluetoothd refuses to serve this user (D-Bus policy)"
}
