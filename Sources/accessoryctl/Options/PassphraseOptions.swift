// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser
import Glibc

/// Reads a passphrase from a file or the terminal. Never from arguments or the environment, which others can read.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The file that holds the passphrase and nothing else; - is standard input.", valueName: "file"))
    var passphraseFile: String?

    /// The passphrase from the file, or with `--ask` from the terminal.
    func read(asks: Bool, _ prompt: String) async throws -> Passphrase? {
        if let passphrase = try await read() { return passphrase }
        return asks ? try await PassphraseQuestion.ask(prompt) : nil
    }

    /// The passphrase, if a file was named. Throws `Failure` that names the file, never its contents.
    func read() async throws -> Passphrase? {
        guard let path = passphraseFile else { return nil }
        let file = SecretFile(path: path, kind: "passphrase")
        if file.isStandardInput, isatty(STDIN_FILENO) == 1 { return try await PassphraseQuestion.ask("Passphrase") }
        return try file.text { text throws(PassphraseFault) in try Passphrase(text) }
    }
}
