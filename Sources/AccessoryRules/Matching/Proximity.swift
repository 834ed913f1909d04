// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The devices right beside this machine, judged by their signal. A device comes near at one strength and must become
/// clearly weaker to be away again, so that it does not come and go with every packet.
package struct Proximity: Sendable, Equatable {
    /// dBm. A device that sends at 0 dBm loses 20 dB over a hand's breadth of free space, and as much again in two small
    /// antennas; one metre away a phone hears it at -59 (the calibration that Apple's iBeacon documents use).
    package static let near = -45.0
    package static let away = -55.0

    /// The weight of a new value: single packets vary by several dB.
    private static let weight = 0.3

    private struct Strength: Equatable {
        var smoothed: Double
        var heard: Duration
        var isNear: Bool
    }

    private var strengths: [MACAddress: Strength] = [:]

    package init() {}

    /// Takes one advertisement; the same one again changes nothing.
    package mutating func observe(_ advertisement: Advertisement) {
        let address = advertisement.address.address
        // The range of the Core Specification, Vol 4 Part E 7.7.65.2; 127 means that the radio does not know.
        guard let rssi = advertisement.rssi, (-127...20).contains(rssi) else {
            strengths[address] = nil
            return
        }
        guard var strength = strengths[address] else {
            let isNear = Double(rssi) >= Self.near
            strengths[address] = Strength(smoothed: Double(rssi), heard: advertisement.heard, isNear: isNear)
            return
        }
        guard advertisement.heard > strength.heard else { return }
        strength.heard = advertisement.heard
        strength.smoothed += Self.weight * (Double(rssi) - strength.smoothed)
        strength.isNear = strength.smoothed >= (strength.isNear ? Self.away : Self.near)
        strengths[address] = strength
    }

    /// Never for a device whose strength is unknown.
    package func isImmediate(_ address: MACAddress) -> Bool { strengths[address]?.isNear == true }

    /// For a device that is gone: strangers' changing addresses would otherwise stay for ever.
    package mutating func forget(_ address: MACAddress) { strengths[address] = nil }
}
