// SPDX-License-Identifier: Apache-2.0

/// The state of the link to a peripheral.
public enum CBPeripheralState: Int, Hashable, Sendable, CaseIterable {
    /// There is no link.
    case disconnected = 0
    /// The app asked for a link, and there is none yet.
    case connecting = 1
    /// The link is up.
    case connected = 2
    /// The app cancelled the link.
    case disconnecting = 3
}
