// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc

/// Asks for a passphrase on the terminal, without echo.
enum PassphraseQuestion {
    /// Asks until the answer is a passphrase. Throws `Failure` if the person gives up or there is no terminal.
    static func ask(_ prompt: String) async throws -> Passphrase {
        let (keys, inbox) = AsyncStream.makeStream(of: Key.self)
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { _ in inbox.yield(.controlC) }
        defer { signals.end() }
        guard let terminal = RawTerminal({ for key in $0 { inbox.yield(key) } }) else {
            throw Failure("there is no terminal to ask for a passphrase on; use --passphrase-file", .noPassphrase)
        }
        defer { terminal.restore() }
        let question = "\(prompt.shown) (not shown): "
        StandardStream.error.write(text: question)
        var line = SecretLine()
        for await key in keys {
            switch line.receive(key) {
            case .typing: continue
            case .cancelled:
                StandardStream.error.write([""])
                throw Failure("no passphrase was given", .noPassphrase)
            case .done(let text):
                StandardStream.error.write([""])
                do {
                    return try Passphrase(text)
                } catch {
                    StandardStream.error.write(text: "\(error.description)\n\(question)")
                    line = SecretLine()
                }
            }
        }
        throw CancellationError()
    }
}
