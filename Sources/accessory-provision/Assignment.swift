// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface

/// A hand-over: the object that a plan's program gets, accessoryd-plan(5).
struct Assignment: Decodable {
    var ssid: SSID
    var interface: String
    var gateway: String?
    var uplink: UplinkCredentials?
    /// With it the gateway is the accessory's own address on its network.
    var move: ProvisioningMove?
    var provision: ProvisionOrder?
}

/// A reason to do nothing.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
