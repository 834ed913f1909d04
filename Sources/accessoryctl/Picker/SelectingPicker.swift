// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// A picker without a person: it performs the effects that `UnattendedScreen` decides by rule.
struct SelectingPicker: InProcessPicker {
    let client: PickerClient
    let rule: SelectionRule
    let isExact: Bool
    /// Answers only this app's presentations; every app's if nil.
    let app: String?
    let passphrase: Passphrase?
    let answers: AnswerRule
    /// Ends after the first failure to choose, which is the set-up's own.
    let isForOne: Bool
    var patience: Duration?
    private let inbox = Inbox<Course.Event>()

    /// The screen, and its end.
    private struct Course: TimedMachine {
        indirect enum Event: Sendable {
            case update(PickerUpdate)
            case settled(presentation: String)
            case ended(Failure?)
        }

        indirect enum Effect {
            case of(UnattendedScreen.Effect)
            case end(Failure?)
        }

        var screen: UnattendedScreen

        mutating func receive(_ event: Event, at now: Duration) -> [Effect] {
            switch event {
            case .update(let update): screen.receive(update, at: now).map { [.of($0)] } ?? []
            case .settled(let id): screen.settled(id, at: now).map { [.of($0)] } ?? []
            case .ended(let failure): [.end(failure)]
            }
        }
    }

    /// A question may appear on it, even with a given passphrase, which may be wrong.
    var usesTerminal: Bool { answers.asks }

    func close() { inbox.send.yield(.ended(nil)) }

    func run(registered: @escaping @Sendable () -> Void) async throws {
        let signals = isForOne ? nil : Signals([SIGINT, SIGTERM, SIGHUP]) { _ in close() }
        defer { signals?.end() }
        let screen = UnattendedScreen(
            rule: rule, isExact: isExact, isSecured: passphrase != nil, answers: answers, app: app, patience: patience)
        let runner = Runner<Course, Never, Void>(Course(screen: screen), inbox: inbox, clock: ContinuousClock())
        runner.start { send in
            await send.follow({ try client.stream(.register, RegisterRequest(own: isForOne ? true : nil)) }) {
                .update($0.update)
            } end: {
                .ended($0)
            }
        }
        try await runner.run { effect in
            switch effect {
            case .of(.registered): registered()
            case .of(.wait(let time, let id)):
                runner.start { send in
                    if (try? await Task.sleep(for: time, clock: .continuous)) != nil {
                        send.yield(.settled(presentation: id))
                    }
                }
            case .of(.select(let item, let id)): try await select(item, in: id)
            case .of(.refuse(let failure, let id)): try await refuse(failure, id)
            case .of(.answer(let question, let decision, let id)): try await answer(question, decision, in: id)
            case .of(.cancel(let id)): try? await client.call(.cancel, CancelRequest(presentation: id))
            case .of(.report(let update)): if !isForOne { Self.report(update) }
            case .end(let failure):
                if let failure { throw failure }
                runner.end(())
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
            passphrase: item.needsPassphrase || item.ssid != nil ? secret?.secret : nil,
            anyAccessPoint: rule.isAddress ? nil : true)
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
