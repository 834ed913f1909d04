// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A room that is being furnished.
struct Draft {
    var dice: Dice
    var things: [Thing] = []
    let temper: Temper
    private var taken: Set<Octets> = []
    /// The ends of the last batches of chips, so neighbours of one production are in one room.
    private var batches: [Octets] = []

    init(dice: Dice, temper: Temper) {
        self.dice = dice
        self.temper = temper
    }

    /// How often what happens in this room; a share of the things.
    struct Temper {
        var lost, late, renamed, hidden, cloned, rotating, bonded, partial, twoAccessPoints: Double
        /// Everything gets its power in the same moment.
        var isSudden: Bool

        init(_ dice: inout Dice) {
            lost = dice.share(upTo: 0.3)
            late = dice.share(upTo: 0.5)
            renamed = dice.share(upTo: 0.3)
            hidden = dice.share(upTo: 0.2)
            cloned = dice.share(upTo: 0.4)
            rotating = dice.share(upTo: 0.5)
            bonded = dice.share(upTo: 0.6)
            partial = dice.share(upTo: 0.3)
            twoAccessPoints = dice.share(upTo: 0.15)
            isSudden = dice.isLucky(0.3)
        }
    }

    static let espressif: [[UInt8]] = [
        [0x24, 0x0A, 0xC4], [0xAC, 0x67, 0xB2], [0x7C, 0xDF, 0xA1], [0xC0, 0x49, 0xEF], [0xC4, 0xDD, 0x57],
        [0x30, 0xAE, 0xA4], [0xA4, 0xCF, 0x12], [0x84, 0xF3, 0xEB],
    ]

    /// Nobody's yet: bytes of chance after what its maker was given.
    mutating func address(_ prefix: [UInt8] = []) -> Octets {
        while true {
            var octets = Octets(prefix + dice.bytes(6 - prefix.count))
            // Neither a group's address nor, by mere chance, a local one.
            if prefix.isEmpty { octets.bytes[0] &= 0xFC }
            if taken.insert(octets).inserted { return octets }
        }
    }

    /// A random Bluetooth address with these top bits (Core Specification, Vol 6 Part B 1.3).
    mutating func randomAddress(_ bits: UInt8) -> BluetoothAddress {
        var octets = address()
        octets.bytes[0] = octets.bytes[0] & 0x3F | bits << 6
        guard taken.insert(octets).inserted else { return randomAddress(bits) }
        return BluetoothAddress(octets.mac, isRandom: true)
    }

    mutating func resolvableAddress() -> BluetoothAddress { randomAddress(0b01) }

    /// The base of a chip with so many universal addresses: often right after one of the same batch, sometimes at the end
    /// of the last octet, where it wraps.
    mutating func base(_ count: UInt8, like other: Octets? = nil) -> Octets {
        while true {
            var base: Octets
            if let other {
                base = Octets(dice.one(of: Self.espressif) + other.bytes[3...])
            } else if !batches.isEmpty, dice.isLucky(0.6) {
                base = dice.one(of: batches)
            } else {
                base = Octets(dice.one(of: Self.espressif) + dice.bytes(3))
                if dice.isLucky(0.1) { base.bytes[5] = UInt8(0xFC + dice.below(4)) }
            }
            let all = (0..<count).flatMap { [base.next($0), base.next($0).local] }
            if taken.isDisjoint(with: all) {
                taken.formUnion(all)
                batches.append(base.next(count))
                return base
            }
            batches.removeAll { $0 == base }
            if other != nil, dice.isLucky(0.2) { return self.base(count) }
        }
    }

    mutating func take(_ octets: Octets) -> Bool { taken.insert(octets).inserted }

    mutating func network(_ name: String, at bssid: Octets, security: Security? = nil) -> WiFiNetwork {
        WiFiNetwork(
            ssid: SSID(made: name), bssid: bssid.mac, frequency: dice.one(of: [2412, 2437, 2462, 5180, 5500]),
            signal: 20 + dice.below(80), security: security ?? dice.one(of: [.open, .wpa2, .wpa2, .wpa3]),
            interface: "wlan0")
    }

    mutating func advertisement(from address: BluetoothAddress, name: String? = nil) -> Advertisement {
        Advertisement(address: address, name: name, rssi: -30 - dice.below(65))
    }
}
