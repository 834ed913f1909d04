// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryRules

/// What is known of Bluetooth identities and networks before anything is heard.
extension Daemon {
    /// The agent's own rules and an app's, and what the access records say of accessories with both radios.
    func bridge(for manifest: Manifest?) -> Bridge {
        var bridge = Bridge(rules: BridgeRule.builtIn + (manifest?.bridgeRules ?? []))
        for record in records.all() {
            guard let address = record.bluetoothAddress else { continue }
            bridge.remember(device: address, bssid: record.accessory.bssid, ssid: record.accessory.ssid)
        }
        return bridge
    }
}
