// SPDX-License-Identifier: Apache-2.0

package import AccessoryProvisioning
import CLinux
import Glibc

/// A picture with QR codes. A stranger may have made it, so `zbarimg` reads it in a process with neither rights nor the
/// caller's environment, which can write no file, and whose time, memory and output have a limit.
package struct LabelPicture: Sendable {
    /// By its first bytes: the decoder may not guess.
    package enum Form: String, Hashable, Sendable {
        case png
        case jpeg

        package init?(_ bytes: [UInt8]) {
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else {
                return nil
            }
        }
    }

    /// What reading may cost.
    package struct Limits: Sendable {
        /// In bytes, of the whole process. A picture takes some 16 for each of its pixels.
        var memory: Int
        /// A stopped process uses no processor time, so there is a limit for both.
        var processorTime: Int
        var time: Duration

        package init(memory: Int, processorTime: Int = 10, time: Duration = .seconds(20)) {
            self.memory = memory
            self.processorTime = processorTime
            self.time = time
        }
    }

    let form: Form
    let bytes: [UInt8]
    let limits: Limits

    package init(_ form: Form, _ bytes: [UInt8], limits: Limits) {
        self.form = form
        self.bytes = bytes
        self.limits = limits
    }

    package static let decoder = "/usr/bin/zbarimg"
    /// Above all users of the system, one for each process that runs at a time: what reads a stranger's picture shares a user
    /// with nothing.
    private static let firstUser: uid_t = 0x7FFF_0000
    private static let mostOutput = 64 << 10
    private static let kind = Array("QR-Code:".utf8)
    /// zbarimg's status if there is no code in the picture.
    private static let nothingFound: Int32 = 4

    /// The only label in the picture, which may show other codes beside it. Blocks its thread.
    package func label() throws(LabelPictureFault) -> Label {
        var labels: Set<Label> = []
        var fault: LabelFault?
        let texts = try texts()
        guard !texts.isEmpty else { throw .nothing }
        for text in texts {
            do throws(LabelFault) {
                labels.insert(try Label(parsing: text))
            } catch {
                fault = fault ?? error
            }
        }
        // An accessory of several ecosystems has several codes.
        for reader in LabelReader.allCases {
            let fitting = labels.filter { $0.reader == reader }
            guard fitting.count < 2 else { throw .several(fitting.count) }
            if let label = fitting.first { return label }
        }
        throw fault.map { .label($0) } ?? .nothing
    }

    /// The texts of its QR codes.
    private func texts() throws(LabelPictureFault) -> [String] {
        guard access(Self.decoder, X_OK) == 0 else { throw .noDecoder }
        // As the symbol's bytes: without this setting, zbarimg guesses at their encoding, and takes é for the first byte of a
        // character in Big5 (mchehab/zbar, issues 212 and 244). Its option -Sbinary leaves out the ends of lines, too.
        let options = [
            "--nodbus", "--quiet", "-Sdisable", "-Sqrcode.enable", "-Sqrcode.binary", "\(form.rawValue):fd:0",
        ]
        let (status, output) = try run([Self.decoder] + options)
        // For a picture that it cannot decode, it ends with 0 and shows nothing (zbarimg 0.23.92).
        guard status == 0 && !output.isEmpty || status == Self.nothingFound else { throw .unreadable(status) }
        return Self.texts(in: output)
    }

    /// It names the kind of each code, so that a text with line breaks stays whole.
    static func texts(in output: [UInt8]) -> [String] {
        var texts: [[UInt8]] = []
        for line in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: kind) {
                texts.append(Array(line.dropFirst(kind.count)))
            } else if !texts.isEmpty {
                texts[texts.count - 1] += [UInt8(ascii: "\n")] + line
            }
        }
        return texts.map { LabelEncoding.text($0) }
    }

    /// The picture is the process's standard input, and the pipe its standard output; it has no other descriptor.
    func run(_ command: [String]) throws(LabelPictureFault) -> (status: Int32, output: [UInt8]) {
        let picture = bytes.withUnsafeBytes { linux_memory_file("label", $0.baseAddress, $0.count) }
        guard picture >= 0 else { throw .system("a file in memory", errno) }
        defer { close(picture) }
        var pipe: [Int32] = [-1, -1]
        guard linux_pipe(&pipe) == 0 else { throw .system("a pipe", errno) }
        defer { close(pipe[0]) }
        var words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // It may make no thread, and GNU's OpenMP ends a program that tries in vain.
        var environment = [strdup("LC_ALL=C.UTF-8"), strdup("OMP_THREAD_LIMIT=1"), nil]
        defer { for variable in environment { free(variable) } }
        var confinement = linux_confinement(
            seconds: rlim_t(limits.processorTime), memory: rlim_t(limits.memory),
            user: Self.firstUser | uid_t(getpid()) & 0xFFFF)
        let process = linux_run_confined(&words, &environment, picture, pipe[1], &confinement)
        let code = errno
        close(pipe[1])
        guard process > 0 else { throw .system("'\(Self.decoder)'", code) }
        let end = ContinuousClock.now + limits.time
        var output = read(pipe[0], until: end)
        // It may have closed its output, and go on.
        if output != nil, !hasEnded(process, by: end) { output = nil }
        if output == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard let output else { throw .tooLong }
        let signal = status & 0x7F
        return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, output)
    }

    private func hasEnded(_ process: pid_t, by end: ContinuousClock.Instant) -> Bool {
        let descriptor = linux_pidfd_open(process)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return isReadable(descriptor, by: end)
    }

    private func isReadable(_ descriptor: Int32, by end: ContinuousClock.Instant) -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            // Not even what is there already, when the caller has been waiting for a processor.
            guard left > 0 else { return false }
            var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&source, 1, Int32(left))
            guard ready < 0, errno == EINTR else { return ready > 0 }
        }
    }

    /// Everything until the end; nil if that takes too long, or is too much.
    private func read(_ pipe: Int32, until end: ContinuousClock.Instant) -> [UInt8]? {
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while output.count <= Self.mostOutput {
            guard isReadable(pipe, by: end) else { return nil }
            let count = Glibc.read(pipe, &part, part.count)
            if count == 0 { return output }
            if count > 0 { output += part[..<count] } else if errno != EINTR { return nil }
        }
        return nil
    }
}
