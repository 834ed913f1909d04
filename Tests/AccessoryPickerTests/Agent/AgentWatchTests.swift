// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import Testing

@testable import accessory_picker

@Suite struct AgentWatchTests {
    /// A hub ends its watch with the last phone. That is no loss of the agent.
    @Test func doesNotReportTheAgentAsAwayOnceItIsCancelled() async {
        let board = Board()
        let watch = AgentWatch(
            sockets: AgentSockets(directory: "/nonexistent"), entrance: .control, board: board,
            clock: ContinuousClock(), isPatient: true, report: { _ in })
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await watch.run()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(board.contents.away == nil)
    }
}
