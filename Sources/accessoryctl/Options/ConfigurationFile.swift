// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc

/// A manifest or a plan from the command line.
enum ConfigurationFile {
    /// Its bytes, and the full path for the agent's checks. Throws `Failure` that names the file.
    static func read(_ file: String, as kind: String) throws(Failure) -> (path: String, bytes: [UInt8]) {
        let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(file, kind) }
        defer { if file != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        // A file that is too long is reported as such, not read to its end.
        while bytes.count <= KeyFile.largest {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw fault(file, kind) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return (path(of: file), bytes)
    }

    private static func path(of file: String) -> String {
        // Standard input gets a name that an app or a plan could have.
        if file == "-" { return "standard-input" }
        guard !file.hasPrefix("/"), let folder = getcwd(nil, 0) else { return file }
        defer { free(folder) }
        return String(cString: folder) + "/" + file
    }

    private static func fault(_ file: String, _ kind: String) -> Failure {
        Failure("\(kind) '\(file)': \(String(cString: strerror(errno)))", .invalidInput)
    }
}
