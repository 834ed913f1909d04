// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Looks and listens at once, for whoever wants to see all that is there.
struct Survey: Sendable {
    let radio: any Radio
    let bluetooth: any BluetoothRadio
    let clock: any Clock<Duration>
    /// Nil where nothing is looked for over Wi-Fi.
    var look: LookRequest?
    /// Nil where nothing is listened for over Bluetooth.
    var listen: ListenRequest?
    /// What is looked for needs Bluetooth, so that it cannot go on without.
    var needsBluetooth = false
    /// How long; until the reader ends it when nil.
    var time: Duration?

    private enum Heard {
        case networks(Look)
        case devices([Advertisement])
        case failed(AccessoryError)
        case over
    }

    /// Tells after every change what is heard, until the time is over, the reader throws or its task is
    /// cancelled. Throws
    /// `radioUnavailable`.
    func run(_ surroundings: Surroundings, tell: (Surroundings, _ isComplete: Bool) throws -> Void) async throws {
        let (heard, send) = AsyncStream<Heard>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (radio, bluetooth, look, listen) = (radio, bluetooth, look, listen)
            let (needsBluetooth, clock) = (needsBluetooth, clock)
            if let time {
                group.addTask {
                    try await clock.sleep(for: time)
                    send.yield(.over)
                }
            }
            if let listen {
                group.addTask {
                    do {
                        for try await devices in await bluetooth.listen(listen) { send.yield(.devices(devices)) }
                    } catch {
                        let why = error as? BluetoothUnavailability ?? .backendAway
                        if needsBluetooth { send.yield(.failed(AccessoryError(.radioUnavailable, why.rawValue))) }
                    }
                }
            }
            if let look {
                group.addTask {
                    do {
                        for try await networks in await radio.look(look) { send.yield(.networks(networks)) }
                    } catch {
                        let why = error as? Unavailability ?? .notReady
                        send.yield(
                            .failed(AccessoryError(.radioUnavailable, "\(look.interface): \(why.rawValue)")))
                    }
                }
            }
            defer { group.cancelAll() }
            var (surroundings, isComplete) = (surroundings, look == nil)
            let began = ContinuousClock.now
            for await news in heard {
                let now = began.duration(to: .now)
                switch news {
                case .networks(let look):
                    surroundings.hear(look.networks, at: now)
                    isComplete = look.isComplete
                case .devices(let devices): surroundings.hear(devices, at: now)
                case .failed(let error): throw error
                case .over: return
                }
                try tell(surroundings, isComplete)
            }
        }
    }
}
