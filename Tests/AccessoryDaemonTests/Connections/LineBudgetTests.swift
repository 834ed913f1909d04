// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryDaemon

@Suite struct LineBudgetTests {
    private let one = Account.user(1000)
    private let other = Account.user(1001)

    /// The verdicts on lines, each a millisecond after the one before it.
    private func verdicts(
        _ budget: inout LineBudget, of account: Account, _ count: Int, from begin: Duration = .zero
    ) -> [LineBudget.Verdict] {
        (0..<count).map { budget.line(of: account, at: begin + .milliseconds($0)) }
    }

    @Test func aFloodIsABurstAndOneLineWithTheCount() {
        var budget = LineBudget()
        let seen = verdicts(&budget, of: one, 5000)
        #expect(seen.prefix(LineBudget.burst).allSatisfy { $0 == .log })
        #expect(seen[LineBudget.burst] == .sumUp(after: LineBudget.length - .milliseconds(LineBudget.burst)))
        #expect(seen.dropFirst(LineBudget.burst + 1).allSatisfy { $0 == .leaveOut })
        #expect(budget.unsummed == [one])
        #expect(budget.sum(of: one) == 5000 - LineBudget.burst)
        #expect(budget.sum(of: one) == 0)
    }

    @Test(arguments: [
        (count: 1, later: 0, logged: 1), (10, 0, 10), (10, 59, 10), (10, 60, 20), (11, 59, 10), (11, 60, 10),
    ])
    func aNewWhileBeginsWhenTheLastIsOverAndSummedUp(count: Int, later: Int, logged: Int) {
        var budget = LineBudget()
        var seen = verdicts(&budget, of: one, count)
        if later > 0 { seen += verdicts(&budget, of: one, count, from: .seconds(later)) }
        #expect(seen.count { $0 == .log } == logged)
        // Whatever was left out is in the sum, also where that comes late.
        #expect(budget.sum(of: one) == seen.count - logged)
        #expect(budget.line(of: one, at: .seconds(later)) == .log)
    }

    @Test func theFirstLinesOfAnotherUserAreNotLost() {
        var budget = LineBudget()
        _ = verdicts(&budget, of: one, 5000)
        #expect(verdicts(&budget, of: other, LineBudget.burst).allSatisfy { $0 == .log })
        #expect(budget.sum(of: other) == 0)
    }

    @Test func forgetsUsersOfWhomNothingIsCounted() {
        var budget = LineBudget()
        _ = verdicts(&budget, of: one, 11)
        for user in 0..<LineBudget.most { _ = budget.line(of: .user(UInt32(5000 + user)), at: .seconds(1)) }
        #expect(budget.count > LineBudget.most)
        _ = budget.line(of: other, at: .seconds(100))
        #expect(budget.count == 2 && budget.sum(of: one) == 1)
    }
}
