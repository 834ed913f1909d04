// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Performs one `Lease` machine's effects, from its first event to its last. It restores the uplink too, so it runs in
/// the daemon's own task group, not in the holder's.
struct LeaseRun: Sendable {
    private enum Activity: Hashable {
        case look
        case join
        case call
        case timer(Lease.Timer)
    }

    let id: Lease.ID
    let radio: any Radio
    let clock: any Clock<Duration>
    let daemon: Daemon
    let events: AsyncStream<Lease.Event>
    let send: AsyncStream<Lease.Event>.Continuation

    init(id: Lease.ID, radio: any Radio, clock: any Clock<Duration>, daemon: Daemon) {
        self.id = id
        self.radio = radio
        self.clock = clock
        self.daemon = daemon
        (events, send) = AsyncStream.makeStream()
    }

    func run(_ machine: Lease, effects: [Lease.Effect]) async {
        await withDiscardingTaskGroup { group in
            var machine = machine
            var activities = Activities<Activity>()
            for effect in effects { await perform(effect, machine.target.ssid, &activities, &group) }
            for await event in events {
                for effect in machine.receive(event) { await perform(effect, machine.target.ssid, &activities, &group) }
                if case .finished = machine.state { break }
            }
            activities.stopAll()
        }
    }

    private func perform(
        _ effect: Lease.Effect, _ ssid: SSID, _ activities: inout Activities<Activity>,
        _ group: inout DiscardingTaskGroup
    ) async {
        let (radio, send, clock) = (radio, send, clock)
        switch effect {
        case .look(let request):
            activities.start(.look, in: &group) {
                do {
                    for try await look in await radio.look(request) { send.yield(.heard(look)) }
                } catch {
                    send.yield(.lookFailed(error as? Unavailability ?? .notReady))
                }
            }
        case .stopLooking:
            activities.stop(.look)
        case .protect(let interface):
            activities.start(.call, in: &group) {
                do {
                    send.yield(.protected(try await radio.protect(interface: interface)))
                } catch {
                    send.yield(.unprotected(Self.failure(error)))
                }
            }
        case .journal(let protection):
            do {
                try await daemon.journal(protection, ssid: ssid)
                send.yield(.journalled)
            } catch {
                send.yield(
                    .unprotected(JoinFailure(.notWritten, detail: "the journal cannot be written: \(error)")))
            }
        case .join(let request):
            activities.start(.join, in: &group) {
                do {
                    for try await step in await radio.join(request) { send.yield(.step(step)) }
                } catch {
                    send.yield(.ended(Self.failure(error)))
                }
            }
        case .stopJoining:
            activities.stop(.join)
        case .extend(let protection):
            activities.start(.call, in: &group) {
                // A switch that cannot be extended goes off, which restores: the failure mends itself.
                try? await radio.extend(protection)
            }
        case .restore(let protection):
            group.addTask {
                do {
                    try await radio.restore(protection)
                    send.yield(.restored)
                } catch {
                    send.yield(.notRestored(Self.failure(error)))
                }
            }
        case .release(let protection):
            group.addTask {
                await radio.release(protection)
                send.yield(.released)
            }
        case .forget(let protection):
            await daemon.forget(protection)
        case .start(let timer, let duration):
            activities.start(.timer(timer), in: &group) {
                do {
                    try await clock.sleep(for: duration)
                    send.yield(.due(timer))
                } catch {
                    // Stopped.
                }
            }
        case .stop(let timer):
            activities.stop(.timer(timer))
        case .report(let report):
            await daemon.report(report, from: id)
        }
    }

    private static func failure(_ error: any Error) -> JoinFailure {
        if let why = error as? Unavailability { return JoinFailure(.radioUnavailable, detail: why.rawValue) }
        return error as? JoinFailure ?? JoinFailure(.radioUnavailable, detail: "\(error)")
    }
}
