// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The changes between one look and the next, access point by access point and device by device.
struct ScanChanges {
    enum Change: String, Hashable, Sendable {
        case appeared
        case changed
        case gone
    }

    /// A network, or a Bluetooth device.
    struct Line<Thing: Hashable & Sendable>: Hashable, Sendable {
        let change: Change
        let thing: Thing
    }

    /// Smaller changes of the signal are noise: of 100, and for Bluetooth in dB.
    static let step = 10

    private struct Key: Hashable {
        let address: MACAddress
        let radio: String
    }

    /// As they were last reported.
    private var networks: [Key: WiFiNetwork] = [:]
    private var devices: [Key: BluetoothDevice] = [:]

    mutating func receive(_ now: [WiFiNetwork]) -> [Line<WiFiNetwork>] {
        Self.changes(
            from: &networks, to: now, by: { Key(address: $0.bssid, radio: $0.interface) },
            differ: { before, now in
                before.ssid != now.ssid || before.security != now.security || before.frequency != now.frequency
                    || abs(before.signal - now.signal) >= Self.step
            })
    }

    mutating func receive(_ now: [BluetoothDevice]) -> [Line<BluetoothDevice>] {
        Self.changes(
            from: &devices, to: now, by: { Key(address: $0.address, radio: $0.adapter) },
            differ: { before, now in
                before.advertisement != now.advertisement || before.bssid != now.bssid
                    || before.isBonded != now.isBonded || (before.rssi == nil) != (now.rssi == nil)
                    || abs((before.rssi ?? 0) - (now.rssi ?? 0)) >= Self.step
            })
    }

    private static func changes<Thing>(
        from reported: inout [Key: Thing], to now: [Thing], by key: (Thing) -> Key, differ: (Thing, Thing) -> Bool
    ) -> [Line<Thing>] {
        var lines: [Line<Thing>] = []
        var gone = Set(reported.keys)
        for thing in now {
            let key = key(thing)
            gone.remove(key)
            if let before = reported[key] {
                guard differ(before, thing) else { continue }
                lines.append(Line(change: .changed, thing: thing))
            } else {
                lines.append(Line(change: .appeared, thing: thing))
            }
            reported[key] = thing
        }
        let order = gone.sorted { ($0.address.description, $0.radio) < ($1.address.description, $1.radio) }
        return lines + order.compactMap { reported.removeValue(forKey: $0) }.map { Line(change: .gone, thing: $0) }
    }
}
