// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@Suite struct PresentationTests {
    private func setUp(_ agent: Agent) async throws -> AccessoryError? {
        do {
            for try await _ in try agent.control.setUp(SetUpRequest(app: "org.example.camera")) {}
            return nil
        } catch let error as AccessoryError {
            return error
        }
    }

    /// The picker's updates up to the first one with items.
    private func firstItems(_ updates: inout AgentStream<RegisterReply>.AsyncIterator) async throws -> PickerUpdate {
        while let update = try await updates.next()?.update {
            if let items = update.items, !items.isEmpty { return update }
        }
        throw AccessoryError(.invalidated, "the picker's stream ended")
    }

    @Test func aPickerThatDiesCancelsWhatItShows() async throws {
        try await Agent.run { agent in
            let error = try await setUpUntilThePickerDies(agent)
            #expect(error?.code == .userCancelled)
        }
    }

    private func setUpUntilThePickerDies(_ agent: Agent) async throws -> AccessoryError? {
        try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
            var updates = try agent.picker.register().makeAsyncIterator()
            _ = try await updates.next()
            group.addTask { try await setUp(agent) }
            _ = try await firstItems(&updates)
            // Replacing the iterator ends its stream, and so its connection.
            updates = try agent.picker.register().makeAsyncIterator()
            return try await group.next() ?? nil
        }
    }

    @Test func oneAtATime() async throws {
        try await Agent.run { agent in
            var updates = try agent.picker.register().makeAsyncIterator()
            _ = try await updates.next()
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent) }
                let update = try await firstItems(&updates)
                #expect(try await setUp(agent)?.code == .pickerAlreadyActive)
                try await agent.picker.cancel(presentation: try #require(update.presentation))
                let error = try await group.next() ?? nil
                #expect(error?.code == .userCancelled)
            }
        }
    }

    @Test func aCallerThatLeavesEndsIt() async throws {
        try await Agent.run { agent in
            var updates = try agent.picker.register().makeAsyncIterator()
            _ = try await updates.next()
            for try await reply in try agent.control.setUp(SetUpRequest(app: "org.example.camera"))
            where reply.event?.type == .pickerDidPresent {
                break
            }
            var last: PickerUpdate?
            while last?.kind != .dismissed { last = try await updates.next()?.update }
            #expect(last?.error?.code == .invalidated)
        }
    }

    @Test func aPassphraseIsAskedForWhereTheAppGivesNone() async throws {
        try await Agent.run { agent in
            var updates = try agent.picker.register().makeAsyncIterator()
            _ = try await updates.next()
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent) }
                let update = try await firstItems(&updates)
                let needs = update.items?.filter(\.needsPassphrase).map(\.ssid.description)
                #expect(needs == ["MyCam-0042"])
                try await agent.picker.cancel(presentation: try #require(update.presentation))
                try await group.waitForAll()
            }
        }
    }
}
