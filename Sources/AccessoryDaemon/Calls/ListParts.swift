// SPDX-License-Identifier: Apache-2.0

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
