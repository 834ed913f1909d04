// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// Performs one `MoveWalk`'s effects. It runs in the task of the call that ordered it, or in the agent's own after that.
struct MoveRun: Sendable {
    let daemon: Daemon
    let accessory: Accessory
    /// Its own radio, seen a moment ago.
    let found: NewAccessories.Found?
    let notify: @Sendable (MoveProgress) -> Void

    private enum Activity { case look, handOver }

    /// Nil if another run has the accessory, nobody has ordered its move any more, or its own radio has closed meanwhile.
    func run() async -> MoveWalk.End? {
        guard let move = await daemon.beginMove(of: accessory.id) else { return nil }
        let end = await walk(move)
        await daemon.endMove(of: accessory.id, end)
        return end
    }

    private func walk(_ move: Residence.Move) async -> MoveWalk.End? {
        let (expected, view) = await surroundings(move)
        let access = await daemon.access
        let fallback = found.map { .there($0) } ?? access.fallbackState(of: accessory.id)
        let walk = MoveWalk(
            from: move.from, to: move.to, family: expected.family, isGiven: move.state == .given, view: view,
            fallback: fallback)
        let runner = Runner<MoveWalk, Activity, MoveWalk.End?>(walk, clock: daemon.clock)
        runner.send.yield(.began)
        let end = await runner.run { effect in
            switch effect {
            case .look(let network):
                notify(MoveProgress(accessory, now: network == move.from ? .looking : .lookingForIt))
                // The other network's radio may see it, too, or a cable somebody who says that he is it.
                let radios = await daemon.radios().networks.filter { $0.value == network }.keys
                let look = ArrivalRun(
                    daemon: daemon, expected: expected, network: network,
                    interfaces: radios.isEmpty ? nil : Set(radios))
                runner.start(.look) { send in send.yield(.found(await look.run())) }
            case .handOver(let place):
                guard let family = expected.family else { return }
                let handOver = NetworkHandOver(
                    daemon: daemon, accessory: accessory, expected: expected, family: family, place: place,
                    move: move)
                runner.start(.handOver, handOver.run)
            case .fallBack(let found):
                notify(MoveProgress(accessory, now: .joining))
                let handOver = FallbackHandOver(
                    daemon: daemon, accessory: accessory, expected: expected, found: found, move: move
                ) { progress in MoveProgress(accessory, progress).map(notify) }
                runner.start(.handOver) { send in
                    do throws(AccessoryError) {
                        send.yield(.fellBack(.success(try await handOver.run())))
                    } catch {
                        send.yield(.fellBack(.failure(error)))
                    }
                }
            case .report(let step): notify(MoveProgress(accessory, step))
            case .finish(let end): runner.end(end)
            }
        }
        return end ?? nil
    }

    /// By what it is found, and which of the networks this machine is on. Behind a cable it may be on any.
    private func surroundings(_ move: Residence.Move) async -> (ExpectedIdentity, MoveWalk.View) {
        let expected = await daemon.book.identities[accessory.id] ?? ExpectedIdentity()
        let networks = await daemon.radios().networks.values
        return (
            expected.last(at: await daemon.book.places[accessory.id]?.location?.address.description),
            MoveWalk.View(
                seesFirst: networks.isEmpty || networks.contains(move.from),
                seesSecond: networks.isEmpty || networks.contains(move.to))
        )
    }
}

extension MoveProgress {
    init(_ accessory: Accessory, now step: Step) {
        self.init(accessory: accessory.id, name: accessory.displayName, step: step)
    }

    fileprivate init(_ accessory: Accessory, _ step: ProvisioningStep) {
        switch step {
        case .identified, .securing: self.init(accessory, now: .identified)
        case .handingOver(let protection):
            self.init(accessory, now: .handingOver)
            self.protection = protection.rawValue
        case .waitingForAccessory: self.init(accessory, now: .waitingForAccessory)
        }
    }

    /// Nil for a step that a move has not.
    fileprivate init?(_ accessory: Accessory, _ progress: OnboardProgress) {
        switch progress.step {
        case .identified, .securing: self.init(accessory, now: .identified)
        case .handingOver:
            self.init(accessory, now: .handingOver)
            protection = progress.protection
        case .waitingForAccessory: self.init(accessory, now: .waitingForAccessory)
        case .joining, .restoring, .lookingForIt, .ended: return nil
        }
    }

    init(_ accessory: Accessory, _ end: MoveWalk.End) {
        self.init(accessory, now: .ended)
        outcome = end.outcome
        explanation = end.explanation
        address = end.finding?.place?.address
    }
}
