// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

/// Scripts that set an accessory up each with a picker of its own.
@Suite struct OwnPickerTests {
    private static let programs = ["first": 101, "second": 102] as [String: Int32]

    private func run(_ body: @Sendable (Agent) async throws -> Void) async throws {
        let root = Identity(uid: 1000, user: "tester", executable: "/usr/bin/accessoryctl")
        try await Agent.run(named: ["first": root, "second": root], pids: Self.programs) { try await body($0) }
    }

    private func registered(
        _ agent: Agent, as name: String, own: Bool = true
    ) async throws -> AgentStream<RegisterReply>.AsyncIterator {
        var updates = try agent.picker(as: name).stream(.register, RegisterRequest(own: own ? true : nil))
            .makeAsyncIterator()
        #expect(try await updates.next()?.update.kind == .registered)
        return updates
    }

    /// How it ended.
    private func setUp(_ agent: Agent, as name: String) async throws -> AccessoryError? {
        do {
            for try await _ in try agent.control(as: name).stream(.setUp, SetUpRequest(app: Agent.camera)) {}
            return nil
        } catch let error as AccessoryError {
            return error
        }
    }

    /// The presentation that a picker shows next.
    private func shown(_ updates: inout AgentStream<RegisterReply>.AsyncIterator) async throws -> String? {
        while let update = try await updates.next()?.update { if update.kind == .items { return update.presentation } }
        return nil
    }

    @Test func isShownWhatItsProcessAskedForAndNothingElse() async throws {
        try await run { agent in
            var first = try await registered(agent, as: "first")
            // The picker that came last is another's own.
            let second = try await registered(agent, as: "second")
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent, as: "first") }
                let presentation = try #require(try await shown(&first))
                withExtendedLifetime(second) {}
                try await agent.picker(as: "first").call(.cancel, CancelRequest(presentation: presentation))
                #expect(try await group.next()??.code == .userCancelled)
            }
        }
    }

    @Test func whoComesSecondWaitsItsTurn() async throws {
        try await run { agent in
            var first = try await registered(agent, as: "first")
            var second = try await registered(agent, as: "second")
            try await withThrowingTaskGroup(of: (String, AccessoryError?).self) { group in
                group.addTask { ("first", try await setUp(agent, as: "first")) }
                let one = try #require(try await shown(&first))
                group.addTask { ("second", try await setUp(agent, as: "second")) }
                // Whatever is asked meanwhile, the second one is neither shown nor refused.
                for _ in 0..<20 { _ = try await agent.control.call(.getStatus) }
                try await agent.picker(as: "first").call(.cancel, CancelRequest(presentation: one))
                let two = try #require(try await shown(&second))
                #expect(one != two)
                try await agent.picker(as: "second").call(.cancel, CancelRequest(presentation: two))
                for try await (name, error) in group { #expect(error?.code == .userCancelled, "\(name)") }
            }
        }
    }

    @Test func aPersonsPickerIsNotKeptFromOthers() async throws {
        try await run { agent in
            var person = try await registered(agent, as: "second", own: false)
            var first = try await registered(agent, as: "first")
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent, as: "first") }
                let one = try #require(try await shown(&first))
                group.addTask { try await setUp(agent, as: "second") }
                let two = try #require(try await shown(&person))
                try await agent.picker(as: "first").call(.cancel, CancelRequest(presentation: one))
                try await agent.picker(as: "second").call(.cancel, CancelRequest(presentation: two))
                for try await error in group { #expect(error?.code == .userCancelled) }
            }
        }
    }
}
