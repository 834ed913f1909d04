// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Until the links of BlueZ are there, apps are refused with the reason.
extension BlueZ: GATTRadio {
    private static let missing = BluetoothFailure(.unavailable, "links over BlueZ are not there yet")

    package func link(to address: MACAddress) async -> AsyncThrowingStream<GATTLinkUpdate, any Error> {
        AsyncThrowingStream { throw Self.missing }
    }
    package func services(of address: MACAddress) async throws -> [GATTService] { throw Self.missing }
    package func read(_ handle: UInt16, of address: MACAddress) async throws -> [UInt8] { throw Self.missing }
    package func write(
        _ value: [UInt8], to handle: UInt16, of address: MACAddress, withResponse: Bool
    ) async throws { throw Self.missing }
    package func values(
        of handle: UInt16, from address: MACAddress
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> { throw Self.missing }
    package func signalStrength(of address: MACAddress) async throws -> Int { throw Self.missing }
}
