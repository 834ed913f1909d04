// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What an access point has to have for a rule, and which fields it yields.
public enum NetworkTrait: Hashable, Sendable {
    case ssid(BridgeTemplate)
    case bssid(BridgeAddress)

    var fields: [String] {
        switch self {
        case .ssid(let template): template.fields
        case .bssid(let address): [address.field]
        }
    }

    /// Each way in which the network has it; empty when it does not.
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
