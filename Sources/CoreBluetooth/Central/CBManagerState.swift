// SPDX-License-Identifier: Apache-2.0

/// Whether an app can use Bluetooth.
public enum CBManagerState: Int, Hashable, Sendable, CaseIterable {
    /// The agent has not answered yet.
    case unknown = 0
    /// The agent or bluetoothd is away. The central comes back by itself.
    case resetting = 1
    /// This machine has no radio for Bluetooth LE, or the agent may not use it.
    case unsupported = 2
    /// The agent does not know the program as an app.
    case unauthorized = 3
    /// The radio is off, or the app has no accessory with a Bluetooth side, as on phones.
    case poweredOff = 4
    /// The app has an accessory with a Bluetooth side, and can use it.
    case poweredOn = 5
}
