// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import Synchronization

/// The machine's Bluetooth, on the same air. The same file describes the devices:
///
/// `[Bluetooth ADAPTER]`, one for each radio; without any, the machine has no Bluetooth:
/// - `Address`: its address. Required.
/// - `LowEnergyOnly`: `true` if it has no Bluetooth Classic, so there is no transport bridging; `false`.
/// - `Unusable`: the reason why it cannot be used, a case of `BluetoothUnavailability`; `noRadio` takes it out of the machine,
///   `backendAway` and `refused` hold for all radios.
/// - `UnusableAfter`, `UnusableUntil`: the beginning, by default the start, and the end, by default never.
///
/// `[Device LABEL]`, where the label is for the file's reader only:
/// - `Address`: the address that stays the device's. Required, and no two have the same.
/// - `AddressType`: `public` or `random`; `public`.
/// - `RotatesEvery`: how long it uses one resolvable private address before it takes the next. Only a machine with a
///   bond sees it by `Address`. By default it does not rotate.
/// - `Name`: the name that it advertises.
/// - `Services`: UUIDs, `FEA6; 180D`.
/// - `ServiceData`, `ManufacturerData`: `UUID:BYTES; …` and `COMPANY:BYTES; …`, where the company is four hexadecimal
///   digits and bytes are hexadecimal digits or text in quotes, `'text'`.
/// - `RSSI`: dBm or `unknown`; -60. It varies by 2 during the listening, the same way in every run.
/// - `Appears`, `Goes`, `Returns`: as for access points.
/// - `Pairing`: a case of `Device.Pairing`; `just-works`.
/// - `Number`: the six digits that it shows, or that are typed on it; 123456.
/// - `Bonded`: `true` if this machine has a bond with it already. `LostBond`: `true` if the device has lost its half.
/// - `Characteristics`: `SERVICE/CHARACTERISTIC:BYTES; …`. After the bytes come words: `encrypted` if it can be used only
///   with a bond, and what can be done with it: `read`, `write`, `write-without-response`, `notify`, `indicate`; without
///   any of these, `read` and `write`. What is written goes to everybody who has subscribed.
/// - `Descriptors`: `SERVICE/CHARACTERISTIC/DESCRIPTOR:BYTES; …` of these characteristics.
/// - `Notifies`: `SERVICE/CHARACTERISTIC:TIME; …`: how often it sends its value to who has subscribed and
///   has read the one before. The value's first four bytes count from 0, the lowest byte first.
/// - `MTU`: of a link, in bytes; 185. `Drops`: the time from the connection until the link breaks; by default never.
/// - `StartsHotspot`, `Hotspot`: the write that starts a hotspot, in the same form, and the label of that access point,
///   which is off the air until then.
/// - `ClassicAddress`: the address of its Bluetooth Classic side; by default it has none.
/// - `Fault`: its fault in a connection, a case of `Device.Fault`; `none`. `FaultCount`: how often; always.
///
/// `[Air]`, the durations: `ListenTime` 500ms from one listening to the next, `ConnectTime` 300ms, `ReadTime` 50ms
/// for each read or write, `PairTime` 500ms from an answer to the bond, and for transport bridging, `HotspotTime` 500ms
/// from the write until the hotspot is on the air, `ConnectTimeout` 10s for a silent device, `PairTimeout` 30s for an
/// answer.
extension SimulatedRadios: BluetoothRadio {
    package func bluetoothStates() async -> AsyncStream<BluetoothState> {
        let known = Mutex<BluetoothState?>(nil)
        return AsyncStream {
            await self.next { air, now in known.withLock { air.bluetooth.next(for: &$0, at: now) } }
        }
    }

    package func listen(_ request: ListenRequest) async -> AsyncThrowingStream<[Advertisement], any Error> {
        let listening = Mutex(BluetoothAir.Listening(began: elapsed))
        return AsyncThrowingStream {
            try await self.next { air, now throws(BluetoothUnavailability) in
                try listening.withLock { listening throws(BluetoothUnavailability) in
                    try air.bluetooth.next(for: &listening, at: now)
                }
            }
        }
    }

    package func pair(
        _ address: BluetoothAddress, asInput: Bool
    ) async -> AsyncThrowingStream<PairingStep, any Error> {
        let reading = Reading(
            change { air, now in air.bluetooth.pair(address.address, asInput: asInput, at: now) },
            whenLeft: { progress in self.change { air, now in air.bluetooth.leave(progress, at: now) } })
        return AsyncThrowingStream {
            try await self.next { air, now throws(BluetoothFailure) in
                try reading.progress.withLock { progress throws(BluetoothFailure) in
                    try air.bluetooth.next(for: &progress, at: now)
                }
            }
        }
    }

    package func answer(_ answer: PairingAnswer, to address: BluetoothAddress) async {
        change { air, now in air.bluetooth.answer(answer, to: address.address, at: now) }
    }

    package func exchange(_ steps: [GATTStep], with address: BluetoothAddress) async throws -> [[UInt8]] {
        try await reach(change { air, now in air.exchange(steps, with: address.address, at: now) })
    }

    package func bridgeTransport(of address: BluetoothAddress) async throws -> MACAddress {
        try await reach(change { air, now in air.bluetooth.bridgeTransport(of: address.address, at: now) })
    }

    package func forget(_ address: MACAddress) async throws {
        change { air, now in air.bluetooth.forget(address, at: now) }
    }

    /// A device of this air that has bonded is still known by the address that it is heard with.
    package func identity(of address: MACAddress) async -> MACAddress? { nil }

    package func unbond(_ address: MACAddress) async throws -> Bool {
        change { air, now in air.bluetooth.unbond(address, at: now) }
    }

    /// No device of this air bonds by itself.
    package func keep(_ ledger: any BondLedger) {}

    package func path(of address: MACAddress) async -> String? {
        change { air, now in air.bluetooth.path(of: address, at: now) }
    }

    func reach<Value>(_ outcome: Outcome<Value>) async throws -> Value {
        try await wait(until: outcome.at)
        return try outcome.result.get()
    }
}
