// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BluetoothStatus {
    package init(_ state: BluetoothState) {
        self.init(
            backend: state.backend, unavailable: state.unavailable?.rawValue,
            adapters: state.adapters.map { BluetoothAdapterStatus($0) }, bondsByItself: state.bondsByItself ? true : nil
        )
    }
}

extension BluetoothAdapterStatus {
    package init(_ adapter: BluetoothAdapter) {
        self.init(name: adapter.name, address: adapter.address, unavailable: adapter.unavailable?.rawValue)
    }
}
