// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

@testable import AccessoryDaemon

/// A request that comes before its picker.
@Suite struct PickerStartTests {
    private static let people = [
        "here": Identity(uid: 1000, user: "tester", session: "seat0"),
        "there": Identity(uid: 1000, user: "tester", session: "seat1"),
    ]

    private static let apps = [
        Agent.camera: "[App]\nName=Camera\n[Identity]\nUsers=tester\n[Discovery]\nSSIDPrefixes=MyCam-\n"
    ]

    private let request = ShowPickerRequest(items: [AppSession.item()])

    private func run(patience: Duration, _ body: @Sendable (Agent) async throws -> Void) async throws {
        try await Agent.run(
            apps: Self.apps, named: Self.people, seat: { $0.session }, pickerPatience: patience, body)
    }

    /// Returns the app of the first presentation at this picker.
    private func firstApp(_ updates: inout AgentStream<RegisterReply>.AsyncIterator) async throws -> String? {
        while let update = try await updates.next()?.update { if update.kind == .items { return update.app } }
        return nil
    }

    /// An app asks before a picker is there; after `body`, one starts at its seat and shows the request.
    private func showsLate(_ body: @Sendable (Agent) async throws -> Void) async throws {
        try await run(patience: .seconds(600)) { agent in
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { [request] in _ = try await AppSession(agent: agent, name: "here").showPicker(request) }
                await agent.daemon.untilARequestWaits()
                try await body(agent)
                var updates = try agent.picker(as: "here").stream(.register, RegisterRequest()).makeAsyncIterator()
                #expect(try await firstApp(&updates) == Agent.camera)
            }
        }
    }

    @Test func aRequestWaitsUntilAPickerStarts() async throws { try await showsLate { _ in } }

    @Test func aPickerAtAnotherSeatDoesNotEndTheWait() async throws {
        try await showsLate { agent in
            var elsewhere = try agent.picker(as: "there").stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await elsewhere.next()
            await agent.daemon.untilARequestWaits()
        }
    }

    @Test func aRequestIsRefusedIfNoPickerStarts() async throws {
        try await run(patience: .milliseconds(20)) { agent in
            let error = try await AppSession(agent: agent, name: "here").refused(request)
            #expect(error?.code == .pickerUnavailable && error?.message.contains("accessory-picker") == true)
            #expect(await agent.daemon.screens.waitingForPicker.isEmpty)
        }
    }

    @Test func aCallerThatLeavesWaitsNoLonger() async throws {
        try await run(patience: .seconds(600)) { agent in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [request] in _ = try? await AppSession(agent: agent, name: "here").showPicker(request) }
                await agent.daemon.untilARequestWaits()
                group.cancelAll()
            }
            while await !agent.daemon.screens.waitingForPicker.isEmpty { await Task.yield() }
        }
    }
}

extension Daemon {
    fileprivate func untilARequestWaits() async {
        while screens.waitingForPicker.isEmpty { await Task.yield() }
    }
}
