// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import Testing

@testable import accessory_picker

@Suite struct AgentWatchTests {
    /// A hub ends its watch with the last phone. That is no loss of the agent.
    @Test func doesNotReportTheAgentAsAwayOnceItIsCancelled() async {
        let page = SharedPageState()
        let watch = AgentWatch(
            sockets: AgentSockets(directory: "/nonexistent"), entrance: .control, page: page,
            clock: ContinuousClock(), isPatient: true, report: { _ in })
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await watch.run()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(page.current.away == nil)
    }

    @Test func triesAgainLessAndLessOften() {
        var backOff = BackOff()
        let waits = (0..<10).map { _ in backOff.wait() }
        #expect(waits[0] == .milliseconds(500))
        #expect(waits == waits.sorted())
        #expect(waits.last == BackOff.longest)
        backOff.succeeded()
        let first = backOff.wait()
        #expect(first == .milliseconds(500))
    }
}
