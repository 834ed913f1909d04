// SPDX-License-Identifier: Apache-2.0

/// What a Bluetooth LE device sends to everybody, including the answer to an active scan.
public struct Advertisement: Hashable, Sendable {
    /// The address that is seen; for a device with a bond to this machine, its identity address.
    public var address: BluetoothAddress
    /// The name seen over the air.
    public var name: String?
    public var services: Set<BluetoothUUID>
    /// Each without its UUID.
    public var serviceData: [BluetoothUUID: [UInt8]]
    /// Each without its company identifier.
    public var manufacturerData: [UInt16: [UInt8]]
    /// dBm; nil if the radio does not report it.
    public var rssi: Int?
    /// This machine has a bond with it.
    public var isBonded: Bool
    /// The radio that sees it: `hci0`.
    public var adapter: String
    /// The time of the latest sighting, on the clock of the radio that sees it; comparable only with other times of
    /// that radio.
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
