// SPDX-License-Identifier: Apache-2.0

import AgentInterface

extension ScanReply {
    /// The sightings that the agent left out of the list, for people; nil if it lists all.
    var leftOut: String? {
        let counts = [
            networksLeftOut.map { $0 == 1 ? "1 more network" : "\($0) more networks" },
            devicesLeftOut.map { $0 == 1 ? "1 more Bluetooth device" : "\($0) more Bluetooth devices" },
        ].compactMap { $0 }
        guard !counts.isEmpty else { return nil }
        let weakest = (networksLeftOut ?? 0) + (devicesLeftOut ?? 0) == 1 ? "the weakest one" : "the weakest ones"
        return "Left out: \(counts.joined(separator: " and ")), \(weakest); ask for an SSID, a service or an app."
    }
}

extension ExplainBridgeReply {
    /// The same for the devices of a correlation.
    var leftOutText: String? {
        leftOut.map { $0 == 1 ? "1 more device, the weakest one" : "\($0) more devices, the weakest ones" }
            .map { "Left out: \($0)." }
    }
}
