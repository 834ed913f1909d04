// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Asks for a passphrase on the terminal, without echo.
enum PassphraseQuestion {
    /// Asks until the answer is a passphrase. Throws `Failure` if the person gives up or there is no terminal.
    static func ask(_ prompt: String) async throws -> Passphrase {
        let question = SecretQuestion(prompt: prompt, name: "passphrase", option: "--passphrase-file")
        return try await question.ask { text throws(PassphraseFault) in try Passphrase(text) }
    }
}
