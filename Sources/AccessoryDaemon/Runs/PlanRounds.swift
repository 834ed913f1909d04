// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// The rounds of plans, one after the other: a caller's, and the agent's own that take up a lost network again.
struct PlanRounds: Sendable {
    let daemon: Daemon

    /// Runs one plan, or all that are due, after the runs that have begun before.
    ///
    /// - Parameter obstacles: why the caller cannot run plans' programs. Those with a program fail at once.
    func run(
        _ id: Plan.ID?, except obstacles: [PlanObstacle] = [], by caller: Caller, owner: Sessions.ID?,
        notify: @escaping PlanRoundRun.Notify
    ) async {
        let turn = await daemon.withPlans { $0.takeTurn() }
        for await _ in turn.begins { break }
        if !Task.isCancelled {
            // What an earlier run of the agent owes holds the radio until it is restored.
            await daemon.untilUplinksAreBack(of: Claimant(app: Leases.agent))
            if let id { await daemon.letGo(id) }
            let (round, means) = await daemon.knownPlans.round(of: id, except: obstacles)
            let run = PlanRoundRun(
                daemon: daemon, caller: caller, owner: owner, means: means, radioChanges: turn.radioChanges,
                notify: notify)
            await run.run(round)
        }
        await daemon.withPlans { $0.endTurn(turn.id) }
    }

    /// Holds networks, without any connection.
    func hold(_ orders: AsyncStream<(plan: Plan.ID, lease: Lease.ID?)>) async {
        await withDiscardingTaskGroup { work in
            for await (plan, lease) in orders { work.addTask { await hold(plan, lease) } }
        }
    }

    private func hold(_ plan: Plan.ID, _ lease: Lease.ID?) async {
        if let lease {
            let error = await daemon.follow(lease).end()?.error
            guard await daemon.keptEnded(lease, of: plan, error) else { return }
        }
        let itself = Caller(identity: Identity(uid: geteuid(), user: Leases.agent), entrance: .control, app: nil)
        await run(plan, by: itself, owner: nil) { _, _ in }
    }
}

/// The plans and their runs: one has its turn, the others wait.
struct Plans {
    var book: PlanBook
    /// Programs that a caller runs, each with what waits for its end.
    var programs: [Plan.ID: ProgramEnd] = [:]

    /// Gets a program's exit status, and the reason if it could not start, or was ended; then the status does not count.
    typealias ProgramEnd = @Sendable (_ status: Int, _ failure: String?) -> Void

    init(_ book: PlanBook) { self.book = book }

    /// The runner of a plan's program reports its end.
    mutating func programEnded(_ request: FinishPlanRequest) throws(AccessoryError) {
        guard let end = programs.removeValue(forKey: request.plan) else {
            throw AccessoryError(.unknownAccessory, "plan '\(request.plan)' has no program that runs now")
        }
        end(request.status, request.failure)
    }

    // MARK: Turns

    /// The runs in their order; the first has its turn.
    private var queue: [(id: Int, begin: AsyncStream<Void>.Continuation, radios: AsyncStream<Void>.Continuation)] = []
    private var next = 1

    /// - Returns: the run's number; a stream that yields when its turn begins, and one that yields when a radio has changed
    ///   meanwhile.
    mutating func takeTurn() -> (id: Int, begins: AsyncStream<Void>, radioChanges: AsyncStream<Void>) {
        defer { next += 1 }
        let (begins, begin) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (radioChanges, radios) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        queue.append((next, begin, radios))
        pass()
        return (next, begins, radioChanges)
    }

    /// Also ends a turn that had not come.
    mutating func endTurn(_ id: Int) {
        queue.removeAll { $0.id == id }
        pass()
    }

    /// A run that has begun waits for its turn no more.
    private func pass() { queue.first?.begin.yield() }

    func radioChanged() { queue.first?.radios.yield() }
}
