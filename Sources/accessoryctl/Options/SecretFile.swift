// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc

/// A file that holds a secret and nothing else; `-` is standard input. Its failures name the file, never its contents.
struct SecretFile: Hashable, Sendable {
    let path: String
    /// For people: "passphrase".
    let kind: String

    private static let limit = 4096

    var isStandardInput: Bool { path == "-" }

    /// The text without the end of its line, which `read` checks.
    func text<Answer, Fault: Error & CustomStringConvertible>(
        _ read: (String) throws(Fault) -> Answer
    ) throws(Failure) -> Answer {
        var text = Substring(decoding: try bytes(), as: UTF8.self)
        if text.hasSuffix("\n") { text = text.dropLast() }
        if text.hasSuffix("\r") { text = text.dropLast() }
        do throws(Fault) {
            return try read(String(text))
        } catch {
            throw Failure("\(kind) file '\(path)': \(error.description)", .invalidInput)
        }
    }

    /// The first bytes.
    func bytes(limit: Int = limit) throws(Failure) -> [UInt8] {
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault }
        defer { if !isStandardInput { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw fault }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private var fault: Failure {
        Failure("\(kind) file '\(path)': \(String(cString: strerror(errno)))", .invalidInput)
    }
}
