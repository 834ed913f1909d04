// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Performs one `Setup` machine's effects: what is shown, joined and granted for one app. It runs in the task of the
/// connection that asked, so that the end of that connection is the end of this.
struct Presentation: Sendable {
    private enum Activity: Hashable {
        case look
        case timer
        case lease
    }

    let daemon: Daemon
    let radio: any Radio
    let clock: any Clock<Duration>
    let app: Manifest
    /// For whom it is granted.
    let claimant: Claimant
    let caller: Caller
    /// The connection whose end is the end of the lease.
    let leaseOwner: Session.ID
    let adapter: Adapter
    let addressing: JoinRequest.Addressing
    /// The plan that chooses in a person's place; nil when a picker is shown.
    var plan: Plan?
    /// Hears every event and every state of the lease, in order.
    let hear: @Sendable (SetUpReply) async -> Void

    struct Result {
        var settlement: Setup.Settlement
        /// The lease that the choice began; after a failure it may still be bringing the uplink back.
        var lease: Lease.ID?

        var error: AccessoryError? {
            switch settlement {
            case .added: nil
            case .failed(let error): error
            }
        }
    }

    func run(_ machine: Setup) async throws(AccessoryError) -> Result {
        let (events, send) = AsyncStream<Setup.Event>.makeStream()
        if plan == nil { try await daemon.present(for: app, claimant, filters: machine.filters, send: send) }
        return await withDiscardingTaskGroup(returning: Result.self) { group in
            var machine = machine
            var run = Run(send: send)
            send.yield(.start)
            for await event in events {
                for effect in machine.receive(event) { await perform(effect, &run, &group) }
                if run.settlement != nil { break }
            }
            if run.settlement == nil {
                // The stream ends early when this task is cancelled, and that is when the caller is gone.
                for effect in machine.receive(.callerGone) { await perform(effect, &run, &group) }
            }
            run.activities.stopAll()
            let gone = Setup.Settlement.failed(AccessoryError(.invalidated, "the caller is gone"))
            return Result(settlement: run.settlement ?? gone, lease: run.lease)
        }
    }

    private struct Run {
        let send: AsyncStream<Setup.Event>.Continuation
        var activities = Activities<Activity>()
        var lease: Lease.ID?
        var settlement: Setup.Settlement?
    }

    private func perform(_ effect: Setup.Effect, _ run: inout Run, _ group: inout DiscardingTaskGroup) async {
        let send = run.send
        switch effect {
        case .look(let request):
            let radio = radio
            run.activities.start(.look, in: &group) {
                do {
                    for try await look in await radio.look(request) { send.yield(.heard(look)) }
                } catch {
                    send.yield(.lookFailed(error as? Unavailability ?? .notReady))
                }
            }
        case .stopLooking:
            run.activities.stop(.look)
        case .startTimer(let duration):
            let clock = clock
            run.activities.start(.timer, in: &group) {
                do {
                    try await clock.sleep(for: duration)
                    send.yield(.due)
                } catch {
                    // Stopped.
                }
            }
        case .stopTimer:
            run.activities.stop(.timer)
        case .present:
            await show(PickerUpdate(.items, items: [], isComplete: false))
        case .show(let candidates, let isComplete):
            let items = await daemon.items(candidates, for: app.id, cuts: RadioChoice.cuts(adapter))
            await show(PickerUpdate(.items, items: items, isComplete: isComplete))
        case .join(let candidate, let passphrase):
            do {
                let target = Join.Target(
                    ssid: candidate.ssid, bssid: candidate.network.bssid, interface: candidate.network.interface,
                    passphrase: passphrase, isHidden: candidate.isExact, addressing: addressing,
                    network: candidate.network)
                let lease = try await daemon.beginLease(
                    target, for: claimant, record: nil, owner: leaseOwner)
                run.lease = lease
                follow(lease, &run, &group)
            } catch {
                send.yield(.joinFailed(error))
            }
        case .leave:
            if let lease = run.lease { await daemon.leave(lease) }
        case .grant(let candidate, _, let passphrase):
            do {
                send.yield(
                    .granted(
                        try await daemon.grant(
                            candidate, to: claimant, passphrase: passphrase, lease: run.lease, plan: plan, by: caller)))
            } catch {
                send.yield(.notGranted(error))
            }
        case .emit(let event):
            await daemon.emit(event, to: claimant)
            await hear(SetUpReply(event: event))
        case .dismiss(let error):
            if plan == nil { await daemon.dismiss(error) }
        case .settle(let settlement):
            run.settlement = settlement
        }
    }

    private func show(_ update: PickerUpdate) async {
        if plan == nil { await daemon.show(update) }
    }

    private func follow(_ lease: Lease.ID, _ run: inout Run, _ group: inout DiscardingTaskGroup) {
        let (daemon, hear, send) = (daemon, hear, run.send)
        let presentation = self
        run.activities.start(.lease, in: &group) {
            for await news in await daemon.news(of: lease) {
                switch news {
                case .update(let update):
                    await presentation.show(PickerUpdate(.progress, lease: update))
                    await hear(SetUpReply(lease: update))
                    if let link = update.link { send.yield(.joined(link)) }
                    if update.state == .left {
                        let gone = AccessoryError(.connectionFailed, "'\(update.ssid)' was left")
                        send.yield(.joinFailed(update.error ?? gone))
                    }
                case .ended(let error):
                    send.yield(.joinFailed(error ?? AccessoryError(.connectionFailed, "the lease ended")))
                }
            }
        }
    }
}
