// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc
import Synchronization

/// A picker without a person: it chooses by rule.
final class SelectingPicker: InProcessPicker {
    private let client: PickerClient
    private let rule: SelectionRule
    private let isExact: Bool
    /// Answers only this app's presentations; every app's if nil.
    private let app: String?
    private let passphrase: Passphrase?
    private let answers: AnswerRule
    private let patience: Duration?
    /// Ends after the first failure to choose, which is the set-up's own.
    private let isForOne: Bool
    private let stream: AsyncStream<Input>
    private let inbox: AsyncStream<Input>.Continuation

    private enum Input: Sendable {
        case update(PickerUpdate)
        case settled(presentation: String)
        case ended(Failure?)
        case close
    }

    /// A question may appear on it, even with a given passphrase, which may be wrong.
    var usesTerminal: Bool { answers.asks }

    init(
        _ client: PickerClient, rule: SelectionRule, isExact: Bool, app: String?, passphrase: Passphrase?,
        answers: AnswerRule, isForOne: Bool, patience: Duration? = nil
    ) {
        self.client = client
        self.rule = rule
        self.isExact = isExact
        self.app = app
        self.passphrase = passphrase
        self.answers = answers
        self.patience = patience
        self.isForOne = isForOne
        (stream, inbox) = AsyncStream.makeStream(of: Input.self)
    }

    func close() { inbox.yield(.close) }

    func run(registered: @escaping @Sendable () -> Void) async throws {
        let signals = isForOne ? nil : Signals([SIGINT, SIGTERM, SIGHUP]) { [inbox] _ in inbox.yield(.close) }
        defer { signals?.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { [client, inbox, isForOne] in
                do {
                    for try await reply in try client.stream(.register, RegisterRequest(own: isForOne ? true : nil)) {
                        inbox.yield(.update(reply.update))
                    }
                    inbox.yield(.ended(nil))
                } catch {
                    inbox.yield(.ended(Failure(any: error)))
                }
            }
            try await serve(&group, registered)
        }
    }

    private func serve(
        _ group: inout ThrowingTaskGroup<Void, any Error>, _ registered: () -> Void
    ) async throws {
        let start = ContinuousClock.now
        var screen = UnattendedScreen(
            rule: rule, isExact: isExact, isSecured: passphrase != nil, answers: answers, app: app, patience: patience)
        for await input in stream {
            let effect: UnattendedScreen.Effect?
            switch input {
            case .close: return
            case .ended(let failure):
                if let failure { throw failure }
                return
            case .settled(let id): effect = screen.settled(id, at: ContinuousClock.now - start)
            case .update(let update): effect = screen.receive(update, at: ContinuousClock.now - start)
            }
            switch effect {
            case nil: break
            case .registered?: registered()
            case .wait(let time, let id)?:
                group.addTask { [inbox] in
                    try await Task.sleep(for: time, clock: .continuous)
                    inbox.yield(.settled(presentation: id))
                }
            case .select(let item, let id)?: try await select(item, in: id)
            case .refuse(let failure, let id)?: try await refuse(failure, id)
            case .answer(let question, let decision, let id)?: try await answer(question, decision, in: id)
            case .cancel(let id)?: try? await client.call(.cancel, CancelRequest(presentation: id))
            case .report(let update)?: if !isForOne { Self.report(update) }
            }
        }
    }

    private func answer(
        _ question: PickerQuestion, _ decision: AnswerRule.Decision, in presentation: String
    ) async throws {
        var request = AnswerRequest(presentation: presentation, question: question.id, accepted: false)
        var failure: Failure?
        switch decision {
        case .accept(let text): (request.accepted, request.text) = (true, text)
        case .decline(let why): failure = why
        case .ask(let why, let prompt):
            StandardStream.error.write([why.shown])
            // An empty answer declines, and the set-up fails as it would have without the question.
            let ssid = question.text.flatMap { try? SSID(text: $0) }
            request.text = try? await PassphraseQuestion.ask(prompt, for: ssid).secret
            request.accepted = request.text != nil
        }
        do {
            try await client.call(.answer, request)
        } catch let error as AccessoryError {
            // The question may be over already, and a set-up ends with its own reason.
            if !isForOne { failure = failure ?? Failure(error) }
        }
        guard let failure else { return }
        if isForOne { throw failure }
        StandardStream.error.write(["Error: \(failure.text)"])
    }

    private func select(_ item: PickerItem, in presentation: String) async throws {
        var secret = passphrase
        if item.needsPassphrase, secret == nil {
            guard answers.asks else {
                let failure = Failure(
                    "'\(item.heard)' needs a passphrase: use --passphrase-file or --ask", .noPassphrase)
                return try await refuse(failure, presentation)
            }
            do {
                secret = try await PassphraseQuestion.ask("Passphrase of '\(item.heard)'", for: item.ssid)
            } catch let failure as Failure where failure.status == ExitStatus.noPassphrase.rawValue {
                return try await refuse(failure, presentation)
            }
        }
        let request = SelectRequest(
            presentation: presentation, item: item.id,
            passphrase: item.needsPassphrase || item.ssid != nil ? secret?.secret : nil)
        do {
            try await client.call(.select, request)
        } catch let error as AccessoryError where error.field == "item" {
            // The accessory has just gone, as the items that follow show.
        } catch let error as AccessoryError {
            try await refuse(Failure(error), presentation)
        }
    }

    /// Gives up the presentation. The set-up of this process fails with this failure, others with the reason.
    private func refuse(_ failure: Failure, _ presentation: String) async throws {
        let isAboutPassphrase = failure.status == ExitStatus.noPassphrase.rawValue
        try? await client.call(
            .cancel, CancelRequest(presentation: presentation, reason: isAboutPassphrase ? .noPassphrase : .noChoice))
        if isForOne { throw failure }
        StandardStream.error.write(["Error: \(failure.text)"])
    }

    private static func report(_ update: PickerUpdate) {
        if let error = update.error {
            StandardStream.error.write(["Error: \(Failure(error).text)"])
        } else {
            let app = (update.appName ?? "app").shown
            StandardStream.output.write(["\(app): done" + (update.finishInApp == true ? ". Continue in \(app)." : "")])
        }
    }
}
