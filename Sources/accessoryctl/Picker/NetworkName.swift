// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import ArgumentParser

/// A network as a person names it: by its SSID in text form, or one access point by its BSSID.
enum NetworkName: Hashable, Sendable, ExpressibleByArgument {
    case ssid(SSID)
    case bssid(MACAddress)

    init?(argument: String) {
        if let bssid = MACAddress(argument) {
            self = .bssid(bssid)
        } else if let ssid = try? SSID(text: argument) {
            self = .ssid(ssid)
        } else {
            return nil
        }
    }

    func names(_ network: WiFiNetwork) -> Bool {
        switch self {
        case .ssid(let ssid): network.ssid == ssid
        case .bssid(let bssid): network.bssid == bssid
        }
    }
}
