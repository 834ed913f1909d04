// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Testing
import Varlink

@testable import AccessoryDaemon

@Suite struct ActivationTests {
    @Test func socketsComeByTheirNames() {
        let sockets = Activation(
            ["LISTEN_PID": "7", "LISTEN_FDS": "4", "LISTEN_FDNAMES": "control::other:app", "NOTIFY_SOCKET": "/n"],
            pid: 7
        ).sockets
        #expect(sockets.map(\.entrance) == [.control, .app])
        #expect(sockets.map(\.descriptor) == [3, 6])
    }

    @Test(arguments: [
        ["LISTEN_PID": "8", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "app"],
        ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "app"],
        ["LISTEN_PID": "7", "LISTEN_FDS": "-1", "LISTEN_FDNAMES": "app"],
        ["LISTEN_PID": "7", "LISTEN_FDS": "1"],
        ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "unknown"],
    ]) func nothingIsTakenThatIsNotItsOwn(environment: [String: String]) {
        #expect(Activation(environment, pid: 7).sockets.isEmpty)
    }

    @Test func givesSignsOfLifeOnlyWhereItIsAskedTo() {
        func pulse(_ more: [String: String]) -> Duration? {
            Activation(["NOTIFY_SOCKET": "/run/notify"].merging(more) { $1 }, pid: 7).supervisor.pulse
        }
        #expect(pulse(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"]) == .milliseconds(1500))
        #expect(pulse(["WATCHDOG_USEC": "3000000"]) == .milliseconds(1500))
        #expect(pulse(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"]) == nil)
        #expect(pulse(["WATCHDOG_USEC": "0"]) == nil)
        #expect(pulse([:]) == nil)
        #expect(pulse(["WATCHDOG_USEC": "3000000", "NOTIFY_SOCKET": "vsock:2:1"]) == nil)
    }

    @Test func socketsThatWerePassedStayWhenTheAgentEnds() throws {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/app.socket"
        // The listener of whoever made the socket, which it keeps.
        let made = try Self.listening(at: path)
        defer { close(made) }
        let doors = try Door.open([(.app, dup(made))], in: "/nowhere")
        #expect(doors.map(\.entrance) == [.app])
        doors[0].close()
        #expect(FileManager.default.fileExists(atPath: path))
        _ = try Socket(path: path)
        #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
    }

    private static func listening(at path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(descriptor, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        return descriptor
    }
}
