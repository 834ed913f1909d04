// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One Bluetooth LE device of a simulated air, with its present state.
struct SimulatedDevice: Sendable, Equatable {
    /// Its behaviour in a pairing.
    enum Pairing: String, Sendable, Equatable, CaseIterable {
        /// It does not pair.
        case none
        case justWorks = "just-works"
        /// Shows `number` and asks whether this machine shows it too.
        case comparison
        /// Shows `number`, to be typed on this machine.
        case passkey
        /// Takes `number`, typed on it by somebody who makes no mistake.
        case display
        /// Refuses.
        case refuse
        /// Compares the right number, and still fails.
        case fail
    }

    /// Its fault in a connection.
    enum Fault: String, Sendable, Equatable, CaseIterable {
        case none
        /// Goes off the air for good during the connecting.
        case vanish
        /// Takes ten times as long for everything.
        case slow
        /// Never answers.
        case silent
    }

    struct Place: Sendable, Hashable {
        let service: BluetoothUUID
        let characteristic: BluetoothUUID
    }

    struct Characteristic: Sendable, Equatable {
        let place: Place
        var value: [UInt8]
        /// Only with a bond.
        let isEncrypted: Bool
        var properties: Set<GATTCharacteristic.Property> = [.read, .write]
        var descriptors: [Descriptor] = []
        /// How often it notifies by itself; nil: only when it is written.
        var interval: Duration?
    }

    struct Descriptor: Sendable, Equatable {
        let uuid: BluetoothUUID
        var value: [UInt8]
    }

    /// The access point that a write starts.
    struct Hotspot: Sendable, Equatable {
        let trigger: Characteristic
        let point: Int
    }

    /// The address that stays the device's.
    let address: BluetoothAddress
    var name: String?
    var services: Set<BluetoothUUID> = []
    var serviceData: [BluetoothUUID: [UInt8]] = [:]
    var manufacturerData: [UInt16: [UInt8]] = [:]
    /// dBm; nil if the radio does not report it.
    var rssi: Int? = -60
    var presence = Presence()
    /// How long it uses one address before it takes the next; nil: it uses its own.
    var rotates: Duration?
    var pairing = Pairing.justWorks
    var number: UInt32 = 123_456
    /// This machine has a bond with it.
    var isBonded = false
    /// The device has lost its half of the bond.
    var isStale = false
    var characteristics: [Characteristic] = []
    var hotspot: Hotspot?
    var classicAddress: MACAddress?
    /// The time from the connection until the link breaks; nil: it does not.
    var drops: Duration?
    /// The maximum transmission unit of a link, in bytes.
    var mtu = 185
    var fault = Fault.none
    /// How many connections the fault spoils before it is cured; nil: all.
    var faultsLeft: Int?

    init(address: BluetoothAddress) { self.address = address }

    /// The address that is seen. A machine with a bond can resolve a rotating one.
    func heardAddress(at now: Duration) -> BluetoothAddress {
        guard let rotates, !isBonded else { return address }
        let turn = address.address.chance(UInt64(now / rotates) &+ 0xCBF2_9CE4_8422_2325)
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: turn >> (8 * UInt64($0) + 8)) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        return MACAddress(bytes).map { BluetoothAddress($0, kind: .resolvablePrivate) } ?? address
    }

    /// With its signal at the time `signal`.
    func heard(by controller: Controller, at now: Duration, signal: Duration) -> Advertisement {
        Advertisement(
            address: heardAddress(at: now), name: name, services: services, serviceData: serviceData,
            manufacturerData: manufacturerData, rssi: rssi.map { $0 + address.address.wobble(at: signal) },
            isBonded: isBonded, adapter: controller.name, heard: now)
    }

    /// The fault of a connection that begins now.
    mutating func takeFault() -> Fault {
        guard let left = faultsLeft else { return fault }
        guard left > 0 else { return .none }
        faultsLeft = left - 1
        return fault
    }

    mutating func forget() {
        isBonded = false
        isStale = false
    }
}
