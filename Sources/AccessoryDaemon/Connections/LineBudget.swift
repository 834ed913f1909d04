// SPDX-License-Identifier: Apache-2.0

/// Decides which lines about a user's connections are logged: the first few of a minute. It counts the others, and one
/// line at the end reports their number. A user who connects again and again cannot fill the journal.
struct LineBudget {
    /// Lines of one user that are logged at once.
    static let burst = 10
    /// How long the budget of one burst lasts, from its first line on.
    static let length = Duration.seconds(60)
    /// Users that it remembers. Before there are more, it forgets those without a line in the last minute.
    static let most = 256

    enum Verdict: Hashable {
        case log
        /// The first line that is left out. Call `sum` after this time.
        case sumUp(after: Duration)
        case leaveOut
    }

    private struct Minute {
        let began: Duration
        var logged = 0
        var leftOut = 0
    }

    private var minutes: [Account: Minute] = [:]

    /// The number of users that it remembers now.
    var count: Int { minutes.count }

    mutating func line(of account: Account, at now: Duration) -> Verdict {
        if minutes.count >= Self.most { minutes = minutes.filter { !Self.isOver($0.value, now) } }
        var current = minutes[account] ?? Minute(began: now)
        if Self.isOver(current, now) { current = Minute(began: now) }
        defer { minutes[account] = current }
        guard current.logged >= Self.burst else {
            current.logged += 1
            return .log
        }
        current.leftOut += 1
        return current.leftOut == 1 ? .sumUp(after: current.began + Self.length - now) : .leaveOut
    }

    /// Ends a user's minute. Returns how many lines were left out.
    mutating func sum(of account: Account) -> Int { minutes.removeValue(forKey: account)?.leftOut ?? 0 }

    /// Users with lines that were left out.
    var unsummed: [Account] {
        minutes.filter { $0.value.leftOut > 0 }.keys.sorted { $0.description < $1.description }
    }

    /// A minute with omitted lines lasts until they are summed up.
    private static func isOver(_ one: Minute, _ now: Duration) -> Bool { one.leftOut == 0 && one.began + length <= now }
}
