// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Synchronization
import Varlink

/// A real process that talks to the agent and then becomes somebody else; it obeys the commands of the radio lab's
/// `guest/programs/attacker`.
final class Attacker: Sendable {
    let pid: pid_t
    private let socket: Socket
    private let lines: AsyncStream<String>

    /// The one interpreter of Python that Debian has, by the path that the kernel knows.
    static let interpreter = realPath("/usr/bin/python3")

    static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// A copy of the interpreter: another program, as far as the kernel knows.
    static func program(_ name: String, in directory: String) throws -> String {
        let path = "\(directory)/\(name)"
        // Copied by this process, it might be open for writing in one that another test spawns meanwhile: "Text file busy".
        let pid = try spawn(["cp", interpreter, path])
        var status: Int32 = 0
        guard waitpid(pid, &status, 0) == pid, status == 0 else {
            throw SocketError.system(call: "cp", subject: path, code: status)
        }
        return path
    }

    /// What the interpreter executes: where there is an agent, a copy beside it, because another user may not be let into
    /// the folder of these sources.
    private static func script(in directory: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
        let (source, copy) = (tests + "/RadioLab/guest/programs/attacker", directory + "/attacker")
        guard FileManager.default.fileExists(atPath: directory) else { return source }
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.copyItem(atPath: source, toPath: copy)
            chmod(copy, 0o755)
        }
        return copy
    }

    /// Executes a program with these descriptors instead of ours.
    private static func spawn(_ arguments: [String], descriptors: [Int32: Int32] = [:]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors { posix_spawn_file_actions_adddup2(&actions, descriptor, number) }
        let words = terminated(arguments)
        let environment = terminated(["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONHOME=/usr"])
        defer { for word in words + environment { free(word) } }
        var pid = pid_t()
        let code = posix_spawnp(&pid, arguments[0], &actions, nil, words, environment)
        guard code == 0 else { throw SocketError.system(call: "posix_spawn", subject: arguments[0], code: code) }
        return pid
    }

    private static func terminated(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }

    /// - Parameters:
    ///   - program: what executes it; the interpreter or a copy of it.
    ///   - before: a program that executes that program, and its arguments.
    init(of directory: String, program: String = interpreter, by before: [String] = []) throws {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw SocketError.system(call: "socketpair", subject: "attacker", code: errno)
        }
        let (ours, theirs) = (try Socket(adopting: pair[0]), pair[1])
        defer { close(theirs) }
        pid = try Self.spawn(
            before + [program, try Self.script(in: directory), directory + "/app.socket"],
            descriptors: [STDIN_FILENO: theirs, STDOUT_FILENO: theirs])
        socket = ours
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let rest = Mutex<[UInt8]>([])
        ours.start { input in
            switch input {
            case .bytes(let bytes):
                rest.withLock { rest in
                    rest += bytes
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest.removeSubrange(...end)
                    }
                }
            case .end: continuation.finish()
            }
        }
    }

    deinit {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Gives a command and waits for what comes of it; `gone` when the process has ended instead.
    func callAsFunction(_ command: String) async throws -> String {
        try socket.send(Array("\(command)\n".utf8))
        return await lines.first { _ in true } ?? "gone"
    }
}
