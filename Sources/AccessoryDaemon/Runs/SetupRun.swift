// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Performs one `Setup` machine's effects: it shows, joins and grants for one app. It runs in the task of the
/// connection that asked, and ends with that connection.
struct SetupRun: Sendable {
    enum Activity: Hashable {
        case look
        case listen
        case listeningTime
        case pairing
        case exchange
        case transport
        case timer
        case lease
    }

    let daemon: Daemon
    let app: Manifest
    /// The app and user that get the grant.
    let claimant: Claimant
    let caller: Caller
    /// The connection with which the lease and the presentation end; nil if the agent itself holds it.
    let leaseOwner: Sessions.ID?
    /// The radio that looks, or why none can; nil if none is needed.
    let adapter: Swift.Result<Adapter, AccessoryError>?
    let addressing: JoinRequest.Addressing
    var chooser = Chooser.person
    /// Gets every event and every state of the lease, in order.
    let notify: @Sendable (SetUpReply) async -> Void

    struct Result {
        var settlement: Setup.Settlement
        /// The lease that the choice began; after a failure it may still restore the uplink.
        var lease: Lease.ID?

        var error: AccessoryError? {
            switch settlement {
            case .added, .migrated: nil
            case .failed(let error): error
            }
        }
    }

    func run(_ machine: Setup) async throws(AccessoryError) -> Result {
        let run = Run(machine, daemon.clock)
        if chooser.isAtPicker, let leaseOwner {
            run.screen = try await daemon.present(
                Presentation.Order(
                    claimant: claimant, app: app, session: leaseOwner, caller: caller,
                    filters: machine.discovery.filters, waitsInTurn: caller.entrance == .control,
                    recipient: .setup(run.send)))
        }
        run.send.yield(.start)
        // A cancelled task means that the caller is gone.
        let settlement = await run.runner.run(last: .callerGone) { await perform($0, run) }
        await daemon.settleBonds(of: run.id)
        let gone = Setup.Settlement.failed(AccessoryError(.invalidated, "the caller is gone"))
        return Result(settlement: settlement ?? gone, lease: run.lease)
    }

    /// What is under way.
    final class Run {
        let runner: Runner<Setup, Activity, Setup.Settlement>
        let began = ContinuousClock.now
        let id = UniqueID.make()
        /// The presentation on the picker.
        var screen: Presentation.ID?
        var lease: Lease.ID?

        init(_ machine: Setup, _ clock: any Clock<Duration>) { runner = Runner(machine, clock: clock) }

        var send: Sender<Setup.Event> { runner.send }
    }

    private func perform(_ effect: Setup.Effect, _ run: Run) async {
        let (runner, send) = (run.runner, run.send)
        switch effect {
        case .look(let request):
            if case .failure(let error)? = adapter { return _ = send.yield(.cannotLook(error)) }
            let (radio, began) = (daemon.radio, run.began)
            runner.start(.look) { send in
                let failure = await radio.look(request) { send.yield(.heard($0, at: began.duration(to: .now))) }
                if let failure { send.yield(.cannotLook(failure)) }
            }
        case .listen(let request):
            listen(request, run)
        case .stopSearching:
            runner.stop(.look)
            runner.stop(.listen)
            runner.stop(.listeningTime)
        case .startTimer(let duration):
            runner.startTimer(.timer, duration, then: .due)
        case .stopTimer:
            runner.stop(.timer)
        case .present:
            await show(PickerUpdate(kind: .items, items: [], isComplete: false), run)
        case .show(let candidates, let notShown, let isComplete):
            guard let screen = run.screen else { return }
            await daemon.show(
                candidates, joining: try? adapter?.get(), notShown: notShown, isComplete: isComplete, in: screen)
        case .ask(let question):
            await ask(question, run)
        case .showNothingFound(let error):
            await show(PickerUpdate(kind: .nothingFound, error: error), run)
        case .report(let step):
            await show(PickerUpdate(kind: .progress, step: SetupStep(step)), run)
        case .pair(let address, let isBonded, let asInput):
            pair(address, isBonded: isBonded, asInput: asInput, run)
        case .answerPairing(let answer, let address):
            await daemon.bluetooth.answer(answer, to: address)
        case .stopPairing:
            runner.stop(.pairing)
        case .forget(let address):
            await daemon.forget(address)
        case .bridgeTransport(let address):
            bridgeTransport(address, run)
        case .exchange(let steps, let address):
            exchange(steps, address, run)
        case .note(let text):
            await daemon.publish(.radio, app: app.id, text)
        case .recognize(let candidate):
            await note(candidate.device, run)
            let (accessory, isShared) = await daemon.access.accessory(for: candidate, of: claimant)
            send.yield(.recognized(accessory, isShared: isShared))
        case .join(let candidate, let passphrase, let accepted):
            await join(candidate, passphrase, accepting: accepted, run)
        case .leave:
            if let lease = run.lease { await daemon.leave(lease) }
        case .grant(let choice, let migrations):
            do {
                let (accessory, migrated) = try await daemon.grant(
                    choice, migrations, to: claimant, lease: run.lease, chooser: chooser, chosenIn: run.screen,
                    for: caller)
                send.yield(.granted(accessory, migrated: migrated))
            } catch {
                send.yield(.notGranted(error))
            }
        case .migrate(let migrations):
            do {
                send.yield(
                    .migrated(try await daemon.migrate(migrations, to: claimant, chosenIn: run.screen, for: caller)))
            } catch {
                send.yield(.notGranted(error))
            }
        case .emit(let event):
            // Without a picker there are no events of one.
            guard chooser.isAtPicker || event.type == .accessoryAdded else { return }
            await daemon.emit(event, to: claimant)
            let screen = event.type == .pickerDidPresent ? run.screen : nil
            let place = if let screen { await daemon.screens[screen]?.screen } else { Presentation.Screen?.none }
            await notify(SetUpReply(event: event, uid: place.map { Int($0.uid) }, seat: place?.seat))
        case .dismiss(let error, let finishInApp):
            if let screen = run.screen { await daemon.dismiss(error, finishInApp: finishInApp, screen) }
        case .settle(let settlement):
            runner.end(settlement)
        }
    }

    private func show(_ update: PickerUpdate, _ run: Run) async {
        if let screen = run.screen { await daemon.withScreens { $0.show(update, in: screen) } }
    }

    /// The Bluetooth side of the choice.
    private func note(_ device: Advertisement?, _ run: Run) async {
        if let screen = run.screen { await daemon.withScreens { $0[screen]?.device = device?.address.address } }
    }

    private func ask(_ question: Setup.Question, _ run: Run) async {
        guard let screen = run.screen else { return }
        var asked = PickerQuestion(question, app: app.name)
        // It keeps the name that it has on its card.
        if let candidate = question.candidate, let known = await daemon.book.accessory(of: candidate) {
            (asked.name, asked.image) = (known.displayName, known.image)
        }
        await daemon.withScreens { [asked] in $0.ask(asked, renamesNetwork: question.renamesNetwork, in: screen) }
    }

    private func join(
        _ candidate: Candidate, _ passphrase: Passphrase?, accepting accepted: Security?, _ run: Run
    ) async {
        // A second attempt begins when the uplink is restored that the first one cut: until then the radio is busy.
        if let earlier = run.lease { await daemon.follow(earlier).end() }
        await note(candidate.device, run)
        guard let ssid = candidate.ssid, let network = candidate.network else { return }
        do {
            var expected = try await daemon.expectedSecurity(of: candidate, hasPassphrase: passphrase != nil)
            if let accepted { expected = ExpectedSecurity(accepted) }
            let target = Lease.Target(
                ssid: ssid, bssid: candidate.accessPoint, interface: network.interface, passphrase: passphrase,
                isHidden: candidate.isExact, addressing: addressing, network: network, expected: expected)
            let lease = try await daemon.beginLease(target, for: claimant, record: nil, owner: leaseOwner)
            run.lease = lease
            if caller.entrance == .app, let leaseOwner { await daemon.withLeases { $0[lease]?.interim = leaseOwner } }
            follow(lease, of: candidate, run)
        } catch {
            run.send.yield(.joinFailed(error))
        }
    }

    private func follow(_ lease: Lease.ID, of candidate: Candidate, _ run: Run) {
        let (daemon, notify, claimant, screen) = (daemon, notify, claimant, run.screen)
        run.runner.start(.lease) { send in
            // Only once: a later end of the same lease would count for the next attempt.
            var hasFailed = false
            func fail(_ error: AccessoryError) {
                if !hasFailed { send.yield(.joinFailed(error)) }
                hasFailed = true
            }
            let end = await daemon.follow(lease).end { update in
                if let screen {
                    await daemon.withScreens { $0.show(PickerUpdate(kind: .progress, lease: update), in: screen) }
                }
                await notify(SetUpReply(lease: update))
                if let link = update.link {
                    let joined = candidate.joined(at: link.bssid)
                    let (accessory, isShared) = await daemon.access.accessory(for: joined, of: claimant)
                    send.yield(.joined(link, accessory, isShared: isShared))
                }
                if update.state == .left {
                    fail(update.error ?? AccessoryError(.connectionFailed, "'\(update.ssid)' was left"))
                }
            }
            if let end { fail(end.error ?? AccessoryError(.connectionFailed, "the lease ended")) }
        }
    }
}
