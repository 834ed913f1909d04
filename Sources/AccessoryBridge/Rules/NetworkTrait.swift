// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A trait that a rule needs of an access point, and the fields that it yields.
public enum NetworkTrait: Hashable, Sendable {
    case ssid(BridgeTemplate)
    case bssid(BridgeAddress)

    var fields: [String] {
        switch self {
        case .ssid(let template): template.fields
        case .bssid(let address): [address.field]
        }
    }

    /// Every reading of the trait; empty if the network does not have it.
    func captures(of network: WiFiNetwork) -> [Captures] {
        switch self {
        case .ssid(let template):
            guard let ssid = network.ssid, let captures = template.captures(in: ssid.bytes) else { return [] }
            return [captures]
        case .bssid(let address):
            return address.captures(of: network.bssid)
        }
    }
}
