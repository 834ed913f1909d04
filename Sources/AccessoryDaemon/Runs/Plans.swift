// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

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
