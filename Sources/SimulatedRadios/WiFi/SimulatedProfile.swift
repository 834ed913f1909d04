// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A network of the machine's own: a radio is on it when no accessory is joined.
struct SimulatedProfile: Sendable, Equatable {
    /// Stable across runs, like a UUID, so that an uplink in an earlier run's journal is recognised.
    var id: String { "simulated/\(interface)/\(name)" }
    var interface: String
    var name: String
    var ssid: SSID
}
