// SPDX-License-Identifier: Apache-2.0

/// The machine's Bluetooth, as the agent needs it: the other half of the seam that `Radio` is for Wi-Fi. `Radios` drives
/// BlueZ, `SimulatedRadios` devices read from a file.
public protocol BluetoothRadio: Sendable {
    /// The present state at once, then every change; only the newest is kept for a slow reader.
    func bluetoothStates() async -> AsyncStream<BluetoothState>

    /// Listens for as long as the stream is read, and not a moment longer. Each element is all that was heard since the
    /// listening began and is not gone; a listener checks every one itself, since the radio hears more than was asked
    /// for. Ends by throwing `BluetoothUnavailability` when the radio can no longer be used.
    func listen(_ request: ListenRequest) async -> AsyncThrowingStream<[Advertisement], any Error>

    /// Connects and pairs. The stream ends after `paired`, or throws `BluetoothFailure`; ending to read it before that
    /// gives the pairing up. A device that the machine has a working bond with is `paired` at once; one that has lost
    /// its half of the bond fails with `staleBond`, and stays as it is until `forget`.
    func pair(_ address: BluetoothAddress) async -> AsyncThrowingStream<PairingStep, any Error>

    /// Answers the question that the pairing asks. What comes late has no effect.
    func answer(_ answer: PairingAnswer, to address: BluetoothAddress) async

    /// Connects, does one step after the other, and disconnects. Returns what was read, in order. Throws
    /// `BluetoothFailure`.
    func exchange(_ steps: [GATTStep], with address: BluetoothAddress) async throws -> [[UInt8]]

    /// Brings up Bluetooth Classic with a device that is connected over LE, and returns the address that its Classic side
    /// has. Throws `BluetoothFailure`: `unsupported` where this machine's radio, or the device, has no Classic side.
    func bridgeTransport(of address: BluetoothAddress) async throws -> MACAddress

    /// Removes the bond, and all that the machine knows of the device. Nothing happens when it knows nothing.
    func forget(_ address: MACAddress) async throws

    /// Where programs reach the device over D-Bus: BlueZ's object path. Nil while it is away.
    func path(of address: MACAddress) async -> String?
}

/// What somebody listens for. A device is of interest when one of the rules may match it.
public struct ListenRequest: Hashable, Sendable {
    public var rules: [BluetoothRule]

    public init(rules: [BluetoothRule]) { self.rules = rules }
}

/// One step of a conversation with a device (Core Specification, Vol 3 Part G).
public enum GATTStep: Hashable, Sendable {
    case read(service: BluetoothUUID, characteristic: BluetoothUUID)
    case write(service: BluetoothUUID, characteristic: BluetoothUUID, value: [UInt8])
}
