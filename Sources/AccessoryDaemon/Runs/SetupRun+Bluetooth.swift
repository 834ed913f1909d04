// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// A set-up's effects on Bluetooth.
extension SetupRun {
    /// Listens until it is stopped. If bluetoothd goes and comes back, so do the sightings.
    func listen(_ request: ListenRequest, _ run: Run) {
        let (bluetooth, began) = (daemon.bluetooth, run.began)
        run.runner.startTimer(.listeningTime, Setup.listeningTime, then: .listened)
        run.runner.start(.listen) { send in
            while !Task.isCancelled {
                let failure = await bluetooth.listen(request) {
                    send.yield(.heardDevices($0, at: began.duration(to: .now)))
                }
                guard let failure else { return }
                send.yield(.cannotListen(failure))
                for await state in await bluetooth.bluetoothStates() where state.unavailable == nil { break }
            }
        }
    }

    func pair(_ address: BluetoothAddress, isBonded: Bool, asInput: Bool, _ run: Run) {
        let (bluetooth, daemon, id, app) = (daemon.bluetooth, daemon, run.id, claimant.app)
        let why = if case .plan(let id) = chooser { "paired by the plan \(id)" } else { "paired at the picker" }
        run.runner.start(.pairing) { send in
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

    func bridgeTransport(_ address: BluetoothAddress, _ run: Run) {
        let bluetooth = daemon.bluetooth
        run.runner.start(.transport) { send in
            do {
                send.yield(.transportBridged(try await bluetooth.bridgeTransport(of: address)))
            } catch {
                send.yield(.transportNotBridged(BluetoothFailure(error)))
            }
        }
    }

    func exchange(_ steps: [GATTStep], _ address: BluetoothAddress, _ run: Run) {
        let bluetooth = daemon.bluetooth
        run.runner.start(.exchange) { send in
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
    init(_ error: any Error) {
        self = error as? BluetoothFailure ?? BluetoothFailure(.unavailable, "\(error)")
    }
}
