// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryRules

/// The correlations of Bluetooth identities and networks that are known before any sighting.
extension Daemon {
    /// The agent's own rules, the app's, and the access records of accessories with both radios.
    func bridge(for manifest: Manifest?) -> Bridge {
        var bridge = Bridge(rules: BridgeRule.builtIn + (manifest?.bridgeRules ?? []))
        for record in records.all() {
            guard let address = record.bluetoothAddress else { continue }
            bridge.remember(device: address, bssid: record.accessory.bssid, ssid: record.accessory.ssid)
        }
        return bridge
    }
}
