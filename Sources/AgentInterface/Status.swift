// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct Status: Codable, Hashable, Sendable {
    package var version: String
    /// What drives the radios: `NetworkManager 1.42.4`, `simulated air conf/demo-air.conf`.
    package var backend: String
    /// Why no radio can be used, when none can.
    package var unavailable: String?
    package var adapters: [AdapterStatus]
    package var bluetooth: BluetoothStatus
    package var leases: [LeaseStatus]
    package var apps: Int
    package var accessRecords: Int
    package var pickers: Int
    /// Files that could not be read, each with the reason.
    package var faults: [String]

    package init(
        version: String, backend: String, unavailable: String?, adapters: [AdapterStatus], bluetooth: BluetoothStatus,
        leases: [LeaseStatus], apps: Int, accessRecords: Int, pickers: Int, faults: [String]
    ) {
        self.version = version
        self.backend = backend
        self.unavailable = unavailable
        self.adapters = adapters
        self.bluetooth = bluetooth
        self.leases = leases
        self.apps = apps
        self.accessRecords = accessRecords
        self.pickers = pickers
        self.faults = faults
    }
}

package struct AdapterStatus: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case idle
        case connecting
        case connected
        case accessory
        case unusable
    }

    package var interface: String
    package var state: State
    /// The profile's name, the accessory's SSID, or why it cannot be used.
    package var detail: String?

    package init(_ adapter: Adapter) {
        interface = adapter.interface
        switch adapter.activity {
        case .idle: (state, detail) = (.idle, nil)
        case .connecting(let name, _): (state, detail) = (.connecting, name)
        case .connected(let name, _): (state, detail) = (.connected, name)
        case .accessory(let ssid): (state, detail) = (.accessory, ssid.description)
        case .unusable(let why): (state, detail) = (.unusable, why.rawValue)
        }
    }
}

package struct BluetoothStatus: Codable, Hashable, Sendable {
    /// What drives the radios: `BlueZ`.
    package var backend: String
    /// Why no radio can be used, when none can.
    package var unavailable: String?
    package var adapters: [BluetoothAdapterStatus]

    package init(_ state: BluetoothState) {
        backend = state.backend
        unavailable = state.unavailable?.rawValue
        adapters = state.adapters.map { BluetoothAdapterStatus($0) }
    }
}

package struct BluetoothAdapterStatus: Codable, Hashable, Sendable {
    package var name: String
    package var address: MACAddress
    /// Why it cannot be used.
    package var unavailable: String?

    package init(_ adapter: BluetoothAdapter) {
        name = adapter.name
        address = adapter.address
        unavailable = adapter.unavailable?.rawValue
    }
}

package struct LeaseStatus: Codable, Hashable, Sendable {
    package var app: String
    package var lease: LeaseUpdate

    package init(app: String, lease: LeaseUpdate) {
        self.app = app
        self.lease = lease
    }
}
