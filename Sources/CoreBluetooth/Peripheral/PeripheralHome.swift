// SPDX-License-Identifier: Apache-2.0

import AppFoundation

/// A peripheral's central, as the peripheral knows it: the queue of both, and the notices about the link.
protocol PeripheralHome: Sendable {
    var queue: DispatchQueue { get }

    /// On the queue, like the two others.
    func notifyConnected(_ peripheral: CBPeripheral)

    func notifyFailed(_ peripheral: CBPeripheral, _ error: CBError)

    /// - Parameter error: nil if the app cancelled the link.
    func notifyDisconnected(_ peripheral: CBPeripheral, isReconnecting: Bool, _ error: CBError?)
}
