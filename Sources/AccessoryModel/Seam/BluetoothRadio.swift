// SPDX-License-Identifier: Apache-2.0

/// The agent's view of the machine's Bluetooth: the other half of the seam that `Radio` is for Wi-Fi. `Radios` drives
/// BlueZ, `SimulatedRadios` devices from a file.
package protocol BluetoothRadio: GATTRadio {
    /// Sends the present state at once, then every change. A slow reader gets only the newest.
    func bluetoothStates() async -> AsyncStream<BluetoothState>

    /// Listens as long as the stream is read, and not a moment longer. Each element has all that was heard and is in
    /// range; a slow reader gets only the newest. The radio sees more than the request asks for, so a listener checks
    /// each device itself. Ends by throwing `BluetoothUnavailability` if the radio can no longer be used.
    func listen(_ request: ListenRequest) async -> AsyncThrowingStream<[Advertisement], any Error>

    /// Connects and pairs. The stream ends after `paired`, or throws `BluetoothFailure`. If its reader leaves before
    /// that, the pairing is given up. A device with a working bond is `paired` at once. A device that has lost its half
    /// of the bond fails with `staleBond`, and stays as it is until `forget`.
    ///
    /// - Parameter asInput: the device may be a keyboard or another input device. Else one fails with `uninvited`.
    func pair(_ address: BluetoothAddress, asInput: Bool) async -> AsyncThrowingStream<PairingStep, any Error>

    /// Answers the question of the pairing. A late answer has no effect.
    func answer(_ answer: PairingAnswer, to address: BluetoothAddress) async

    /// Connects, performs the steps in order, and disconnects. Returns the results of the reads, in order. Throws
    /// `BluetoothFailure`.
    func exchange(_ steps: [GATTStep], with address: BluetoothAddress) async throws -> [[UInt8]]

    /// Brings up Bluetooth Classic with a device that is connected over LE, and returns the address of its Classic
    /// side. Throws `BluetoothFailure`: `unsupported` if this machine's radio, or the device, has no Classic side.
    func bridgeTransport(of address: BluetoothAddress) async throws -> MACAddress

    /// Removes the bond, and everything that the machine knows of the device. Does nothing if it knows nothing.
    func forget(_ address: MACAddress) async throws

    /// Removes the bond, if there is one. Returns whether this call removed it.
    func unbond(_ address: MACAddress) async throws -> Bool

    /// The own address of a device that had this private one before it bonded; nil if there is none. Throws
    /// `BluetoothFailure` if nobody can say.
    func identity(of address: MACAddress) async throws -> MACAddress?

    /// Notifies this ledger of every connection to a device without a bond, and holds it weakly.
    func keep(_ ledger: any BondLedger) async

    /// The device's address on D-Bus for programs: BlueZ's object path. Nil while the device is away.
    func path(of address: MACAddress) async -> String?
}

/// A listener's request. A device is of interest if one of the rules may match it.
package struct ListenRequest: Hashable, Sendable {
    package var rules: [BluetoothRule]

    package init(rules: [BluetoothRule]) { self.rules = rules }
}
