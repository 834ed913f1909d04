// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Varlink

/// A long list, cut into parts. Each part fits in a message, whatever its members are.
struct ListParts<Member: Sendable>: Sendable {
    /// At least one; the last may be empty.
    private(set) var parts: [[Member]] = [[]]

    /// - Parameter size: a member's bytes on the wire.
    init(_ members: [Member], atMost limit: Int = Limits.listPartBytes, size: (Member) throws -> Int) rethrows {
        var room = limit
        for member in members {
            let size = try size(member)
            if size > room, parts.last?.isEmpty == false {
                parts.append([])
                room = limit
            }
            parts[parts.count - 1].append(member)
            room -= size
        }
    }
}

extension HistoryList {
    /// The latest entries that one message takes; the next page has the earlier ones.
    init(fitting entries: [HistoryEntry]) throws {
        self.init(entries: try ListParts(entries.reversed()) { try Reply.encode($0).count }.parts[0].reversed())
    }
}

extension AgentAnswer where M: ListMethod {
    /// The answer is a whole list, or with `more` its parts, since a list may be longer than a message.
    static func list<Member: Encodable & Sendable>(
        _ right: Caller.Right, _ list: @escaping @Sendable ([Member]) -> M.Reply,
        of members: @escaping @Sendable (M.Request, Session) async throws -> [Member]
    ) -> Self {
        Self(right: right) { call, session in
            let (connection, members) = (session.connection, try await members(call.parameters(), session))
            guard call.more else { return try connection.reply(to: call, list(members)) }
            let parts = try ListParts(members) { try Reply.encode($0).count }.parts
            for part in parts.dropLast() {
                try connection.reply(to: call, list(part), continues: true)
                await connection.drained()
            }
            try connection.reply(to: call, list(parts.last ?? []))
        }
    }
}
