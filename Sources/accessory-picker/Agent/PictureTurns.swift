// SPDX-License-Identifier: Apache-2.0

/// Whose picture is read next. There is one place, and no session has it twice while another one waits.
struct PictureTurns: Sendable {
    /// The most that wait.
    static let limit = 8

    enum Answer: Hashable, Sendable {
        case now
        /// When this number is up.
        case later(Int)
        /// The session has a picture there already, or too many wait.
        case refused
    }

    private struct Visitor {
        let number: Int
        let session: String
    }

    /// The first one has the place.
    private var visitors: [Visitor] = []
    private var last = 0

    mutating func ask(_ session: String) -> Answer {
        guard visitors.count <= Self.limit, visitors.allSatisfy({ $0.session != session }) else { return .refused }
        last += 1
        visitors.append(Visitor(number: last, session: session))
        return visitors.count == 1 ? .now : .later(last)
    }

    /// The place is free. Returns the number that is up.
    mutating func end() -> Int? {
        visitors.removeFirst()
        return visitors.first?.number
    }

    /// Somebody waits no longer. False if the number is up already.
    mutating func leave(_ number: Int) -> Bool {
        guard let index = visitors.firstIndex(where: { $0.number == number }), index > 0 else { return false }
        visitors.remove(at: index)
        return true
    }
}
