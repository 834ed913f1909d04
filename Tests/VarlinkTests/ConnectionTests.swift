// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

@Suite(.timeLimit(.minutes(5)))
struct ConnectionTests {
    private let lamp = Lamp()

    /// Runs `client` against the service, and returns why the service's side ended.
    @discardableResult
    private func with(
        _ client: @Sendable (ClientConnection, Socket) async throws -> Void
    ) async throws -> ServerConnection.End {
        let (near, far) = try Socket.pair()
        async let end = lamp.serve(far)
        let connection = ClientConnection(near)
        do {
            try await client(connection, near)
        } catch {
            connection.close()
            throw error
        }
        connection.close()
        return await end
    }

    private func expectAnswer(_ client: ClientConnection) async throws {
        let text = Lamp.Text(text: "still here")
        #expect(try await client.call("org.example.Lamp.Echo", text) == text)
    }

    @Test func answersACall() async throws {
        let end = try await with { client, _ in
            let reply: Lamp.Text = try await client.call("org.example.Lamp.Echo", Lamp.Text(text: "é"))
            #expect(reply == Lamp.Text(text: "é"))
        }
        #expect(end == .peerClosed)
    }

    @Test func carriesAMessageOfAlmostTheLimit() async throws {
        let text = Lamp.Text(text: String(repeating: "a", count: MessageLimits.messageBytes - 100))
        try await with { client, _ in
            let reply = try await client.call("org.example.Lamp.Echo", text, as: Lamp.Text.self)
            #expect(reply == text)
        }
    }

    @Test func streamsRepliesToMore() async throws {
        try await with { client, _ in
            var numbers: [Int] = []
            let replies = try client.stream("org.example.Lamp.Count", Lamp.Number(number: 3000), as: Lamp.Number.self)
            for try await reply in replies { numbers.append(reply.number) }
            #expect(numbers == Array(1...3000))
            try await expectAnswer(client)
        }
    }

    @Test func refusesAStreamToACallWithoutMore() async throws {
        try await with { client, _ in
            await #expect(throws: VarlinkError.expectedMore) {
                try await client.call("org.example.Lamp.Count", Lamp.Number(number: 2), as: Lamp.Number.self)
            }
        }
    }

    @Test func doesNotReplyToOneway() async throws {
        try await with { client, _ in
            try client.callOneway("org.example.Lamp.Echo", Lamp.Text(text: "quiet"))
            try client.callOneway("org.example.Lamp.NoSuch")
            try await expectAnswer(client)
        }
        #expect(await lamp.events.first { _ in true } == "quiet")
    }

    @Test func receivesAOnewayCallOfACallerThatHasGone() async throws {
        let (near, far) = try Socket.pair()
        try near.send(Call.encode("org.example.Lamp.Echo", Lamp.Text(text: "bye"), more: false, oneway: true))
        near.close()
        #expect(await lamp.serve(far) == .peerClosed)
        #expect(await lamp.events.first { _ in true } == "bye")
    }

    @Test(arguments: [
        ("org.example.Lamp.NoSuch", VarlinkError.methodNotFound("org.example.Lamp.NoSuch")),
        ("org.example.Other.Echo", .interfaceNotFound("org.example.Other")),
        ("Echo", .interfaceNotFound("")),
        ("org.example.Lamp.Echo", .invalidParameter("text")),
        ("org.example.Lamp.Break", VarlinkError("org.example.Lamp.Broken", parameters: ["text": "fuse"])),
    ])
    func throwsTheErrorOfTheReply(method: String, error: VarlinkError) async throws {
        try await with { client, _ in
            await #expect(throws: error) { try await client.call(method, as: Nothing.self) }
            try await expectAnswer(client)
        }
    }

    @Test func refusesToUpgrade() async throws {
        let (near, far) = try Socket.pair()
        async let end = lamp.serve(far)
        let client = RawClient(near)
        try near.send(Array(#"{"method":"org.example.Lamp.Echo","upgrade":true}"#.utf8) + [0])
        #expect(
            await client.message()
                == #"{"error":"org.varlink.service.MethodNotImplemented","#
                + #""parameters":{"method":"org.example.Lamp.Echo"}}"#)
        near.close()
        #expect(await end == .peerClosed)
    }

    @Test func answersPipelinedCallsInTheirOrder() async throws {
        let (near, far) = try Socket.pair()
        let client = RawClient(near)
        let calls = try (0..<500).flatMap {
            try Call.encode("org.example.Lamp.Echo", Lamp.Text(text: "\($0)"), more: false, oneway: false)
        }
        try near.send(calls)
        async let end = lamp.serve(far)
        for number in 0..<500 {
            #expect(await client.message() == #"{"parameters":{"text":"\#(number)"}}"#)
        }
        near.close()
        #expect(await end == .peerClosed)
    }

    @Test func givesConcurrentCallersTheirOwnReplies() async throws {
        try await with { client, _ in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let text = Lamp.Text(text: "\(number)")
                        return try await client.call("org.example.Lamp.Echo", text) == text
                    }
                }
                for try await isOwn in group { #expect(isOwn) }
            }
        }
    }

    @Test func noticesInTheMiddleOfAStreamThatTheCallerIsGone() async throws {
        let end = try await with { client, near in
            let replies = try client.stream("org.example.Lamp.Hold", as: Lamp.Number.self)
            await #expect(throws: SocketError.closed) { for try await _ in replies { near.close() } }
        }
        #expect(end == .peerClosed)
        #expect(await lamp.events.first { _ in true } == "let go")
    }

    @Test func noticesThatTheCallerIsGoneWhileItsFurtherCallsWait() async throws {
        let (near, far) = try Socket.pair()
        let client = RawClient(near)
        async let end = lamp.serve(far)
        try near.send(Call.encode("org.example.Lamp.Hold", Nothing(), more: true, oneway: false))
        #expect(await client.message() == #"{"continues":true,"parameters":{"number":0}}"#)
        for _ in 0..<100 {
            try near.send(Call.encode("org.example.Lamp.Echo", Lamp.Text(text: "late"), more: false, oneway: false))
        }
        near.close()
        #expect(await end == .peerClosed)
        #expect(await lamp.events.first { _ in true } == "let go")
    }

    @Test func leavingAStreamClosesTheConnection() async throws {
        let end = try await with { client, near in
            for try await _ in try client.stream("org.example.Lamp.Hold", as: Lamp.Number.self) { break }
            #expect(near.closed != nil)
        }
        #expect(end == .peerClosed)
        #expect(await lamp.events.first { _ in true } == "let go")
    }

    @Test func cancellingACallClosesTheConnection() async throws {
        try await with { client, near in
            let held = try client.stream("org.example.Lamp.Hold", as: Lamp.Number.self)
            var numbers = held.makeAsyncIterator()
            _ = try await numbers.next()
            await withThrowingTaskGroup(of: Nothing.self) { group in
                group.addTask { try await client.call("org.example.Lamp.Echo", Lamp.Text(text: "")) }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
            #expect(near.closed != nil)
        }
    }

    @Test func theClientSeesThatTheServiceIsGone() async throws {
        let (near, far) = try Socket.pair()
        let client = ClientConnection(near)
        let replies = try client.stream("org.example.Lamp.Hold", as: Lamp.Number.self)
        far.close()
        await #expect(throws: SocketError.closed) { for try await _ in replies {} }
        await #expect(throws: SocketError.closed) { try await client.call("a.B", as: Nothing.self) }
    }

    @Test func dropsAReaderThatDoesNotRead() async throws {
        let (near, far) = try Socket.pair()
        let text = Lamp.Text(text: String(repeating: "a", count: 10_000))
        try near.send(Call.encode("org.example.Lamp.Flood", text, more: true, oneway: false))
        #expect(await lamp.serve(far) == .peerDoesNotRead)
        #expect(far.closed == .peerDoesNotRead)
    }

    @Test func cancellingTheServiceClosesItsConnections() async throws {
        let (near, far) = try Socket.pair()
        let client = RawClient(near)
        let end = await withTaskGroup(of: ServerConnection.End.self) { group in
            group.addTask { await lamp.serve(far) }
            group.cancelAll()
            return await group.next()
        }
        #expect(end == .closed)
        #expect(await client.message() == nil)
    }

    @Test(arguments: [1, 1_000_000])
    func answersACallerThatClosedOnlyItsSendingDirection(length: Int) async throws {
        let (near, far) = try Socket.pair()
        let text = String(repeating: "a", count: length)
        try near.send(Call.encode("org.example.Lamp.Echo", Lamp.Text(text: text), more: false, oneway: false))
        async let end = lamp.serve(far)
        await near.drained()
        near.endSending()
        let client = RawClient(near)
        #expect(await client.message() == #"{"parameters":{"text":"\#(text)"}}"#)
        #expect(await client.message() == nil)
        #expect(await end == .peerClosed)
    }

    @Test(
        arguments: [
            ("x", .notJSON(offset: 0)), ("[]", .notAnObject), ("", .notJSON(offset: 0)),
            ("{}", .notACall(member: "method")),
            (#"{"method":"a.B","parameters":\#(String(repeating: "[", count: 40))"#, .tooDeep(limit: 32)),
        ] as [(String, ProtocolViolation)])
    func aViolationEndsThatConnectionAndNoOther(message: String, violation: ProtocolViolation) async throws {
        try await with { other, _ in
            let (near, far) = try Socket.pair()
            let client = RawClient(near)
            try near.send(Array(message.utf8) + [0])
            #expect(await lamp.serve(far) == .violation(violation))
            #expect(await client.message() == nil)
            try await expectAnswer(other)
        }
    }

    @Test func aMessageOverTheLimitEndsTheConnection() async throws {
        let (near, far) = try Socket.pair()
        try near.send([UInt8](repeating: UInt8(ascii: " "), count: MessageLimits.messageBytes + 1))
        #expect(await lamp.serve(far) == .violation(.messageTooLarge(limit: MessageLimits.messageBytes)))
    }

    @Test func aViolationEndsAStreamAtOnce() async throws {
        let (near, far) = try Socket.pair()
        let client = RawClient(near)
        async let end = lamp.serve(far)
        try near.send(Call.encode("org.example.Lamp.Hold", Nothing(), more: true, oneway: false))
        _ = await client.message()
        try near.send(Array("nonsense\0".utf8))
        #expect(await end == .violation(.notJSON(offset: 1)))
        #expect(await lamp.events.first { _ in true } == "let go")
    }

    @Test func tooManyCallsSentAheadEndTheConnection() async throws {
        let (near, far) = try Socket.pair()
        let client = RawClient(near)
        async let end = lamp.serve(far)
        try near.send(Call.encode("org.example.Lamp.Hold", Nothing(), more: true, oneway: false))
        _ = await client.message()
        let call = Array(#"{"method":"a.B"}"#.utf8) + [0]
        try near.send((0...MessageLimits.waitingCalls).flatMap { _ in call })
        #expect(await end == .violation(.tooManyWaitingCalls(limit: MessageLimits.waitingCalls)))
    }

    @Test(arguments: ["{}\0{}\0", "nonsense\0", #"{"continues":true}"# + "\0"])
    func theClientRefusesNonsenseFromTheService(message: String) async throws {
        let (near, far) = try Socket.pair()
        let client = ClientConnection(near)
        async let first = client.call("a.B", as: Nothing.self)
        try far.send(Array(message.utf8))
        do {
            _ = try await first
            // The bytes after the reply answer no call. The next call begins only after them.
            let service = RawClient(far)
            while await service.message() != nil {}
            _ = try await client.call("a.B", as: Nothing.self)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error is ProtocolViolation)
        }
        #expect(near.closed != nil)
    }
}
