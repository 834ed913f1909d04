// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// A server on the control socket of a directory that is not the agent: whoever is the agent's user can be one. It sends
/// whatever it is made with to whoever calls `RunPlan`, and answers `FinishPlan` as it likes.
final class HostileAgent: Sendable {
    let directory: String
    private let listener: Int32
    private let finished = Mutex<[String]>([])
    /// Whether the runner closed its connection, or ended, before everything was sent.
    private let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
    private let peak = Mutex<(process: pid_t, kilobytes: Int)>((0, 0))
    /// The runner's connection, once there is one.
    private let runner = Mutex<Int32>(-1)

    /// The reports that it received about programs' ends.
    var reports: [String] { finished.withLock { $0 } }
    /// The most memory that the runner had while messages were sent, in megabytes.
    var memory: Int { peak.withLock { $0.kilobytes } >> 10 }

    struct NoSocket: Error { var code: Int32 }

    /// - Parameters:
    ///   - messages: what it replies, one after the other.
    ///   - answers: it answers `FinishPlan`, and sends what comes after the first message then.
    ///   - name: the socket's file.
    init(
        _ messages: some Sequence<String> & Sendable, answers: Bool = true, at name: String = "control.socket"
    ) throws {
        var template = Array("/tmp/accessoryd-hostile.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NoSocket(code: errno) }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The plan's program may be another user's.
        chmod(directory, 0o755)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: "\(directory)/\(name)".utf8)
        }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 4096) == 0 else { throw NoSocket(code: errno) }
        DispatchQueue.global().async { self.serve(messages, answers: answers) }
    }

    deinit {
        close(listener)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Whether the runner closed its connection, or ended, before everything was sent. It waits until one or the other is
    /// certain: the runner's end is seen by the next message only.
    func wasLeft() async -> Bool {
        for await wasLeft in outcomes { return wasLeft }
        return false
    }

    /// Lets go of its thread, and so of all that it has.
    func end() { shutdown(listener, Int32(SHUT_RDWR)) }

    func write(_ text: String, to file: String) throws { try TrustedFile.write(text, to: "\(directory)/\(file)") }

    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: "\(directory)/\(file)") }

    func text(of file: String) throws -> String {
        try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)
    }

    /// Root's runner of all plans here.
    func run(_ more: [String] = []) throws -> Program {
        let program = try Program(
            "accessoryctl", ["--runtime-dir", directory, "provision", "run", "--config-dir", directory] + more)
        peak.withLock { $0.process = program.pid }
        return program
    }

    /// proc_pid_status(5): the peak of what is resident, since the program was executed.
    private func measure() {
        peak.withLock { peak in
            let status = try? String(contentsOfFile: "/proc/\(peak.process)/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let words = line?.split { " \t".contains($0) } ?? []
            guard words.count > 1, let kilobytes = Int(words[1]) else { return }
            peak.kilobytes = max(peak.kilobytes, kilobytes)
        }
    }

    private func serve(_ messages: some Sequence<String>, answers: Bool) {
        defer { outcome.finish() }
        var rest = messages.makeIterator()
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            guard let call = Self.message(from: connection) else {
                close(connection)
                continue
            }
            guard call.contains("FinishPlan") else {
                runner.withLock { $0 = connection }
                // Whatever is not an answer to a report comes at once.
                reply: do {
                    while let next = rest.next() {
                        guard send(next, to: connection) else { break reply }
                        measure()
                        if answers, next.contains("\"running\"") { break reply }
                    }
                    outcome.yield(false)
                }
                continue
            }
            finished.withLock { $0.append(call) }
            guard answers else { continue }
            _ = send(#"{"parameters":{}}"#, to: connection)
            close(connection)
            let runner = runner.withLock { $0 }
            while let next = rest.next() { guard send(next, to: runner) else { break } }
        }
    }

    private func send(_ text: String, to connection: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        bytes.append(0)
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else {
                outcome.yield(true)
                return false
            }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// One call, as text; nil if the connection ends before it.
    private static func message(from connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(connection, &byte, 1) == 1 {
            if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
