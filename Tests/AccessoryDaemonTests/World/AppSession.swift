// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// An app as it runs: its session, read to the end, and what it does when something happens.
struct AppSession: Sendable {
    let agent: Agent
    var name = "camera"

    var client: SetupClient { agent.app(name) }

    static func item(_ options: [SetupOption] = [], image: String? = nil, showsOwn: Bool? = nil) -> DisplayItem {
        DisplayItem(
            name: "Camera", image: image, descriptor: DescriptorFields(ssidPrefix: "MyCam-"), setupOptions: options,
            showsOwn: showsOwn)
    }

    /// Why a picker is not shown.
    func refused(_ request: ShowPickerRequest) async throws -> AccessoryError? {
        var events = try client.stream(.activate).makeAsyncIterator()
        _ = try await events.next()
        do {
            _ = try await client.call(.showPicker, request)
            return nil
        } catch let error as AccessoryError {
            return error
        }
    }

    struct Outcome: Sendable {
        var reply: ShowPickerReply?
        var error: AccessoryError?
        var events: [Event]

        var types: [EventType] { events.map(\.type) }
    }

    /// Shows the picker in a session. `react` is what the app does at each event.
    func showPicker(
        _ request: ShowPickerRequest,
        react: @escaping @Sendable (Event, SetupClient) async throws -> Void = { _, _ in }
    ) async throws -> Outcome {
        let (activated, ready) = AsyncStream<Void>.makeStream()
        let client = client
        return try await withThrowingTaskGroup(of: [Event].self) { group in
            group.addTask {
                var events: [Event] = []
                for try await event in try client.stream(.activate) {
                    guard event.event.type != .activated else {
                        ready.finish()
                        continue
                    }
                    events.append(event.event)
                    try await react(event.event, client)
                    if event.event.type == .pickerDidDismiss { break }
                }
                return events
            }
            for await _ in activated {}
            var outcome = Outcome(events: [])
            do {
                outcome.reply = try await client.call(.showPicker, request)
            } catch let error as AccessoryError {
                outcome.error = error
            }
            outcome.events = try await group.next() ?? []
            return outcome
        }
    }
}
