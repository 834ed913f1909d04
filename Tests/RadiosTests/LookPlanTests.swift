// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

@Suite struct LookPlanTests {
    private func visits(_ plan: inout LookPlan, _ count: Int, from start: Int = 100) -> [LookPlan.Visit] {
        (0..<count).map { index in
            let visit = plan.next
            plan.visited(visit, startedAt: start + index * 10, picksChannels: true)
            return visit
        }
    }

    @Test func visitsLikelyChannelsFirstThenTheUsualOnesThenTheRest() {
        var plan = LookPlan(likely: [5180, 2437], startedAt: 100)
        #expect(
            visits(&plan, 4) == [
                .channels([5180, 2437]), .channels([2412, 2462]), .channels(LookPlan.between), .everything,
            ])
    }

    @Test func startsWithTheUsualChannelsWhenNothingIsKnown() {
        #expect(LookPlan(likely: [], startedAt: 100).next == .channels(LookPlan.usual))
    }

    @Test func isCompleteOnlyAfterEveryChannelWasVisited() {
        var plan = LookPlan(likely: [], startedAt: 100)
        _ = visits(&plan, 2)
        #expect(!plan.isComplete)
        #expect(plan.pause == .zero)
        _ = visits(&plan, 1)
        #expect(plan.isComplete)
        #expect(plan.pause > .zero)
    }

    @Test func goesOnWithQuickLooksBetweenSweeps() {
        var plan = LookPlan(likely: [2457], startedAt: 100)
        _ = visits(&plan, 4)
        let quick = LookPlan.Visit.channels([2457, 2412, 2437, 2462])
        let round = visits(&plan, 8)
        #expect(round.enumerated().allSatisfy { $0.offset % 2 == 1 || $0.element == quick })
        #expect(
            Set(round.flatMap { $0.channels ?? [] })
                == Set(LookPlan.usual + LookPlan.between + [5180, 5200, 5220, 5240, 5745, 5765, 5785, 5805, 5825]))
        #expect(visits(&plan, 16) == round + round)
        #expect(visits(&plan, 2) == [.everything, quick])
    }

    @Test func leavesWhatTheRadioWillNotVisitToTheSweeps() {
        var plan = LookPlan(likely: [], startedAt: 100)
        _ = visits(&plan, 6)
        let part = plan.next
        #expect(part == .channels([5180, 5200, 5220, 5240]))
        plan.skip()
        #expect(!visits(&plan, 60).contains(part))
        // A sweep that failed is tried again, and quick looks are never given up.
        while plan.next != .everything { _ = visits(&plan, 1) }
        plan.skip()
        #expect(plan.next == .everything)
        _ = visits(&plan, 1)
        plan.skip()
        #expect(visits(&plan, 10).contains(.channels(LookPlan.usual)))
    }

    @Test func onlySweepsWhenChannelsCannotBePicked() {
        var plan = LookPlan(likely: [2412], startedAt: 100)
        plan.giveUpChannels()
        for _ in 0..<3 {
            #expect(plan.next == .everything)
            plan.visited(.everything, startedAt: 100, picksChannels: false)
        }
    }

    @Test func passesOverAVisitThatCannotBeMadeButNotOverTheSweep() {
        var plan = LookPlan(likely: [5500], startedAt: 100)
        plan.skip()
        #expect(plan.next == .channels(LookPlan.usual))
        for _ in 0..<4 { plan.skip() }
        #expect(plan.next == .everything)
        #expect(!plan.isComplete)
    }

    @Test func countsWhatWasHeardJustBeforeTheLookingBegan() {
        let plan = LookPlan(likely: [], startedAt: 100)
        #expect(plan.isHeard(lastSeen: 100, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 94, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: 93, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: -1, frequency: 2437))
    }

    @Test func countsOnlyWhatItHearsItselfWhereThatIsWanted() {
        let plan = LookPlan(likely: [], startedAt: 100, remembers: false)
        #expect(plan.isHeard(lastSeen: 99, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: 98, frequency: 2437))
    }

    @Test func takesASweepThatNetworkManagerHadBegunByItself() {
        var plan = LookPlan(likely: [], startedAt: 100)
        plan.giveUpChannels()
        plan.visited(.everything, startedAt: 120, picksChannels: false)
        #expect(plan.isComplete)
        #expect(plan.isHeard(lastSeen: 116, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: 110, frequency: 2437))
    }

    @Test func dropsWhatThreeLooksAtItsChannelMissed() {
        var plan = LookPlan(likely: [], startedAt: 100)
        for start in [110, 112] { plan.visited(.channels(LookPlan.usual), startedAt: start, picksChannels: true) }
        #expect(plan.isHeard(lastSeen: 105, frequency: 2437))
        plan.visited(.channels(LookPlan.usual), startedAt: 114, picksChannels: true)
        #expect(!plan.isHeard(lastSeen: 105, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 110, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 105, frequency: 2442))
        plan.visited(.channels(LookPlan.usual), startedAt: 116, picksChannels: true)
        #expect(!plan.isHeard(lastSeen: 110, frequency: 2437))
    }

    @Test func dropsWhatTheNewestSweepMissedButNotWhatAQuickLookMissed() {
        var plan = LookPlan(likely: [], startedAt: 100)
        plan.visited(.channels(LookPlan.usual), startedAt: 110, picksChannels: true)
        #expect(plan.isHeard(lastSeen: 102, frequency: 2437))
        plan.visited(.everything, startedAt: 120, picksChannels: true)
        #expect(!plan.isHeard(lastSeen: 102, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 121, frequency: 2437))
    }
}
