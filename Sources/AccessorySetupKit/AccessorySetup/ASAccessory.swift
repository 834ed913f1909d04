// SPDX-License-Identifier: Apache-2.0

package import AccessoryClient
import AccessoryModel

/// An accessory that the app may use, as it was when this was read.
///
/// A changed accessory is another value: read ``ASAccessorySession/accessories`` again. Two values are equal if they
/// are the same accessory, whatever changed.
//
// Swift grants Sendable to no class that has subclasses. Nothing in this class or its subclass can change.
public class ASAccessory: @unchecked Sendable {
    /// What the app may do with it.
    public enum AccessoryState: Int, Hashable, Sendable {
        /// Its access was switched off, or is over.
        case unauthorized = 0
        /// A person chose it, and the app has not finished its authorization yet.
        case awaitingAuthorization = 10
        /// The app may use it.
        case authorized = 20
    }

    /// What renaming changes beside the name.
    public struct RenameOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public var rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The app gives the accessory's network the same name.
        public static let ssid = RenameOptions(rawValue: 1 << 0)
    }

    /// What an accessory can do beyond being found.
    public struct SupportOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public var rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// It pairs over Bluetooth LE. The picker pairs with it and asks the questions of the pairing.
        public static let bluetoothPairingLE = SupportOptions(rawValue: 1 << 1)
        /// Once connected over LE, it brings up Bluetooth Classic. This is unrelated to Wi-Fi.
        public static let bluetoothTransportBridging = SupportOptions(rawValue: 1 << 2)
        /// It is an input device.
        public static let bluetoothHID = SupportOptions(rawValue: 1 << 3)
    }

    /// An accessory's identifier in Wi-Fi Aware.
    public typealias WiFiAwarePairedDeviceID = UInt64

    /// What the app may do with it.
    public let state: AccessoryState
    /// This app's own identifier for its Bluetooth side; it reveals nothing of the hardware. Nil if it has no
    /// Bluetooth.
    public let bluetoothIdentifier: UUID?
    /// Its address on Bluetooth Classic, 6 bytes, once that is up beside LE.
    public let bluetoothTransportBridgingIdentifier: Data?
    /// Its name for people, who may change it.
    public let displayName: String
    /// Its hotspot's name. Bytes that are not UTF-8 are written `\xNN`.
    public let ssid: String?
    /// Always 0, which stands for none: Wi-Fi Aware is not supported on Linux.
    public let wifiAwarePairedDeviceID: WiFiAwarePairedDeviceID = 0
    /// A copy of the rule that matched.
    public let descriptor: ASDiscoveryDescriptor
    /// Stays the same as long as the agent knows the accessory, in every app. Only on Linux.
    public let identifier: String
    /// The access point that was chosen, as `02:00:00:00:01:00`. Nil if every one with this SSID will do. Only on
    /// Linux.
    public let bssid: String?

    /// The agent that knows it.
    package let sockets: AgentSockets

    init(_ accessory: Accessory, from sockets: AgentSockets) {
        switch accessory.state {
        case .unauthorized: state = .unauthorized
        case .awaitingAuthorization: state = .awaitingAuthorization
        case .authorized: state = .authorized
        }
        bluetoothIdentifier = accessory.bluetoothIdentifier.flatMap { UUID(uuidString: $0) }
        bluetoothTransportBridgingIdentifier = accessory.bluetoothTransportBridgingIdentifier.map { Data($0.bytes) }
        displayName = accessory.displayName
        ssid = accessory.ssid?.plain
        descriptor = ASDiscoveryDescriptor(accessory.descriptor)
        identifier = accessory.id
        bssid = accessory.bssid?.description
        self.sockets = sockets
    }
}

extension ASAccessory: Hashable, CustomStringConvertible {
    /// True for the same accessory.
    public static func == (left: ASAccessory, right: ASAccessory) -> Bool { left.identifier == right.identifier }
    /// Hashes which accessory it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
    /// Its name, network and state.
    public var description: String { "\(displayName) (\(ssid ?? "no hotspot"), \(state))" }
}

extension ASAccessory.SupportOptions {
    private static func bit(_ name: Descriptor.SupportOption) -> Self {
        switch name {
        case .bluetoothPairingLE: .bluetoothPairingLE
        case .bluetoothTransportBridging: .bluetoothTransportBridging
        case .bluetoothHID: .bluetoothHID
        }
    }

    init(_ names: Set<Descriptor.SupportOption>) {
        self = names.reduce(into: []) { $0.formUnion(Self.bit($1)) }
    }

    var names: [Descriptor.SupportOption] { Descriptor.SupportOption.allCases.filter { contains(Self.bit($0)) } }
}
