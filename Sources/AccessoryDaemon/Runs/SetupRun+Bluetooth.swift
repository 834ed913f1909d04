// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// A set-up's effects on Bluetooth.
extension SetupRun {
    /// Listens until it is stopped. If bluetoothd goes and comes back, so do the sightings.
    func listen(_ request: ListenRequest, _ run: inout Run, _ group: inout DiscardingTaskGroup) {
        let (bluetooth, send, began) = (bluetooth, run.send, run.began)
        let clock = clock
        run.activities.start(.listeningTime, in: &group) {
            if (try? await clock.sleep(for: Setup.listeningTime)) != nil { send.yield(.listened) }
        }
        run.activities.start(.listen, in: &group) {
            while !Task.isCancelled {
                do {
                    for try await devices in await bluetooth.listen(request) {
                        send.yield(.heardDevices(devices, at: began.duration(to: .now)))
                    }
                    return
                } catch {
                    let why = error as? BluetoothUnavailability ?? .backendAway
                    send.yield(.cannotListen(AccessoryError(why)))
                }
                for await state in await bluetooth.bluetoothStates() where state.unavailable == nil { break }
            }
        }
    }

    func pair(
        _ address: BluetoothAddress, isBonded: Bool, asInput: Bool, _ run: inout Run, _ group: inout DiscardingTaskGroup
    ) {
        let (bluetooth, daemon, send, id, app) = (bluetooth, daemon, run.send, run.id, claimant.app)
        let why = plan.map { "paired by the plan \($0.id)" } ?? "paired at the picker"
        run.activities.start(.pairing, in: &group) {
            do {
                if !isBonded { try await daemon.owe(address.address, of: id) }
                for try await step in await bluetooth.pair(address, asInput: asInput) {
                    switch step {
                    case .asks(let question): send.yield(.pairingAsks(question))
                    case .paired(let identity):
                        if !isBonded {
                            if identity != address { try await daemon.owe(identity.address, of: id) }
                            await daemon.note(.bonded, identity.address, of: app, why: why)
                        }
                        send.yield(.paired(identity))
                    }
                }
            } catch {
                send.yield(.pairingFailed(BluetoothFailure(error)))
            }
        }
    }

    func bridgeTransport(_ address: BluetoothAddress, _ run: inout Run, _ group: inout DiscardingTaskGroup) {
        let (bluetooth, send) = (bluetooth, run.send)
        run.activities.start(.transport, in: &group) {
            do {
                send.yield(.transportBridged(try await bluetooth.bridgeTransport(of: address)))
            } catch {
                send.yield(.transportNotBridged(BluetoothFailure(error)))
            }
        }
    }

    func exchange(
        _ steps: [GATTStep], _ address: BluetoothAddress, _ run: inout Run, _ group: inout DiscardingTaskGroup
    ) {
        let (bluetooth, send) = (bluetooth, run.send)
        run.activities.start(.exchange, in: &group) {
            do {
                send.yield(.read(try await bluetooth.exchange(steps, with: address)))
            } catch {
                send.yield(.notRead(BluetoothFailure(error)))
            }
        }
    }
}

extension SetupStep {
    init(_ step: Setup.Step) {
        switch step {
        case .pairing: self = .pairing
        case .transportBridging: self = .transportBridging
        case .readingNetwork: self = .readingNetwork
        case .locatingNetwork: self = .locatingNetwork
        }
    }
}

extension BluetoothFailure {
    /// A Bluetooth radio throws only this type.
    fileprivate init(_ error: any Error) {
        self = error as? BluetoothFailure ?? BluetoothFailure(.unavailable, "\(error)")
    }
}
