// SPDX-License-Identifier: Apache-2.0

/// Whether an app may use Bluetooth.
public enum CBManagerAuthorization: Int, Hashable, Sendable, CaseIterable {
    /// The app has no accessory with a Bluetooth side, or has made no central yet.
    case notDetermined = 0
    /// Never on Linux.
    case restricted = 1
    /// The agent does not know the program as an app.
    case denied = 2
    /// The app may use the accessories that it was granted.
    case allowedAlways = 3
}
