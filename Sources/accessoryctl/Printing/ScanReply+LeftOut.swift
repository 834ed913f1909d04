// SPDX-License-Identifier: Apache-2.0

import AgentInterface

extension ScanReply {
    /// What the agent heard beside what it lists, for people; nil when it lists all.
    var leftOut: String? {
        let counts = [
            networksLeftOut.map { "\($0) more networks" }, devicesLeftOut.map { "\($0) more Bluetooth devices" },
        ].compactMap { $0 }
        guard !counts.isEmpty else { return nil }
        return "Left out: \(counts.joined(separator: " and ")), the weakest ones; ask for an SSID, a service or an app."
    }
}
