// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Looks and listens at once.
struct Survey: Sendable {
    enum News: Sendable {
        case networks(Look)
        case devices([Advertisement])
        case cannotLook(AccessoryError)
        case cannotListen(AccessoryError)
        /// Bluetooth has listened long enough to see everything in range.
        case listened
    }

    let radio: any Radio
    let bluetooth: any BluetoothRadio
    let clock: any Clock<Duration>
    /// Nil if nothing is wanted over Wi-Fi.
    var look: LookRequest?
    /// Nil if nothing is wanted over Bluetooth.
    var listen: ListenRequest?
    /// The length; nil to run until the reader ends it.
    var time: Duration?

    /// Reports each news, with the time since the beginning, until the time is over, the reader throws or its task is
    /// cancelled.
    func run<Fault>(_ report: (News, Duration) async throws(Fault) -> Void) async throws(Fault) {
        let (heard, send) = AsyncStream<News>.makeStream()
        let stopwatch = Stopwatch(clock)
        let result = await withTaskGroup(of: Void.self) { group -> Result<Void, Fault> in
            if let time {
                group.addTask {
                    if (try? await clock.sleep(for: time)) != nil { send.finish() }
                }
            }
            if let look {
                group.addTask {
                    let failure = await radio.look(look) { send.yield(.networks($0)) }
                    if let failure { send.yield(.cannotLook(failure)) }
                }
            }
            if let listen {
                group.addTask {
                    let failure = await bluetooth.listen(listen) { send.yield(.devices($0)) }
                    if let failure { send.yield(.cannotListen(failure)) }
                }
                group.addTask {
                    if (try? await clock.sleep(for: Setup.listeningTime)) != nil { send.yield(.listened) }
                }
            }
            defer { group.cancelAll() }
            for await news in heard {
                do throws(Fault) { try await report(news, stopwatch.elapsed) } catch { return .failure(error) }
            }
            return .success(())
        }
        try result.get()
    }
}

extension Radio {
    /// Hears looks for as long as it can. Returns why it cannot; nil if the task was cancelled.
    func look(_ request: LookRequest, _ hear: (Look) -> Void) async -> AccessoryError? {
        do {
            for try await look in await look(request) { hear(look) }
            return nil
        } catch {
            return AccessoryError(error as? Unavailability ?? .notReady, of: request.interface)
        }
    }
}

extension BluetoothRadio {
    /// Hears devices for as long as it can. Returns why it cannot; nil if the task was cancelled.
    func listen(_ request: ListenRequest, _ hear: ([Advertisement]) -> Void) async -> AccessoryError? {
        do {
            for try await devices in await listen(request) { hear(devices) }
            return nil
        } catch {
            return AccessoryError(error as? BluetoothUnavailability ?? .backendAway)
        }
    }
}
