// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// A picker on the terminal: performs the effects that `PickerScreen` decides, and draws it.
final class TerminalPicker: InProcessPicker {
    private let client: PickerClient
    private let app: String?
    private let passphrase: Passphrase?
    private let colours: Bool
    private let stream: AsyncStream<Input>
    private let inbox: AsyncStream<Input>.Continuation

    private enum Input: Sendable {
        case update(PickerUpdate)
        case key(Key)
        case refused(Failure)
        case resized
        case ended(Failure?)
        /// After the presentation that is shown, whose last line is the result.
        case close
        case interrupted
    }

    var usesTerminal: Bool { true }

    /// - Parameter app: shows only its presentations; every app's if nil.
    init(_ client: PickerClient, app: String?, passphrase: Passphrase?, colours: Bool) {
        self.client = client
        self.app = app
        self.passphrase = passphrase
        self.colours = colours
        (stream, inbox) = AsyncStream.makeStream(of: Input.self)
    }

    /// Whether the terminal can show something to a person and take an answer.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && StandardStream.output.takesEscapes }

    func close() { inbox.yield(.close) }

    func run(registered: @escaping @Sendable () -> Void) async throws {
        let inbox = inbox
        guard !TerminalText.isDumb else {
            throw Failure("a terminal with TERM=dumb cannot show a list; use --select", .invalidInput)
        }
        guard let terminal = RawTerminal({ for key in $0 { inbox.yield(.key(key)) } }) else {
            throw Failure("there is no terminal to choose on; use --select", .invalidInput)
        }
        defer { terminal.restore() }
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { _ in inbox.yield(.interrupted) }
        defer { signals.end() }
        let resizes = Signals([SIGWINCH]) { _ in inbox.yield(.resized) }
        defer { resizes.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { [client, app] in
                do {
                    for try await reply in try client.stream(.register, RegisterRequest(own: app != nil ? true : nil)) {
                        inbox.yield(.update(reply.update))
                    }
                    inbox.yield(.ended(nil))
                } catch {
                    inbox.yield(.ended(Failure(any: error)))
                }
            }
            try await present(&group, registered)
        }
    }

    private func present(
        _ group: inout ThrowingTaskGroup<Void, any Error>, _ registered: () -> Void
    ) async throws {
        var screen = PickerScreen(app: app, passphrase: passphrase)
        var canvas = TerminalCanvas(stream: .output)
        var isClosing = false
        defer { canvas.clear() }
        for await input in stream {
            let effects: [PickerScreen.Effect]
            switch input {
            case .update(let update):
                if update.kind == .registered { registered() }
                effects = screen.receive(update)
            case .key(let key): effects = screen.receive(key)
            case .refused(let failure): effects = screen.refused(failure)
            case .resized: effects = []
            case .ended(let failure):
                if let failure { throw failure }
                return
            case .close:
                isClosing = true
                effects = []
            case .interrupted: return
            }
            for effect in effects {
                switch effect {
                case .select(let request): send(&group) { [client] in try await client.call(.select, request) }
                case .answer(let request): send(&group) { [client] in try await client.call(.answer, request) }
                case .cancel(let presentation):
                    send(&group) { [client] in try await client.call(.cancel, CancelRequest(presentation: presentation))
                    }
                case .printLine(let text):
                    canvas.clear()
                    StandardStream.output.write([text.shown])
                case .quit: return
                }
            }
            if isClosing, !screen.isPresenting { return }
            canvas.draw { screen.lines($0, colours: colours, unicode: TerminalText.isUTF8) }
        }
    }

    private func send(
        _ group: inout ThrowingTaskGroup<Void, any Error>, _ call: @escaping @Sendable () async throws -> Void
    ) {
        let inbox = inbox
        group.addTask {
            do {
                try await call()
            } catch {
                inbox.yield(.refused(Failure(any: error)))
            }
        }
    }
}
