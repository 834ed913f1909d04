// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc

/// Asks for a secret on the terminal, without echo.
struct SecretQuestion: Hashable, Sendable {
    let prompt: String
    /// What is asked for.
    let name: String
    /// The option that gives it without a question.
    let option: String
    /// The most characters of the answer.
    var longest = SecretLine.standard

    /// Asks until `read` takes the answer. Throws `Failure` if the person gives up or there is no terminal.
    func ask<Answer, Fault: Error & CustomStringConvertible>(
        _ read: (String) throws(Fault) -> Answer
    ) async throws -> Answer {
        let (keys, inbox) = AsyncStream.makeStream(of: Key.self)
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { _ in inbox.yield(.controlC) }
        defer { signals.end() }
        guard let terminal = RawTerminal({ for key in $0 { inbox.yield(key) } }) else {
            throw Failure("there is no terminal to ask for a \(name) on; use \(option)", .noPassphrase)
        }
        defer { terminal.restore() }
        let question = "\(prompt.shown) (not shown): "
        StandardStream.error.write(text: question)
        var line = SecretLine(longest: longest)
        for await key in keys {
            switch line.receive(key) {
            case .typing: continue
            case .cancelled:
                StandardStream.error.write([""])
                throw Failure("no \(name) was given", .noPassphrase)
            case .done(let text):
                StandardStream.error.write([""])
                do throws(Fault) {
                    return try read(text)
                } catch {
                    StandardStream.error.write(text: "\(error.description)\n\(question)")
                    line = SecretLine(longest: longest)
                }
            }
        }
        throw CancellationError()
    }
}
