// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What changed between one look and the next, access point by access point.
struct ScanChanges {
    enum Change: String, Hashable, Sendable {
        case appeared
        case changed
        case gone
    }

    struct Line: Hashable, Sendable {
        let change: Change
        let network: WiFiNetwork
    }

    /// Smaller changes of the signal are noise.
    static let step = 10

    private struct Key: Hashable {
        let bssid: MACAddress
        let interface: String
    }

    /// As they were last told of.
    private var told: [Key: WiFiNetwork] = [:]

    mutating func receive(_ networks: [WiFiNetwork]) -> [Line] {
        var lines: [Line] = []
        var gone = Set(told.keys)
        for network in networks {
            let key = Key(bssid: network.bssid, interface: network.interface)
            gone.remove(key)
            if let before = told[key] {
                guard Self.differs(before, network) else { continue }
                lines.append(Line(change: .changed, network: network))
            } else {
                lines.append(Line(change: .appeared, network: network))
            }
            told[key] = network
        }
        for network in gone.compactMap({ told.removeValue(forKey: $0) }).sorted(by: {
            $0.bssid.description < $1.bssid.description
        }) {
            lines.append(Line(change: .gone, network: network))
        }
        return lines
    }

    private static func differs(_ before: WiFiNetwork, _ now: WiFiNetwork) -> Bool {
        before.ssid != now.ssid || before.security != now.security || before.frequency != now.frequency
            || abs(before.signal - now.signal) >= step
    }
}
