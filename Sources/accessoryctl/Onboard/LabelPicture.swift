// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import CLinux
import Glibc

/// A picture with QR codes. A stranger may have made it, so `zbarimg` reads it in a process with neither rights nor the
/// caller's environment, which can write no file, and whose time, memory and output have a limit.
struct LabelPicture {
    /// By its first bytes: the decoder may not guess.
    enum Form: String, Hashable, Sendable {
        case png
        case jpeg

        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else {
                return nil
            }
        }
    }

    let form: Form
    let bytes: [UInt8]
    /// For people.
    let name: String

    private static let decoder = "zbarimg"
    private static let prlimit = "/usr/bin/prlimit"
    private static let limits = [
        prlimit, "--cpu=10", "--as=\(1 << 30)", "--fsize=0", "--core=0", "--nofile=64",
    ]
    private static let rights = [
        "/usr/bin/setpriv", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--pdeathsig=KILL",
    ]
    /// What root gives up beside that: everything of this machine's.
    private static let nobody = ["--bounding-set=-all", "--reuid=65534", "--regid=65534", "--clear-groups"]
    private static let mostOutput = 64 << 10
    /// In milliseconds: a stopped process uses no processor time.
    private static let patience: Int32 = 20_000
    /// zbarimg's status if there is no code in the picture.
    private static let nothingFound: Int32 = 4

    /// The texts of its QR codes. Throws `Failure`.
    func texts() throws -> [String] {
        guard let decoder = try? Program([Self.decoder])?.path else {
            throw Failure(
                "reading a picture needs zbarimg: `sudo apt-get install zbar-tools` installs it", .notFound)
        }
        let options = ["--nodbus", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "\(form.rawValue):fd:0"]
        let rights = Self.rights + (geteuid() == 0 ? Self.nobody : [])
        let (status, output) = try run(Self.limits + ["--"] + rights + ["--", decoder] + options)
        guard status == 0 || status == Self.nothingFound else {
            throw Failure("zbarimg cannot read the picture in \(name) (status \(status))", .invalidInput)
        }
        return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The picture is the process's standard input, and the pipe its standard output; it has no other descriptor.
    private func run(_ command: [String]) throws -> (status: Int32, output: [UInt8]) {
        let picture = bytes.withUnsafeBytes { linux_memory_file("label", $0.baseAddress, $0.count) }
        guard picture >= 0 else { throw Self.fault("a file in memory") }
        defer { close(picture) }
        var pipe: [Int32] = [-1, -1]
        guard linux_pipe(&pipe) == 0 else { throw Self.fault("a pipe") }
        defer { close(pipe[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, picture, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        _ = linux_close_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Program.resetSignals(of: &attributes)
        var process = pid_t()
        let code = Program.withStrings(command) { arguments in
            Program.withStrings(["LC_ALL=C.UTF-8"]) { environment in
                posix_spawn(&process, Self.prlimit, &actions, &attributes, arguments, environment)
            }
        }
        close(pipe[1])
        guard code == 0 else {
            errno = code
            throw Self.fault("'\(Self.prlimit)'")
        }
        let output = Self.read(pipe[0])
        if output == nil { kill(process, SIGKILL) }
        let status = Program.status(of: process)
        guard let output else {
            throw Failure("reading the picture in \(name) took too long; make it smaller", .invalidInput)
        }
        return (status, output)
    }

    /// Everything until the end; nil if that takes too long, or is too much.
    private static func read(_ pipe: Int32) -> [UInt8]? {
        let end = ContinuousClock.now + .milliseconds(Int(patience))
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while output.count <= mostOutput {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            var source = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let ready = poll(&source, 1, Int32(max(0, left)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = Glibc.read(pipe, &part, part.count)
            if count == 0 { return output }
            if count > 0 { output += part[..<count] } else if errno != EINTR { return nil }
        }
        return nil
    }

    private static func fault(_ subject: String) -> Failure {
        Failure("\(subject): \(String(cString: strerror(errno)))", .unknown)
    }
}
