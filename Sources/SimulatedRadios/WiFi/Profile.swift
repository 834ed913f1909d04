// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A network that a machine knows by itself: what a radio is on when no accessory is joined.
struct Profile: Sendable, Equatable {
    /// The same in every run, as a UUID is, so that an uplink journalled by an earlier one is known again.
    var id: String { "simulated/\(interface)/\(name)" }
    var interface: String
    var name: String
    var ssid: SSID
}
