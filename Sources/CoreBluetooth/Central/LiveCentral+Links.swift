// SPDX-License-Identifier: Apache-2.0

import AppFoundation

extension LiveCentral: PeripheralHome {
    func notifyConnected(_ peripheral: CBPeripheral) { notify { $1.centralManager($0, didConnect: peripheral) } }

    func notifyFailed(_ peripheral: CBPeripheral, _ error: CBError) {
        notify { $1.centralManager($0, didFailToConnect: peripheral, error: error) }
    }

    func notifyDisconnected(_ peripheral: CBPeripheral, isReconnecting: Bool, _ error: CBError?) {
        notify {
            $1.centralManager(
                $0, didDisconnectPeripheral: peripheral, timestamp: Date().timeIntervalSinceReferenceDate,
                isReconnecting: isReconnecting, error: error)
        }
    }
}
