// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@Suite struct SetupRunTests {
    private func setUp(_ agent: Agent) async throws -> AccessoryError? {
        do {
            for try await _ in try agent.control.stream(.setUp, SetUpRequest(app: "org.example.camera")) {}
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

    @Test func namesTheUserWhosePickerIsShownOnce() async throws {
        try await Agent.run { agent in
            let (replies, error) = try await Person(agent: agent).setUp()
            #expect(error?.code == .userCancelled)
            let named = replies.filter { $0.uid != nil }.compactMap(\.event?.type)
            #expect(named == [.pickerDidPresent])
        }
    }

    @Test func anUpdateHasOnlyWhatChanged() async throws {
        try await Agent.run { agent in
            var updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent) }
                var (shown, latest, last): ([PickerItem], PickerUpdate?, PickerUpdate?) = ([], nil, nil)
                repeat {
                    (last, latest) = (latest, try #require(try await updates.next()?.update))
                    let known = Set(shown)
                    #expect(latest?.items?.contains { known.contains($0) } == false)
                    shown.receive(try #require(latest))
                    #expect(shown != Array(known) || latest?.isComplete != last?.isComplete)
                } while shown.count < 2 || latest?.isComplete != true
                try await agent.picker.call(.cancel, CancelRequest(presentation: try #require(latest?.presentation)))
                _ = try await group.next()
            }
        }
    }

    @Test func aPickerThatDiesCancelsWhatItShows() async throws {
        try await Agent.run { agent in
            let error = try await setUpUntilThePickerDies(agent)
            #expect(error?.code == .userCancelled)
        }
    }

    @Test(arguments: [
        (CancelReason?.none, AccessoryError.Code.userCancelled), (.noPassphrase, .passphraseMissing),
        (.noChoice, .pickerUnavailable),
    ])
    func aPickerWithoutAPersonGivesItsReason(reason: CancelReason?, code: AccessoryError.Code) async throws {
        try await Agent.run { agent in
            var updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent) }
                let update = try await firstItems(&updates)
                let presentation = try #require(update.presentation)
                try await agent.picker.call(.cancel, CancelRequest(presentation: presentation, reason: reason))
                let error = try await group.next() ?? nil
                #expect(error?.code == code)
            }
        }
    }

    private func setUpUntilThePickerDies(_ agent: Agent) async throws -> AccessoryError? {
        try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
            var updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            group.addTask { try await setUp(agent) }
            _ = try await firstItems(&updates)
            // Replacing the iterator ends its stream, and so its connection.
            updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            return try await group.next() ?? nil
        }
    }

    @Test func oneAtATime() async throws {
        try await Agent.run { agent in
            var updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent) }
                let update = try await firstItems(&updates)
                #expect(try await setUp(agent)?.code == .pickerAlreadyActive)
                try await agent.picker.call(.cancel, CancelRequest(presentation: try #require(update.presentation)))
                let error = try await group.next() ?? nil
                #expect(error?.code == .userCancelled)
            }
        }
    }

    @Test func aCallerThatLeavesEndsIt() async throws {
        try await Agent.run { agent in
            var updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            for try await reply in try agent.control.stream(.setUp, SetUpRequest(app: "org.example.camera"))
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
            var updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            try await withThrowingTaskGroup(of: AccessoryError?.self) { group in
                group.addTask { try await setUp(agent) }
                let update = try await firstItems(&updates)
                let needs = update.items?.filter(\.needsPassphrase).map(\.title)
                #expect(needs == ["MyCam-0042"])
                try await agent.picker.call(.cancel, CancelRequest(presentation: try #require(update.presentation)))
                try await group.waitForAll()
            }
        }
    }

    @Test func inFilterModeOnlyWhatTheAppApprovesIsShown() async throws {
        try await Agent.run { agent in
            let app = agent.app("camera")
            let item = DisplayItem(name: "Any", descriptor: DescriptorFields(ssidPrefix: "MyCam-"))
            let request = ShowPickerRequest(items: [item], filterDiscoveryResults: true)
            let none = UpdatePickerRequest(items: [DiscoveredItem(accessory: "x", name: "X")])
            let early = await #expect(throws: AccessoryError.self) { try await app.call(.updatePicker, none) }
            #expect(early?.code == .invalidRequest)
            let (events, ready) = AsyncStream<Void>.makeStream()
            let (accessory, seen) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                try await withThrowingTaskGroup(of: Accessory?.self) { group in
                    group.addTask {
                        for try await event in try app.stream(.activate) {
                            if event.event.type == .activated { ready.finish() }
                            guard event.event.type == .accessoryDiscovered,
                                let found = event.event.accessory, found.ssid?.description == "MyCam-0001"
                            else { continue }
                            #expect((85...95).contains(event.event.signal ?? 0) && found.state == .unauthorized)
                            let wrong = await #expect(throws: AccessoryError.self) {
                                try await app.call(.updatePicker, none)
                            }
                            #expect(wrong?.field == "items[0].accessory")
                            try await app.call(
                                .updatePicker,
                                UpdatePickerRequest(items: [DiscoveredItem(accessory: found.id, name: "Mine")]))
                            try await app.call(.finishPickerDiscovery)
                        }
                        return nil
                    }
                    for await _ in events {}
                    let accessory = try await app.call(.showPicker, request).accessory
                    group.cancelAll()
                    return accessory
                }
            }
            #expect(accessory?.displayName == "Mine")
            let shown = seen.compactMap(\.items).joined()
            #expect(Set(shown.map(\.name)) == ["Mine"] && Set(shown.map(\.title)) == ["MyCam-0001"])
        }
    }
}
