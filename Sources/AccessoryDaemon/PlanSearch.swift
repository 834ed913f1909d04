// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// One look, and one ear, for all plans at once.
struct PlanSearch: Sendable {
    let radio: any Radio
    let bluetooth: any BluetoothRadio
    let clock: any Clock<Duration>
    /// Nil where nothing is looked for over Wi-Fi.
    let look: LookRequest?
    /// What each plan has heard of what it means.
    private(set) var discoveries: [Plan.ID: Discovery]

    private enum Heard {
        case networks(Look)
        case devices([Advertisement])
        case listened
        case cannotLook(AccessoryError)
        case cannotListen(AccessoryError)
    }

    init(
        radio: any Radio, bluetooth: any BluetoothRadio, clock: any Clock<Duration>, look: LookRequest?,
        _ discoveries: [Plan.ID: Discovery]
    ) {
        self.radio = radio
        self.bluetooth = bluetooth
        self.clock = clock
        self.look = look
        self.discoveries = discoveries
    }

    /// Tells after every change what is heard, until its task is cancelled. Throws when nothing can be found any more.
    func run(_ tell: @Sendable ([Plan.ID: Discovery]) -> Void) async throws(AccessoryError) {
        let (heard, send) = AsyncStream<Heard>.makeStream()
        var discoveries = discoveries
        let rules = discoveries.values.flatMap(\.items).compactMap(\.descriptor.bluetooth)
        let stopwatch = Stopwatch(clock)
        let fault = await withTaskGroup(of: Void.self) { group -> AccessoryError? in
            let (radio, bluetooth, clock, look) = (radio, bluetooth, clock, look)
            if !rules.isEmpty {
                group.addTask {
                    if (try? await clock.sleep(for: Setup.listeningTime)) != nil { send.yield(.listened) }
                }
                group.addTask {
                    do {
                        for try await devices in await bluetooth.listen(ListenRequest(rules: rules)) {
                            send.yield(.devices(devices))
                        }
                    } catch {
                        let why = error as? BluetoothUnavailability ?? .backendAway
                        send.yield(.cannotListen(AccessoryError(.radioUnavailable, why.rawValue)))
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
                            .cannotLook(AccessoryError(.radioUnavailable, "\(look.interface): \(why.rawValue)")))
                    }
                }
            }
            defer { group.cancelAll() }
            for await news in heard {
                let now = stopwatch.elapsed
                for id in Array(discoveries.keys) {
                    switch news {
                    case .networks(let look): _ = discoveries[id]?.hear(look, at: now)
                    case .devices(let devices): _ = discoveries[id]?.hear(devices, at: now)
                    // What is not heard without Bluetooth does not keep the others waiting.
                    case .listened, .cannotListen: discoveries[id]?.hasListened = true
                    case .cannotLook: break
                    }
                }
                switch news {
                case .cannotLook(let error): return error
                case .cannotListen(let error) where look == nil: return error
                case .networks, .devices, .listened, .cannotListen: tell(discoveries)
                }
            }
            return nil
        }
        if let fault { throw fault }
    }
}
