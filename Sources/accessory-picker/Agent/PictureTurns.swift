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
    }

    /// The first one has the place.
    private var visitors: [Visitor] = []
    private var last = 0

    /// A session that waits already keeps its place in the line: its earlier page may be gone.
    mutating func ask(_ session: String) -> Answer {
        let place = visitors.firstIndex { $0.session == session } ?? visitors.count
        guard place > 0 || visitors.isEmpty, place <= Self.limit else { return .refused }
        last += 1
        let visitor = Visitor(number: last, session: session)
        visitors.replaceSubrange(place..<min(place + 1, visitors.count), with: [visitor])
        return place == 0 ? .now : .later(last)
    }

    func has(_ number: Int) -> Bool { visitors.contains { $0.number == number } }

    /// The place is free. Returns the number that is up.
    mutating func end() -> Int? {
        visitors.removeFirst()
        return visitors.first?.number
    }

    /// Somebody waits no longer. Returns whether the number is up.
    mutating func claim(_ number: Int) -> Bool {
        if visitors.first?.number == number { return true }
        visitors.removeAll { $0.number == number }
        return false
    }
}
