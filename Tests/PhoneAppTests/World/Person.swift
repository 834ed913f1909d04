// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Synchronization

/// A person at a picker who takes one network and answers what is asked; no part of an app.
final class Person: Sendable {
    private struct Memory {
        var questions: [String] = []
        var isSentToTheApp = false
    }

    private let client: PickerClient
    private let ssid: String
    private let accepts: Bool
    private let text: String?
    private let memory = Mutex(Memory())

    /// The questions to the person so far.
    var questions: [String] { memory.withLock { $0.questions } }
    /// A picker showed at its end that the set-up continues in the app.
    var isSentToTheApp: Bool { memory.withLock { $0.isSentToTheApp } }

    init(at agent: Agent, choosing ssid: String = "MyCam-0042", accepting: Bool = true, typing text: String? = nil) {
        client = PickerClient(AgentSockets(directory: agent.directory))
        self.ssid = ssid
        accepts = accepting
        self.text = text
    }

    /// Sits at the picker while `body` runs.
    func sits<R: Sendable>(while body: @escaping @Sendable () async throws -> R) async throws -> R {
        let updates = try client.stream(.register, RegisterRequest())
        let (registered, ready) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: R?.self) { group in
            group.addTask {
                for try await reply in updates { try await self.receive(reply.update, ready) }
                return nil
            }
            for await _ in registered { break }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    private func receive(_ update: PickerUpdate, _ ready: AsyncStream<Void>.Continuation) async throws {
        guard let presentation = update.presentation else { return ready.finish() }
        switch update.kind {
        case .items:
            guard let item = update.items?.first(where: { $0.title == ssid && !$0.isGone }) else { return }
            // Shown several times, and chosen once.
            try? await client.call(.select, SelectRequest(presentation: presentation, item: item.id))
        case .question:
            guard let question = update.question else { return }
            memory.withLock { $0.questions.append(question.kind.rawValue) }
            // A failure is enough for this person: the app gets it.
            let isAccepted = accepts && question.kind != .retry
            try await client.call(
                .answer,
                AnswerRequest(presentation: presentation, question: question.id, accepted: isAccepted, text: text))
        case .dismissed:
            if update.finishInApp == true { memory.withLock { $0.isSentToTheApp = true } }
        case .registered, .progress, .nothingFound: break
        }
    }
}
