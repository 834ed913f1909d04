// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// A person at a picker, who takes the first item with this SSID, or cancels.
struct Person: Sendable {
    let agent: Agent
    var chooses: String?
    var passphrase: String?
    /// Leaves questions unanswered.
    var isSlow = false
    /// The answer to a question: nil declines, nil inside accepts without a text.
    var answers: @Sendable (PickerQuestion) -> String?? = { _ in nil }
    /// Gets each update that the picker receives.
    var sees: @Sendable (PickerUpdate) -> Void = { _ in }

    /// Sits at the picker while `body` runs. Also returns the updates that the picker received.
    func present<R: Sendable>(
        during body: @escaping @Sendable () async throws -> R
    ) async throws -> (result: R, seen: [PickerUpdate]) {
        let updates = try agent.picker.stream(.register, RegisterRequest())
        let (registered, ready) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: [PickerUpdate].self) { group in
            group.addTask { try await sit(updates, ready) }
            for await _ in registered { break }
            let result: R
            do {
                result = try await body()
            } catch {
                group.cancelAll()
                throw error
            }
            let seen = try await group.next() ?? []
            return (result, seen)
        }
    }

    /// Chooses for the camera app. Returns all replies to its set-up, and its error.
    func setUp() async throws -> (replies: [SetUpReply], error: AccessoryError?) {
        try await present { [agent] in
            var replies: [SetUpReply] = []
            do {
                for try await reply in try agent.control.stream(.setUp, SetUpRequest(app: "org.example.camera")) {
                    replies.append(reply)
                }
            } catch let error as AccessoryError {
                return (replies, error)
            }
            return (replies, nil)
        }.result
    }

    private func sit(
        _ updates: AgentStream<RegisterReply>, _ ready: AsyncStream<Void>.Continuation
    ) async throws -> [PickerUpdate] {
        var seen: [PickerUpdate] = []
        var isDone = false
        for try await reply in updates {
            let update = reply.update
            seen.append(update)
            sees(update)
            switch update.kind {
            case .registered: ready.finish()
            case .items where !isDone:
                guard let presentation = update.presentation else { continue }
                guard let chooses else {
                    isDone = true
                    try await agent.picker.call(.cancel, CancelRequest(presentation: presentation))
                    continue
                }
                guard let item = update.items?.first(where: { $0.title == chooses }) else { continue }
                isDone = true
                try await agent.picker.call(
                    .select, SelectRequest(presentation: presentation, item: item.id, passphrase: passphrase))
            case .question where isSlow: continue
            case .question:
                guard let presentation = update.presentation, let question = update.question else { continue }
                let answer = answers(question)
                try await agent.picker.call(
                    .answer,
                    AnswerRequest(
                        presentation: presentation, question: question.id, accepted: answer != nil,
                        text: answer ?? nil))
            case .nothingFound:
                guard let presentation = update.presentation else { continue }
                try await agent.picker.call(.cancel, CancelRequest(presentation: presentation))
            case .items, .progress: continue
            case .dismissed: return seen
            }
        }
        return seen
    }
}
