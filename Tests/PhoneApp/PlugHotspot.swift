// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkExtension

/// The hotspot with the plug's log.
struct PlugHotspot {
    let ssid: String

    func join() async throws -> String? {
        let configuration = NEHotspotConfiguration(ssid: ssid)
        configuration.joinOnce = true
        do {
            try await NEHotspotConfigurationManager.shared.apply(configuration)
        } catch let error as NSError where error.domain == NEHotspotConfigurationErrorDomain {
            switch NEHotspotConfigurationError(rawValue: error.code) {
            case .alreadyAssociated: break
            default: throw error
            }
        }
        return await NEHotspotNetwork.fetchCurrent()?.ssid
    }

    func leave() {
        NEHotspotConfigurationManager.shared.removeConfiguration(forSSID: ssid)
    }
}
