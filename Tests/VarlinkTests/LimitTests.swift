// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Varlink

/// One test for each constant of `MessageLimits`; those of the size and depth of a message are in `ConnectionTests` too.
@Suite(.timeLimit(.minutes(5)))
struct LimitTests {
    private let lamp = Lamp()

    private static let hold = #"{"method":"org.example.Lamp.Hold","more":true}"# + "\0"

    /// Why the service ends a connection on which these bytes come, after a call that is being answered for ever.
    private func end(after bytes: [UInt8]) async throws -> ServerConnection.End {
        let (near, far) = try Socket.pair()
        let client = RawClient(near)
        async let end = lamp.serve(far)
        try near.send(Array(Self.hold.utf8))
        _ = await client.message()
        try near.send(bytes)
        await near.drained()
        near.endSending()
        return await end
    }

    private static func call(size: Int) -> [UInt8] {
        let frame = #"{"method":"a.B","parameters":{"text":""}}"#
        return Array(frame.dropLast(3).utf8) + [UInt8](repeating: 97, count: size - frame.utf8.count)
            + Array(#""}}"#.utf8) + [0]
    }

    @Test(arguments: [
        (0, ServerConnection.End.peerClosed), (1, .violation(.messageTooLarge(limit: MessageLimits.messageBytes))),
    ])
    func messageBytes(over: Int, expected: ServerConnection.End) async throws {
        #expect(try await end(after: Self.call(size: MessageLimits.messageBytes + over)) == expected)
    }

    @Test(arguments: [(0, ServerConnection.End.peerClosed), (1, .violation(.tooDeep(limit: MessageLimits.depth)))])
    func depth(over: Int, expected: ServerConnection.End) async throws {
        let arrays = MessageLimits.depth - 1 + over
        let open = String(repeating: "[", count: arrays), close = String(repeating: "]", count: arrays)
        #expect(try await end(after: Array(#"{"method":"a.B","x":\#(open)\#(close)}"#.utf8) + [0]) == expected)
    }

    @Test(arguments: [
        (0, ServerConnection.End.peerClosed), (1, .violation(.tooManyWaitingCalls(limit: MessageLimits.waitingCalls))),
    ])
    func waitingCalls(over: Int, expected: ServerConnection.End) async throws {
        let call = Self.call(size: 64)
        #expect(try await end(after: (0..<MessageLimits.waitingCalls + over).flatMap { _ in call }) == expected)
    }

    @Test(arguments: [
        (0, ServerConnection.End.peerClosed), (1, .violation(.tooManyWaitingCalls(limit: MessageLimits.waitingCalls))),
    ])
    func waitingCallBytes(over: Int, expected: ServerConnection.End) async throws {
        // No one message may be as large.
        let size = MessageLimits.waitingCallBytes / 4
        let calls = [size, size, size, size + over].flatMap(Self.call)
        #expect(try await end(after: calls) == expected)
    }

    /// The kernel's buffer for a peer fills first, so the first message fills that.
    private func socketThatNobodyReads() throws -> (Socket, silent: Socket) {
        let (near, far) = try Socket.pair()
        var size: Int32 = 0
        #expect(setsockopt(near.fileDescriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(4)) == 0)
        try near.send([UInt8](repeating: 97, count: 256 << 10))
        return (near, far)
    }

    @Test func outgoingMessages() throws {
        let (socket, silent) = try socketThatNobodyReads()
        // The first one is partly sent, and waits too.
        for _ in 1..<MessageLimits.outgoingMessages { try socket.send([97, 0]) }
        #expect(socket.closed == nil)
        #expect(throws: SocketError.peerDoesNotRead) { try socket.send([97, 0]) }
        #expect(socket.closed == .peerDoesNotRead)
        silent.close()
    }

    @Test func outgoingMessagesThatAreSentTogether() throws {
        let (socket, silent) = try socketThatNobodyReads()
        try socket.send([[UInt8]](repeating: [97, 0], count: MessageLimits.outgoingMessages - 1))
        #expect(socket.closed == nil)
        #expect(throws: SocketError.peerDoesNotRead) { try socket.send([[97, 0], [97, 0]]) }
        silent.close()
    }

    @Test func outgoingBytes() throws {
        let (socket, silent) = try socketThatNobodyReads()
        // Less than all of the first one waits, so this is at most the limit, and the next is over it.
        try socket.send([UInt8](repeating: 97, count: MessageLimits.outgoingBytes - (256 << 10)))
        #expect(socket.closed == nil)
        #expect(throws: SocketError.peerDoesNotRead) { try socket.send([UInt8](repeating: 97, count: 256 << 10)) }
        #expect(socket.closed == .peerDoesNotRead)
        silent.close()
    }

    @Test func waitingReplies() async throws {
        let (near, far) = try Socket.pair()
        let client = ClientConnection(near)
        let replies = try client.stream("a.B", as: Nothing.self)
        let reply = try Reply.encode(Nothing(), continues: true)
        try far.send((0...MessageLimits.waitingReplies).flatMap { _ in reply })
        // The connection ends before anything is read; what came within the limit is still there.
        let service = RawClient(far)
        while await service.message() != nil {}
        var count = 0
        await #expect(throws: SocketError.peerDoesNotRead) { for try await _ in replies { count += 1 } }
        #expect(count == MessageLimits.waitingReplies)
    }

    @Test func bytesOfWaitingReplies() async throws {
        let (near, far) = try Socket.pair()
        let client = ClientConnection(near)
        let replies = try client.stream("a.B", as: [String: String].self)
        let reply = try Reply.encode(["a": String(repeating: "a", count: 1_000_000)], continues: true)
        let most = MessageLimits.waitingReplyBytes / reply.count
        for _ in 0...most {
            try far.send(reply)
            await far.drained()
        }
        let service = RawClient(far)
        while await service.message() != nil {}
        var count = 0
        await #expect(throws: SocketError.peerDoesNotRead) { for try await _ in replies { count += 1 } }
        #expect(count == most + 1)
    }

    @Test func waitingConnections() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try #require(limit.rlim_cur > 2 * MessageLimits.waitingConnections + 100)
        var template = Array("/tmp/varlink-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { rmdir(folder) }
        let listener = try Listener(path: folder + "/lamp.socket", mode: 0o600)
        var kept: [Socket] = []
        for _ in 0..<MessageLimits.waitingConnections { kept.append(try Socket(path: folder + "/lamp.socket")) }
        let last = try Socket(path: folder + "/lamp.socket")
        #expect(await RawClient(last).message() == nil)
        #expect(last.closed == .closed)
        var connections = listener.connections.makeAsyncIterator()
        for _ in kept { #expect(await connections.next()?.closed == .some(nil)) }
        listener.close()
        #expect(await connections.next() == nil)
    }
}
