// SPDX-License-Identifier: Apache-2.0

/// Conversations of apps with devices, by the Generic Attribute Profile (Core Specification, Vol 3 Part G). A link stays
/// up between the calls. All of them throw `BluetoothFailure`.
package protocol GATTRadio: Sendable {
    /// Where a task that talks changes threads least; nil for anywhere.
    var talkExecutor: (any TaskExecutor)? { get }

    /// Connects once, and holds the link as long as the stream is read. Ends by throwing, when the device is not reached
    /// or the link is lost. All readers of a device share one link, which goes with the last of them, unless others on
    /// this machine had connected the device before.
    func link(
        to address: MACAddress, _ attempt: LinkAttempt
    ) async -> AsyncThrowingStream<GATTLinkUpdate, any Error>

    /// Waits until the device's services are known.
    func services(of address: MACAddress) async throws -> [GATTService]

    /// Reads a characteristic or a descriptor.
    func read(_ handle: UInt16, of address: MACAddress) async throws -> [UInt8]

    /// Writes a characteristic or a descriptor. Without response, it returns as soon as the radio has taken the value.
    func write(_ value: [UInt8], to handle: UInt16, of address: MACAddress, withResponse: Bool) async throws

    /// Subscribes to a characteristic, and returns when the device has agreed. Each element of the stream has the values
    /// that wait, if they were not taken with an earlier one: all values in their order, and none twice. It throws when the link is lost, and if its reader is too slow, never leaving out a value. All
    /// readers of a characteristic share one subscription, which goes with the last of them.
    func values(of handle: UInt16, from address: MACAddress) async throws -> AsyncThrowingStream<GATTValues, any Error>

    /// The strength of the device's signal, in dBm.
    func signalStrength(of address: MACAddress) async throws -> Int
}
