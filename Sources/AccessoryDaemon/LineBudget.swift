// SPDX-License-Identifier: Apache-2.0

/// Which of the lines that users cause are logged, so that none of them fills the journal by connecting again and again:
/// the first few of a while at once. The others are counted, and one line at its end has how many they were.
struct LineBudget {
    /// Lines of one user that are logged at once.
    static let burst = 10
    /// How long a while is, from its first line on.
    static let length = Duration.seconds(60)
    /// Users of whom is known when they last caused a line; whiles that are over are forgotten before there are more.
    static let most = 256

    enum Verdict: Hashable {
        case log
        /// The first that is left out: `sum` is due after this.
        case sumUp(after: Duration)
        case leaveOut
    }

    private struct While {
        let began: Duration
        var logged = 0
        var leftOut = 0
    }

    private var whiles: [Account: While] = [:]

    /// Users of whom something is known.
    var count: Int { whiles.count }

    mutating func line(of account: Account, at now: Duration) -> Verdict {
        if whiles.count >= Self.most { whiles = whiles.filter { !Self.isOver($0.value, now) } }
        var current = whiles[account] ?? While(began: now)
        if Self.isOver(current, now) { current = While(began: now) }
        defer { whiles[account] = current }
        guard current.logged >= Self.burst else {
            current.logged += 1
            return .log
        }
        current.leftOut += 1
        return current.leftOut == 1 ? .sumUp(after: current.began + Self.length - now) : .leaveOut
    }

    /// Ends a user's while. Returns how many lines were left out.
    mutating func sum(of account: Account) -> Int { whiles.removeValue(forKey: account)?.leftOut ?? 0 }

    /// Of whom lines were left out.
    var unsummed: [Account] {
        whiles.filter { $0.value.leftOut > 0 }.keys.sorted { $0.description < $1.description }
    }

    /// What was counted is not forgotten before it is summed up.
    private static func isOver(_ one: While, _ now: Duration) -> Bool { one.leftOut == 0 && one.began + length <= now }
}
