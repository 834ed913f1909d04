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
        case fence
        case opening
        case timer(Lease.Timer)
    }

    let id: Lease.ID
    let daemon: Daemon
    let inbox = Inbox<Lease.Event>()

    func run(_ machine: Lease, effects: [Lease.Effect]) async {
        let (radio, ssid) = (daemon.radio, machine.target.ssid)
        let runner = Runner<Lease, Activity, Void>(machine, inbox: inbox, clock: daemon.clock)
        let hold = FenceHold(path: daemon.settings.linkSocket, clock: daemon.clock) { [inbox] in
            inbox.send.yield(.fenceLost)
        }
        defer { hold.close() }
        if machine.target.fence != .off { hold.prepare() }
        _ = await runner.run(after: effects) { effect in
            switch effect {
            case .look(let request):
                runner.start(.look) { send in
                    do {
                        for try await look in await radio.look(request) { send.yield(.heard(look)) }
                    } catch {
                        send.yield(.lookFailed(error as? Unavailability ?? .notReady))
                    }
                }
            case .stopLooking: runner.stop(.look)
            case .addStation(let interface):
                runner.start(.call) { send in
                    do {
                        send.yield(
                            .stationAdded(try await daemon.addStation(beside: interface, for: ssid, of: id)))
                    } catch {
                        send.yield(.noStation("\(error)"))
                    }
                }
            case .removeStation: await daemon.removeStation(of: id)
            case .protect(let interface):
                runner.start(.call) { send in
                    do {
                        send.yield(.protected(try await radio.protect(interface: interface)))
                    } catch {
                        send.yield(.unprotected(Self.failure(error)))
                    }
                }
            case .journal(let protection):
                do {
                    try await daemon.journal(protection, ssid: ssid)
                    runner.send.yield(.journalled)
                } catch {
                    let failure = JoinFailure(.notWritten, detail: "the journal cannot be written: \(error)")
                    runner.send.yield(.unprotected(failure))
                }
            case .join(let request):
                runner.start(.join) { send in
                    do {
                        for try await step in await radio.join(request) { send.yield(.step(step)) }
                    } catch {
                        send.yield(.ended(Self.failure(error)))
                    }
                }
            case .stopJoining: runner.stop(.join)
            case .fence(let interface, let isEarly):
                let fence = await daemon.fence(of: id)
                runner.stop(.opening)
                runner.start(.fence) { send in
                    send.yield(.fenced(await Self.standing(of: fence, on: interface, isEarly, hold)))
                }
            case .openFence(let protection):
                // An order that has no answer yet goes on until then: to stop it would end the fence.
                hold.leave()
                runner.start(.opening) { _ in await hold.open { await radio.left(protection) } }
            case .extend(let protection):
                // A switch that cannot be extended goes off, which restores: the failure mends itself.
                runner.start(.call) { _ in try? await radio.extend(protection) }
            case .restore(let protection):
                runner.start { send in
                    do {
                        try await radio.restore(protection)
                        send.yield(.restored)
                    } catch {
                        send.yield(.notRestored(Self.failure(error)))
                    }
                }
            case .release(let protection):
                runner.start { send in
                    await radio.release(protection)
                    send.yield(.released)
                }
            case .forget(let protection): await daemon.forget(protection)
            case .start(let timer, let duration): runner.startTimer(.timer(timer), duration, then: .due(timer))
            case .stop(let timer): runner.stop(.timer(timer))
            case .report(let report):
                await daemon.report(report, from: id)
                if case .finished = report { runner.end(()) }
            }
        }
    }

    private static func standing(
        of fence: Fence?, on interface: String, _ isEarly: Bool, _ hold: FenceHold
    ) async -> FenceStanding {
        if let fence { return await hold.fence(interface, fence, isEarly: isEarly) }
        await hold.open()
        return FenceStanding(.none, reason: "a plan keeps the network, and the app need not call the agent")
    }

    private static func failure(_ error: any Error) -> JoinFailure {
        if let why = error as? Unavailability { return JoinFailure(.radioUnavailable, detail: why.rawValue) }
        return error as? JoinFailure ?? JoinFailure(.radioUnavailable, detail: "\(error)")
    }
}
