// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import Synchronization

extension SimulatedRadios: GATTRadio {
    package var talkExecutor: (any TaskExecutor)? { nil }

    /// No attempt keeps another one waiting here.
    package func link(
        to address: MACAddress, _ attempt: LinkAttempt
    ) async -> AsyncThrowingStream<GATTLinkUpdate, any Error> {
        let reading = Reading(
            change { air, now in air.bluetooth.link(to: address, at: now) },
            whenLeft: { progress in self.change { air, _ in air.bluetooth.leave(progress) } })
        return AsyncThrowingStream {
            try await self.next { air, now throws(BluetoothFailure) in
                try reading.progress.withLock { progress throws(BluetoothFailure) in
                    try air.bluetooth.next(for: &progress, at: now)
                }
            }
        }
    }

    package func services(of address: MACAddress) async throws -> [GATTService] {
        try await reach(change { air, now in air.bluetooth.services(of: address, at: now) })
    }

    package func read(_ handle: UInt16, of address: MACAddress) async throws -> [UInt8] {
        try await reach(change { air, now in air.bluetooth.read(handle, of: address, at: now) })
    }

    package func write(
        _ value: [UInt8], to handle: UInt16, of address: MACAddress, withResponse: Bool
    ) async throws {
        _ = try await reach(
            change { air, now in
                let (outcome, start) = air.bluetooth.write(
                    value, to: handle, of: address, withResponse: withResponse, at: now)
                if let start { air.start(start.point, at: start.at) }
                return outcome
            })
    }

    package func values(
        of handle: UInt16, from address: MACAddress
    ) async throws -> AsyncThrowingStream<GATTValues, any Error> {
        let number = try await reach(
            change { air, now in air.bluetooth.subscribe(to: handle, of: address, at: now) })
        let reading = Reading(
            number, whenLeft: { number in self.change { air, _ in air.bluetooth.subscriptions[number] = nil } })
        return AsyncThrowingStream {
            let value = try await self.next { air, now throws(BluetoothFailure) in
                try reading.progress.withLock { number throws(BluetoothFailure) in
                    try air.bluetooth.next(forSubscription: number, at: now)
                }
            }
            return value.map { GATTValues([$0]) }
        }
    }

    package func signalStrength(of address: MACAddress) async throws -> Int {
        try await reach(change { air, now in air.bluetooth.signalStrength(of: address, at: now) })
    }
}
