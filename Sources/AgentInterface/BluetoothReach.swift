// SPDX-License-Identifier: Apache-2.0

extension BluetoothReach {
    /// Without a path the device is away.
    package init(path: String?) { self.init(isAway: path == nil, path: path) }
}
