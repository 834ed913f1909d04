// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import Glibc
import Testing
import Varlink

@testable import accessory_provision

/// Requests to a web server of loopback.
// The program has one connection at a time.
@Suite(.serialized) struct WebPagesTests {
    /// A server for one connection. It answers the first request, and goes with the second one.
    private struct Server {
        let listener: Int32
        let port: UInt16

        init() throws {
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            port = try Self.open(listener)
        }

        private static func open(_ listener: Int32) throws -> UInt16 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isOpen = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    bind(listener, generic, size) == 0 && listen(listener, 1) == 0
                        && getsockname(listener, generic, &size) == 0
                }
            }
            try #require(isOpen)
            return UInt16(bigEndian: address.sin_port)
        }

        /// Also of a connection that nobody has accepted.
        var hasVisitor: Bool {
            var visit = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            return poll(&visit, 1, 0) > 0
        }

        /// Serves in a thread that runs already when this returns; ends the stream when it is through.
        func serve(andStays stays: Bool = false) throws -> AsyncStream<Never> {
            let (end, ended) = AsyncStream.makeStream(of: Never.self)
            try OwnThread.start { [self] in
                serveConnection(andStays: stays)
                ended.finish()
            }
            return end
        }

        private func serveConnection(andStays stays: Bool) {
            let connection = accept(listener, nil, nil)
            var request = [UInt8](repeating: 0, count: 4096)
            _ = read(connection, &request, request.count)
            let answer = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
            _ = write(connection, answer, answer.count)
            _ = read(connection, &request, request.count)
            // A program that another test starts at this moment inherits both.
            for socket in stays ? [connection] : [listener, connection] {
                shutdown(socket, Int32(SHUT_RDWR))
                close(socket)
            }
        }
    }

    /// Work that blocks, in a thread of its own: the threads that all tests share are few,
    /// and a child task may wait for one longer than a client waits for its server.
    private func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await OwnThread.run { Result { try work() } }.get()
    }

    @Test(arguments: [HTTPRequest.Method.post, .get])
    func sendsNoOrderTwiceWhoseAnswerIsLost(method: HTTPRequest.Method) async throws {
        var request = HTTPRequest(method, "/rpc", body: [1], patience: .seconds(60))
        request.isSentOnce = true
        let order = request
        let server = try Server()
        let end = try server.serve(andStays: true)
        var pages = WebPages(gateway: "127.0.0.1", interface: nil)
        pages.origin = "http://127.0.0.1:\(server.port)"
        let events = try await aside { [pages] in
            try (0..<2).map { _ in try pages.exchange(order) }
        }
        for await _ in end {}
        #expect(events == [.event(.answered(HTTPAnswer(status: 204))), .event(.notAnswered(.closed))])
        #expect(!server.hasVisitor)
        close(server.listener)
    }

    /// libcurl itself tries again, and that attempt finds nobody.
    @Test func takesALostAnswerForNoLackOfAConnection() async throws {
        let server = try Server()
        let end = try server.serve()
        var pages = WebPages(gateway: "127.0.0.1", interface: nil)
        pages.origin = "http://127.0.0.1:\(server.port)"
        let events = try await aside { [pages] in
            try (0..<3).map { _ in try pages.exchange(HTTPRequest(.post, "/rpc", body: [1], patience: .seconds(60))) }
        }
        for await _ in end {}
        #expect(
            events == [
                .event(.answered(HTTPAnswer(status: 204))), .event(.notAnswered(.closed)),
                .event(.notAnswered(.notConnected)),
            ])
    }

    @Test func aRefusedConnectionShowsThatSomebodyIsThere() async throws {
        let server = try Server()
        close(server.listener)
        var pages = WebPages(gateway: "127.0.0.1", interface: nil)
        pages.origin = "http://127.0.0.1:\(server.port)"
        let reach = try await aside { [pages] in try pages.reach(HTTPRequest(.get, "/shelly", patience: .seconds(60))) }
        #expect(reach == .there)
    }
}
