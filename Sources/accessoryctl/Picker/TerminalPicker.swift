// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// A picker on the terminal: performs the effects that `PickerScreen` decides, and draws it.
struct TerminalPicker: InProcessPicker {
    let client: PickerClient
    /// Shows only its presentations; every app's if nil.
    let app: String?
    let passphrase: Passphrase?
    let colours: Bool
    private let inbox = Inbox<Course.Event>()

    /// The screen, and its end.
    private struct Course: Machine {
        indirect enum Event: Sendable {
            case update(PickerUpdate)
            case key(Key)
            case refused(Failure)
            case resized
            case ended(Failure?)
            /// After the presentation that is shown, whose last line is the result.
            case close
        }

        indirect enum Effect {
            case registered
            case of(PickerScreen.Effect)
            case draw
            case end(Failure?)
        }

        var screen: PickerScreen
        private var isClosing = false

        init(_ screen: PickerScreen) { self.screen = screen }

        mutating func receive(_ event: Event) -> [Effect] {
            var effects: [Effect] = []
            switch event {
            case .update(let update):
                if update.kind == .registered { effects = [.registered] }
                effects += screen.receive(update).map { .of($0) }
            case .key(let key): effects = screen.receive(key).map { .of($0) }
            case .refused(let failure): effects = screen.refused(failure).map { .of($0) }
            case .resized: break
            case .ended(let failure): return [.end(failure)]
            case .close: isClosing = true
            }
            return effects + [isClosing && !screen.isPresenting ? .end(nil) : .draw]
        }
    }

    private typealias Work = Runner<Course, Never, Void>

    var usesTerminal: Bool { true }

    /// Whether the terminal can show something to a person and take an answer.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && StandardStream.output.takesEscapes }

    func close() { inbox.send.yield(.close) }

    func run(registered: @escaping @Sendable () -> Void) async throws {
        let send = inbox.send
        guard !TerminalText.isDumb else {
            throw Failure("a terminal with TERM=dumb cannot show a list; use --select", .invalidInput)
        }
        guard let terminal = RawTerminal({ for key in $0 { send.yield(.key(key)) } }) else {
            throw Failure("there is no terminal to choose on; use --select", .invalidInput)
        }
        defer { terminal.restore() }
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { _ in send.yield(.ended(nil)) }
        defer { signals.end() }
        let resizes = Signals([SIGWINCH]) { _ in send.yield(.resized) }
        defer { resizes.end() }
        let runner = Work(
            Course(PickerScreen(app: app, passphrase: passphrase)), inbox: inbox, clock: ContinuousClock())
        runner.start { send in
            await send.follow({ try client.stream(.register, RegisterRequest(own: app != nil ? true : nil)) }) {
                .update($0.update)
            } end: {
                .ended($0)
            }
        }
        var canvas = TerminalCanvas(stream: .output)
        defer { canvas.clear() }
        try await runner.run { effect in
            switch effect {
            case .registered: registered()
            case .of(.select(let request)): call(runner) { try await client.call(.select, request) }
            case .of(.answer(let request)): call(runner) { try await client.call(.answer, request) }
            case .of(.cancel(let presentation)):
                call(runner) { try await client.call(.cancel, CancelRequest(presentation: presentation)) }
            case .of(.printLine(let text)):
                canvas.clear()
                StandardStream.output.write([text.shown])
            case .of(.quit): runner.end(())
            case .draw:
                canvas.draw { runner.machine.screen.lines($0, colours: colours, unicode: TerminalText.isUTF8) }
            case .end(let failure):
                if let failure { throw failure }
                runner.end(())
            }
        }
    }

    private func call(_ runner: Work, _ call: @escaping @Sendable () async throws -> Void) {
        runner.start { send in
            do { try await call() } catch { send.yield(.refused(Failure(any: error))) }
        }
    }
}
