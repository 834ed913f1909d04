// SPDX-License-Identifier: Apache-2.0

/// Where an app reaches the Bluetooth side of its own accessory.
package struct BluetoothReach: Codable, Hashable, Sendable {
    /// BlueZ has not heard it lately, or is not running.
    package var isAway: Bool
    /// BlueZ's object path on the system bus, while it is not away.
    package var path: String?

    package init(path: String?) {
        isAway = path == nil
        self.path = path
    }
}
