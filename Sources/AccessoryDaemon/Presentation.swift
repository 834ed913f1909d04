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
    /// The connection whose end is the end of the lease, and of this.
    let leaseOwner: Session.ID
    /// The radio that looks; nil where none can.
    let adapter: Adapter?
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
            case .added, .migrated: nil
            case .failed(let error): error
            }
        }
    }

    /// - Parameter first: `start`, or why nothing can be looked for.
    func run(_ machine: Setup, first: Setup.Event) async throws(AccessoryError) -> Result {
        let (events, send) = AsyncStream<Setup.Event>.makeStream()
        var run = Run(send: send)
        if plan == nil {
            run.screen = try await daemon.present(
                for: claimant, app, session: leaseOwner, caller: caller.identity,
                filters: machine.discovery.filters, ear: .setup(send))
        }
        return await withDiscardingTaskGroup(returning: Result.self) { [run] group in
            var (machine, run) = (machine, run)
            send.yield(first)
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
        /// What the picker shows of it.
        var screen: OnScreen.ID?
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
                    let why = error as? Unavailability ?? .notReady
                    send.yield(.cannotLook(AccessoryError(.radioUnavailable, "\(request.interface): \(why.rawValue)")))
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
            await show(PickerUpdate(.items, items: [], isComplete: false), run)
        case .show(let candidates, let notShown, let isComplete):
            let items = await daemon.items(candidates, for: app.id, cuts: adapter.flatMap(RadioChoice.cuts))
            await show(
                PickerUpdate(
                    .items, items: items, isComplete: isComplete, notShown: notShown == 0 ? nil : notShown), run)
        case .ask(let question):
            await ask(question, run)
        case .tellNothingFound(let error):
            await show(PickerUpdate(.nothingFound, error: error), run)
        case .join(let candidate, let passphrase):
            await join(candidate, passphrase, &run, &group)
        case .leave:
            if let lease = run.lease { await daemon.leave(lease) }
        case .grant(let choice, let migrations):
            do {
                let person = await daemon.chooser(run.screen)
                let (accessory, migrated) = try await daemon.grant(
                    choice, migrations, to: claimant, lease: run.lease, plan: plan, by: person ?? "\(caller.identity)")
                send.yield(.granted(accessory, migrated: migrated))
            } catch {
                send.yield(.notGranted(error))
            }
        case .migrate(let migrations):
            do {
                let person = await daemon.chooser(run.screen)
                send.yield(
                    .migrated(try await daemon.migrate(migrations, to: claimant, by: person ?? "\(caller.identity)")))
            } catch {
                send.yield(.notGranted(error))
            }
        case .emit(let event):
            await daemon.emit(event, to: claimant)
            await hear(SetUpReply(event: event))
        case .dismiss(let error, let finishInApp):
            if let screen = run.screen { await daemon.dismiss(error, finishInApp: finishInApp, screen) }
        case .settle(let settlement):
            run.settlement = settlement
        }
    }

    private func show(_ update: PickerUpdate, _ run: borrowing Run) async {
        if let screen = run.screen { await daemon.show(update, in: screen) }
    }

    private func ask(_ question: Setup.Question, _ run: borrowing Run) async {
        guard let screen = run.screen else { return }
        switch question {
        case .passphrase(let candidate, let error):
            await daemon.ask(
                PickerQuestion(
                    id: "", kind: .passphrase, name: candidate.item.name, image: candidate.item.image,
                    text: candidate.ssid.description, error: error.message), in: screen)
        case .name(let choice):
            await daemon.ask(
                PickerQuestion(
                    id: "", kind: .name, name: choice.accessory.displayName, image: choice.accessory.image,
                    text: choice.accessory.displayName),
                renamesNetwork: choice.candidate.item.renamesNetwork, in: screen)
        case .migration(let migrations):
            let items = migrations.map { item in
                MigrationItem(
                    name: item.name, image: item.image, ssid: item.ssid?.description,
                    bluetoothAddress: item.bluetoothAddress?.description)
            }
            await daemon.ask(PickerQuestion(id: "", kind: .migration, name: app.name, items: items), in: screen)
        }
    }

    private func join(
        _ candidate: Candidate, _ passphrase: Passphrase?, _ run: inout Run, _ group: inout DiscardingTaskGroup
    ) async {
        // A second attempt begins when the uplink is back that the first one cut: the radio is taken until then.
        if let earlier = run.lease { for await case .ended in await daemon.news(of: earlier) { break } }
        do {
            let target = Join.Target(
                ssid: candidate.ssid, bssid: candidate.network.bssid, interface: candidate.network.interface,
                passphrase: passphrase, isHidden: candidate.isExact, addressing: addressing,
                network: candidate.network)
            let lease = try await daemon.beginLease(target, for: claimant, record: nil, owner: leaseOwner)
            run.lease = lease
            follow(lease, of: candidate, &run, &group)
        } catch {
            run.send.yield(.joinFailed(error))
        }
    }

    private func follow(
        _ lease: Lease.ID, of candidate: Candidate, _ run: inout Run, _ group: inout DiscardingTaskGroup
    ) {
        let (daemon, hear, send, screen) = (daemon, hear, run.send, run.screen)
        let claimant = claimant
        run.activities.start(.lease, in: &group) {
            // Told once: a later end of the same lease would be taken for that of the next attempt.
            var hasFailed = false
            func fail(_ error: AccessoryError) {
                if !hasFailed { send.yield(.joinFailed(error)) }
                hasFailed = true
            }
            for await news in await daemon.news(of: lease) {
                switch news {
                case .update(let update):
                    if let screen { await daemon.show(PickerUpdate(.progress, lease: update), in: screen) }
                    await hear(SetUpReply(lease: update))
                    if let link = update.link {
                        let (accessory, isShared) = await daemon.accessory(for: candidate, of: claimant)
                        send.yield(.joined(link, accessory, isShared: isShared))
                    }
                    if update.state == .left {
                        fail(update.error ?? AccessoryError(.connectionFailed, "'\(update.ssid)' was left"))
                    }
                case .ended(let error):
                    fail(error ?? AccessoryError(.connectionFailed, "the lease ended"))
                }
            }
        }
    }
}
