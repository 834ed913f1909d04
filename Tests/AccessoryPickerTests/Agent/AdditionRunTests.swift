// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@testable import accessory_picker

@Suite struct AdditionRunTests {
    /// Without an agent, until the body returns.
    private func run(_ body: (AdditionRun) async throws -> Void) async throws {
        let run = AdditionRun(
            control: ControlClient(AgentSockets(directory: "/nonexistent")), page: SharedPageState(),
            clock: ContinuousClock())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await run.run() }
            try await body(run)
            group.cancelAll()
        }
    }

    private func wait(_ run: AdditionRun, _ isReached: (Addition) -> Bool) async {
        let (id, states) = run.page.subscribe()
        defer { run.page.unsubscribe(id) }
        if isReached(run.page.current.addition) { return }
        for await _ in states where isReached(run.page.current.addition) { return }
    }

    @Test func showsWhyNobodyCanLookAsLongAsAPageLooks() async throws {
        try await run { run in
            run.order(.look)
            await wait(run) { $0.lookError != nil }
            run.order(.lookFor(NewAccessoryQuery(ssids: ["Plug-1"])))
            run.order(.stopLooking)
            await wait(run) { $0.lookError == nil }
        }
    }

    @Test func endsTheLookWithAnAttempt() async throws {
        try await run { run in
            run.order(.look)
            await wait(run) { $0.lookError != nil }
            let plug = NewAccessory(
                name: "Plug-1", family: "shelly", familyName: "Shelly", isCertain: true,
                ssid: try SSID(text: "Plug-1"), bssid: MACAddress("02:00:00:00:02:01"), security: .open,
                mayNeedProof: false, isClearText: true)
            let item = try #require(NewItem(plug))
            let attempt = try #require(run.page.change { $0.addition.begin(item) })
            run.order(.add(OnboardRequest(ssid: "Plug-1"), attempt: attempt))
            await wait(run) { $0.mode == .finished }
            #expect(run.page.current.addition.isInterrupted || run.page.current.addition.error != nil)
            #expect(run.page.current.addition.lookError == nil)
        }
    }
}
