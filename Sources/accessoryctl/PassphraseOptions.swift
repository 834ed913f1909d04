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
        if path == "-", isatty(STDIN_FILENO) == 1 { return try await PassphraseQuestion.ask("Passphrase") }
        let bytes = try Self.bytes(of: path)
        var text = Substring(decoding: bytes, as: UTF8.self)
        if text.hasSuffix("\n") { text = text.dropLast() }
        if text.hasSuffix("\r") { text = text.dropLast() }
        do {
            return try Passphrase(String(text))
        } catch {
            throw Failure("passphrase file '\(path)': \(error.description)", .invalidInput)
        }
    }

    private static let limit = 4096

    private static func bytes(of path: String) throws -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: limit)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &buffer, limit)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw fault(path) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private static func fault(_ path: String) -> Failure {
        Failure("passphrase file '\(path)': \(String(cString: strerror(errno)))", .invalidInput)
    }
}
