// SPDX-License-Identifier: Apache-2.0

/// The account that a connection counts for: a user's, or that of all the subordinate uids that a user was given
/// (subuid(5)). With those uids it could otherwise be as many users as it likes.
package enum Account: Hashable, Sendable {
    case user(UInt32)
    case subordinates(of: String)
}

extension Account: CustomStringConvertible {
    package var description: String {
        switch self {
        case .user(let uid): "uid \(uid)"
        case .subordinates(let owner): "the subordinate uids of \(owner)"
        }
    }
}

/// The subordinate uids and their owners.
package struct SubordinateUsers: Hashable, Sendable {
    private struct Range: Hashable, Sendable {
        let uids: ClosedRange<UInt32>
        let owner: String
    }

    /// By the first uid.
    private let ranges: [Range]

    /// - Parameter text: the text of /etc/subuid, a line `owner:first:count` for each range. Other lines are skipped.
    package init(_ text: String = "") {
        ranges = text.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 3, !fields[0].isEmpty, let first = UInt32(fields[1]), let count = UInt32(fields[2]),
                count > 0
            else { return nil }
            let (last, isTooLarge) = first.addingReportingOverflow(count - 1)
            return Range(uids: first...(isTooLarge ? .max : last), owner: String(fields[0]))
        }.sorted { $0.uids.lowerBound < $1.uids.lowerBound }
    }

    package func account(of uid: UInt32) -> Account {
        ranges.last { $0.uids.contains(uid) }.map { .subordinates(of: $0.owner) } ?? .user(uid)
    }
}
