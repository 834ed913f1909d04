// SPDX-License-Identifier: Apache-2.0

/// Whose picture is read next. There is one place, and no session has it twice while another one waits.
struct PictureTurns: Sendable {
    /// The most that wait.
    static let limit = 8

    enum Answer: Hashable, Sendable {
        case now
        /// When this number is up.
        case later(Int)
        /// A picture of the session's is read, or too many wait.
        case refused
    }

    private struct Visitor {
        let number: Int
        let session: String
        /// It asks again soon, and is served in its old place in the line then. Whoever is quicker to ask again would always be
        /// before it.
        var isAway = false
    }

    private var holder: Visitor?
    /// The longest waiting first.
    private var line: [Visitor] = []
    private var last = 0

    /// A session that waits already keeps its place in the line: its earlier page may be gone.
    mutating func ask(_ session: String) -> Answer {
        guard holder?.session != session else { return .refused }
        let place = line.firstIndex { $0.session == session }
        if place == nil, line.count >= Self.limit, let longestAway = line.firstIndex(where: \.isAway) {
            line.remove(at: longestAway)
        }
        guard place != nil || holder == nil || line.count < Self.limit else { return .refused }
        last += 1
        let visitor = Visitor(number: last, session: session)
        if holder == nil {
            if let place { line.remove(at: place) }
            holder = visitor
            return .now
        }
        if let place { line[place] = visitor } else { line.append(visitor) }
        return .later(last)
    }

    func has(_ number: Int) -> Bool {
        holder?.number == number || line.contains { $0.number == number && !$0.isAway }
    }

    /// The place is free. Returns the number that is up.
    mutating func end() -> Int? {
        holder = line.firstIndex { !$0.isAway }.map { line.remove(at: $0) }
        return holder?.number
    }

    /// Somebody waits no longer. Returns whether the number is up.
    mutating func claim(_ number: Int) -> Bool {
        if holder?.number == number { return true }
        if let place = line.firstIndex(where: { $0.number == number }) { line[place].isAway = true }
        return false
    }
}
