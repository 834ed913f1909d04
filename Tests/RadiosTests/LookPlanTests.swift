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
        #expect(visits(&plan, 4) == [quick, quick, .everything, quick])
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
        #expect(plan.isHeard(lastSeen: 100))
        #expect(plan.isHeard(lastSeen: 94))
        #expect(!plan.isHeard(lastSeen: 93))
        #expect(!plan.isHeard(lastSeen: -1))
    }

    @Test func takesASweepThatNetworkManagerHadBegunByItself() {
        var plan = LookPlan(likely: [], startedAt: 100)
        plan.giveUpChannels()
        plan.visited(.everything, startedAt: 120, picksChannels: false)
        #expect(plan.isComplete && plan.isHeard(lastSeen: 116) && !plan.isHeard(lastSeen: 110))
    }

    @Test func dropsWhatTheNewestSweepMissedButNotWhatAQuickLookMissed() {
        var plan = LookPlan(likely: [], startedAt: 100)
        plan.visited(.channels(LookPlan.usual), startedAt: 110, picksChannels: true)
        #expect(plan.isHeard(lastSeen: 102))
        plan.visited(.everything, startedAt: 120, picksChannels: true)
        #expect(!plan.isHeard(lastSeen: 102))
        #expect(plan.isHeard(lastSeen: 121))
    }
}
