// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Varlink

@Suite(.timeLimit(.minutes(5)))
struct ListenerTests {
    private let lamp = Lamp()

    /// A folder of its own for each test.
    private func withPath(_ body: (String) async throws -> Void) async throws {
        var template = Array("/tmp/varlink-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        let path = folder + "/lamp.socket"
        defer {
            unlink(path)
            rmdir(folder)
        }
        try await body(path)
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test func servesManyClientsOverAPath() async throws {
        try await withPath { path in
            let listener = try Listener(path: path, mode: 0o600)
            async let serving: Void = lamp.serve(listener)
            for number in 0..<50 {
                let client = try ClientConnection(path: path)
                let text = Lamp.Text(text: "\(number)")
                #expect(try await client.call("org.example.Lamp.Echo", text) == text)
                client.close()
            }
            listener.close()
            await serving
        }
    }

    @Test(arguments: [0o600, 0o660, 0o666] as [mode_t])
    func givesTheFileTheModeAskedForAndRemovesItAtTheEnd(mode: mode_t) async throws {
        try await withPath { path in
            let listener = try Listener(path: path, mode: mode, group: getgid())
            #expect(self.mode(of: path) == mode)
            listener.close()
            #expect(self.mode(of: path) == nil)
        }
    }

    @Test func replacesTheSocketOfAProcessThatIsGone() async throws {
        try await withPath { path in
            let stale = try FileDescriptor.stream(for: path)
            try stale.bind(to: path)
            let listener = try Listener(path: path, mode: 0o600)
            _ = try ClientConnection(path: path)
            listener.close()
        }
    }

    @Test func doesNotTakeThePathOfAServiceThatAnswers() async throws {
        try await withPath { path in
            let listener = try Listener(path: path, mode: 0o600)
            #expect(throws: SocketError.inUse(path)) { try Listener(path: path, mode: 0o600) }
            _ = try ClientConnection(path: path)
            listener.close()
        }
    }

    @Test func doesNotRemoveAFileThatIsNoSocket() async throws {
        try await withPath { path in
            close(open(path, O_CREAT | O_WRONLY, 0o600))
            #expect(throws: SocketError.notASocket(path)) { try Listener(path: path, mode: 0o600) }
            #expect(mode(of: path) == 0o600)
        }
    }

    @Test func leavesTheSocketThatTookItsPlace() async throws {
        try await withPath { path in
            let old = try Listener(path: path, mode: 0o600)
            unlink(path)
            let new = try Listener(path: path, mode: 0o600)
            old.close()
            _ = try ClientConnection(path: path)
            new.close()
        }
    }

    @Test func servesAnInheritedSocketAndLeavesItsFile() async throws {
        try await withPath { path in
            let inherited = try FileDescriptor.stream(for: path)
            try inherited.bind(to: path)
            try inherited.listen(at: path)
            let listener = try Listener(adopting: dup(inherited.number))
            async let serving: Void = lamp.serve(listener)
            let client = try ClientConnection(path: path)
            let text = Lamp.Text(text: "a")
            #expect(try await client.call("org.example.Lamp.Echo", text) == text)
            client.close()
            listener.close()
            await serving
            #expect(mode(of: path) != nil)
        }
    }

    @Test func namesThePathThatIsTooLong() {
        let path = "/" + String(repeating: "a", count: 200)
        #expect(throws: SocketError.pathTooLong(path, limit: 107)) { try ClientConnection(path: path) }
    }

    @Test func reportsThatNobodyAnswers() async throws {
        try await withPath { path in
            #expect(throws: SocketError.system(call: "connect", subject: path, code: ENOENT)) {
                try ClientConnection(path: path)
            }
        }
    }

    @Test func keepsAThousandIdleClientsAndAnswersOneMore() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try #require(limit.rlim_cur > 2100)
        try await withPath { path in
            let listener = try Listener(path: path, mode: 0o600)
            async let serving: Void = lamp.serve(listener)
            let text = Lamp.Text(text: "a")
            var idle: [ClientConnection] = []
            // Some at a time: one after the other, each of them waits for its turn among all other tests.
            for _ in 0..<20 {
                idle += try await withThrowingTaskGroup(of: ClientConnection.self) { group in
                    for _ in 0..<50 {
                        group.addTask {
                            let client = try ClientConnection(path: path)
                            #expect(try await client.call("org.example.Lamp.Echo", text) == text)
                            return client
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            #expect(idle.count == 1000)
            let last = try ClientConnection(path: path)
            #expect(try await last.call("org.example.Lamp.Echo", text) == text)
            for client in idle { #expect(client.socket.closed == nil) }
            last.close()
            idle.forEach { $0.close() }
            listener.close()
            await serving
        }
    }
}
