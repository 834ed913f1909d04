// SPDX-License-Identifier: Apache-2.0

/// What a Bluetooth LE device says of itself to everybody, the answer to an active scan included.
public struct Advertisement: Hashable, Sendable {
    /// By which address it is heard; of a device that this machine has a bond with, its identity address.
    public var address: BluetoothAddress
    /// The name heard over the air.
    public var name: String?
    public var services: Set<BluetoothUUID>
    /// Each without its UUID.
    public var serviceData: [BluetoothUUID: [UInt8]]
    /// Each without its company identifier.
    public var manufacturerData: [UInt16: [UInt8]]
    /// dBm; nil when the radio does not say.
    public var rssi: Int?
    /// This machine has a bond with it.
    public var isBonded: Bool
    /// The radio that hears it: `hci0`.
    public var adapter: String
    /// When it was last heard, on the clock of the radio that hears it; of use beside others of that radio only.
    public var heard: Duration

    public init(
        address: BluetoothAddress, name: String? = nil, services: Set<BluetoothUUID> = [],
        serviceData: [BluetoothUUID: [UInt8]] = [:], manufacturerData: [UInt16: [UInt8]] = [:], rssi: Int? = nil,
        isBonded: Bool = false, adapter: String = "hci0", heard: Duration = .zero
    ) {
        self.address = address
        self.name = name
        self.services = services
        self.serviceData = serviceData
        self.manufacturerData = manufacturerData
        self.rssi = rssi
        self.isBonded = isBonded
        self.adapter = adapter
        self.heard = heard
    }
}
