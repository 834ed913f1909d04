// SPDX-License-Identifier: Apache-2.0

/// The way back to the caller of a method that streams.
package struct Replies<M: StreamMethod>: Sendable {
    let call: Call
    let connection: ServerConnection

    /// Sends a reply after which others follow. Throws as ``ServerConnection/reply(to:_:continues:)`` does.
    package func send(_ reply: M.Reply) throws { try connection.reply(to: call, reply, continues: true) }

    /// Sends replies that are bytes of JSON already, as ``ServerConnection/reply(to:_:)`` does.
    package func send(encoded replies: [[UInt8]]) throws { try connection.reply(to: call, replies) }

    package func sendLast(_ reply: M.Reply) throws { try connection.reply(to: call, reply) }
}

extension ServerConnection {
    /// Answers a call of a method: reads the parameters, and sends the reply.
    package func answer<M: SingleMethod>(
        _ call: Call, of method: M.Type, _ body: (M.Request) async throws -> M.Reply
    ) async throws {
        try reply(to: call, try await body(call.parameters()))
    }

    /// Answers a call of a method that streams.
    ///
    /// - Parameter body: sends all replies but the last, and returns that one; nil if the connection has ended, or if the
    ///   last one was sent.
    /// - Throws: ``VarlinkError/expectedMore`` if the caller did not ask for more replies.
    package func answer<M: StreamMethod>(
        _ call: Call, of method: M.Type, _ body: (M.Request, Replies<M>) async throws -> M.Reply?
    ) async throws {
        guard call.more else { throw VarlinkError.expectedMore }
        let replies = Replies<M>(call: call, connection: self)
        if let last = try await body(call.parameters(), replies) { try replies.sendLast(last) }
    }
}
