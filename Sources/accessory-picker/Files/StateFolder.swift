// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import Glibc

/// The folder in which the picker keeps its own certificate and the paired phones, for its user alone.
struct StateFolder: Sendable {
    let path: String

    /// Larger than any file that the picker writes there.
    static let sizeLimit = 1 << 20

    /// `$STATE_DIRECTORY` for a service; otherwise the person's own folder, also root's.
    static func usual(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(folder) }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return "\(folder)/accessory-picker" }
        return "\(environment["HOME"] ?? "")/.local/state/accessory-picker"
    }

    /// Makes the folder if it is missing, and refuses one that somebody else may write or read.
    init(_ path: String = usual()) throws(StateFault) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StateFault(path: path, detail: "it cannot be made: \(Self.text(errno))")
        }
        // A service's folder may be a link that systemd made (DynamicUser=); its target counts.
        var status = stat()
        guard stat(path, &status) == 0 else { throw StateFault(path: path, detail: Self.text(errno)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw StateFault(path: path, detail: "it is no folder") }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw StateFault(
                path: path, detail: "it must belong to this user and be closed to others; 'chmod 700' closes it")
        }
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The whole file, or nil if it is missing.
    func read(_ name: String) throws(StateFault) -> [UInt8]? {
        let file = path(of: name)
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw StateFault(path: file, detail: Self.text(errno)) }
        defer { close(descriptor) }
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
        while bytes.count <= Self.sizeLimit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw StateFault(path: file, detail: Self.text(errno)) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        throw StateFault(path: file, detail: "it is larger than 1 MiB")
    }

    /// Replaces a file as a whole: after a crash or a full disk it has its earlier content.
    func write(_ bytes: [UInt8], to name: String) throws(StateFault) {
        let (file, temporary) = (path(of: name), path(of: ".\(name).new"))
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StateFault(path: temporary, detail: Self.text(errno)) }
        var rest = bytes[...]
        var failure: Int32 = 0
        while !rest.isEmpty, failure == 0 {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
        }
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        close(descriptor)
        if failure == 0, rename(temporary, file) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(temporary)
            throw StateFault(path: file, detail: Self.text(failure))
        }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    func has(_ name: String) -> Bool { access(path(of: name), F_OK) == 0 }

    /// - Returns: whether there was such a file.
    func remove(_ name: String) -> Bool { unlink(path(of: name)) == 0 }

    private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}

/// A file or folder of the picker's state that it cannot use.
struct StateFault: ProgramFault, Hashable {
    let path: String
    let detail: String

    var description: String { "'\(path)': \(detail)" }
}
