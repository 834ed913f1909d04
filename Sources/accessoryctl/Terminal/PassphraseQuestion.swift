// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import LabelReading

/// Asks for a passphrase on the terminal, without echo. The answer may also be the label of the network.
enum PassphraseQuestion {
    /// Asks until the answer is a passphrase. Throws `Failure` if the person gives up or there is no terminal.
    ///
    /// - Parameter ssid: of the network, if it is known.
    static func ask(_ prompt: String, for ssid: SSID? = nil) async throws -> Passphrase {
        let question = SecretQuestion(
            prompt: prompt, name: "passphrase", option: "--passphrase-file", longest: Label.longest)
        return try await question.ask { text throws(TypedPassphrase.Fault) in
            try TypedPassphrase.read(text, for: ssid)
        }
    }
}
