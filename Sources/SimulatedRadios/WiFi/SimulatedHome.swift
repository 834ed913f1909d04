// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One accessory's place on the home network, some time after this machine has joined its hotspot.
struct SimulatedHome: Sendable, Equatable {
    var address: IPAddress
    var station: MACAddress
    /// From the join until it is there.
    var time = Duration.seconds(3)
    /// The type of DNS-SD under which it announces itself; nil: it does not.
    var service: String?
    /// When it is there; nil until it has the network.
    var since: Duration?
}
