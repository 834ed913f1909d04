// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

extension LookPlan {
    /// Whether an access point counts that no earlier look has returned.
    fileprivate func isHeard(lastSeen: Int, frequency: Int) -> Bool {
        var plan = self
        return !plan.heard(among: [Sighting(path: "/1", lastSeen: lastSeen, frequency: frequency)]).isEmpty
    }
}

@Suite struct LookPlanTests {
    /// The channels of a radio with both bands in Germany.
    private static let german = RadioChannels(
        open: Array(stride(from: 2412, through: 2472, by: 5)) + [5180, 5200, 5220, 5240]
            + [5745, 5765, 5785, 5805, 5825, 5845],
        radar: Array(stride(from: 5260, through: 5320, by: 20)) + Array(stride(from: 5500, through: 5700, by: 20)))
    private static let near = [2417, 2422, 2427, 2432, 2442, 2447, 2452, 2457, 2467, 2472]

    private func plan(likely: [Int] = [], channels: RadioChannels? = german, remembers: Bool = true) -> LookPlan {
        LookPlan(likely: likely, channels: channels, startedAt: 100, remembers: remembers)
    }

    private func visits(_ plan: inout LookPlan, _ count: Int, from start: Int = 100) -> [LookPlan.Visit] {
        (0..<count).map { index in
            let visit = plan.next
            make(visit, of: &plan, at: start + index * 10)
            return visit
        }
    }

    private func make(_ visit: LookPlan.Visit, of plan: inout LookPlan, at time: Int) {
        switch visit {
        case .channels(let channels):
            for channel in channels { plan.visited(channel, startedAt: time) }
            plan.finished()
        case .everything: plan.swept(startedAt: time, isOurs: true)
        }
    }

    private func complete(_ plan: inout LookPlan) { while !plan.isComplete { _ = visits(&plan, 1) } }

    private func channels(of visits: [LookPlan.Visit]) -> [Int] {
        visits.flatMap { visit in
            switch visit {
            case .channels(let channels): channels
            case .everything: [Int]()
            }
        }
    }

    // MARK: The first time round

    @Test func visitsLikelyThenUsualThen2GHzThen5GHzThenTheRest() {
        var plan = plan(likely: [5180, 2437])
        #expect(
            visits(&plan, 7) == [
                .channels([5180, 2437]), .channels([2412, 2462]), .channels(Self.near), .channels([5200, 5220, 5240]),
                .channels([5745, 5765, 5785, 5805, 5825]),
                .channels([5845, 5260, 5280, 5300, 5320] + Array(stride(from: 5500, through: 5620, by: 20))),
                .channels([5640, 5660, 5680, 5700]),
            ])
        #expect(plan.isComplete)
    }

    @Test(arguments: [(Band.two, 13), (.five, 25)])
    func visitsTheChannelsOfTheBandAloneThatIsWanted(band: Band, count: Int) {
        var plan = LookPlan(likely: [2437, 5180], channels: Self.german, startedAt: 100, bands: [band])
        var seen: Set<Int> = []
        while !plan.isComplete { seen.formUnion(channels(of: visits(&plan, 1))) }
        seen.formUnion(channels(of: visits(&plan, 40)))
        #expect(seen.allSatisfy { Band(frequency: $0) == band } && seen.count == count)
    }

    @Test func startsWithTheUsualChannelsWhenNothingIsKnown() {
        #expect(plan().next == .channels(LookPlan.usual))
        #expect(plan(channels: nil).next == .channels(LookPlan.usual))
    }

    @Test func visitsEveryChannelOfTheRadioOnceBeforeItIsComplete() {
        var plan = plan(likely: [5200])
        var made: [LookPlan.Visit] = []
        while !plan.isComplete {
            #expect(plan.pause == .zero)
            made += visits(&plan, 1)
        }
        #expect(channels(of: made).sorted() == (Self.german.open + Self.german.radar).sorted())
        #expect(!made.contains(.everything))
        #expect(plan.pause > .zero)
    }

    @Test func asksForNoChannelThatTheCountryForbids() {
        var plan = plan(
            likely: [2472, 5745, 2437],
            channels: RadioChannels(open: Array(stride(from: 2412, through: 2462, by: 5)), radar: [5500]))
        let made = channels(of: visits(&plan, 40))
        #expect(Set(made) == Set(Array(stride(from: 2412, through: 2462, by: 5)) + [5500]))
        #expect(made.first == 2437)
    }

    @Test func visitsChannelsThatNeedNoRadarDetectionHereBeforeThoseThatDo() {
        var plan = plan(channels: RadioChannels(open: [2412, 5180, 5260, 5955], radar: [5500, 5745]))
        #expect(
            visits(&plan, 3) == [.channels([2412]), .channels([5180]), .channels([5260, 5500, 5745, 5955])])
    }

    @Test func sweepsOnceWhereTheRadiosChannelsAreNotKnown() {
        var plan = plan(likely: [5500], channels: nil)
        #expect(
            visits(&plan, 6) == [
                .channels([5500]), .channels(LookPlan.usual), .channels(Array(Self.near.prefix(8))),
                .channels([5180, 5200, 5220, 5240]), .channels([5745, 5765, 5785, 5805, 5825]), .everything,
            ])
        #expect(plan.isComplete)
    }

    // MARK: Afterwards

    @Test func goesOnWithQuickLooksBetweenTheOtherChannels() {
        var plan = plan(likely: [2457])
        complete(&plan)
        let quick = LookPlan.Visit.channels([2457, 2412, 2437, 2462])
        let round = visits(&plan, 6)
        #expect(
            round == [
                quick, .channels([2417, 2422, 2427, 2432, 2442]), .channels([5180, 5200, 5220, 5240]), quick,
                .channels([2447, 2452, 2467, 2472]), .channels([5745, 5765, 5785, 5805, 5825]),
            ])
        #expect(visits(&plan, 7) == round + [.channels([5845, 5260, 5280, 5300])])
        #expect(visits(&plan, 6) == round)
        #expect(visits(&plan, 7) == round + [.channels([5320, 5500, 5520, 5540])])
    }

    @Test func visitsEveryRareChannelAgain() {
        var plan = plan()
        complete(&plan)
        let made = channels(of: visits(&plan, 200))
        #expect(Set(made) == Set(Self.german.open + Self.german.radar))
        // The usual ones come at least four times as often.
        let count = { channel in made.count { $0 == channel } }
        #expect(count(2437) > 4 * count(5500))
    }

    @Test func leavesTheRadioToOthersForLongerAfterAMinute() {
        var plan = plan()
        complete(&plan)
        let atFirst = plan.pause
        _ = visits(&plan, 7 * LookPlan.briskRounds)
        #expect(plan.pause > atFirst)
    }

    @Test func sweepsAfterThreeRoundsWhereTheRadiosChannelsAreNotKnown() {
        var plan = plan(channels: nil)
        complete(&plan)
        #expect(plan.pause < .seconds(2))
        let made = visits(&plan, 19)
        #expect(made.firstIndex(of: .everything) == 18)
    }

    @Test func asksNoMoreForWhatTheRadioRefused() {
        var plan = plan()
        for channel in [2412, 2437, 2462] { plan.visited(channel, startedAt: 100) }
        plan.finished()
        for channel in Self.near where channel < 2467 { plan.visited(channel, startedAt: 100) }
        for channel in [2467, 2472] { plan.refused(channel) }
        plan.finished()
        complete(&plan)
        #expect(Set(channels(of: visits(&plan, 21))).isDisjoint(with: [2467, 2472]))
    }

    @Test func sweepsWhereTheRadioRefusesEveryChannel() {
        var plan = plan(channels: RadioChannels(open: [2412]))
        plan.refused(2412)
        plan.finished()
        #expect(!plan.isComplete)
        #expect(visits(&plan, 1) == [.everything])
        #expect(plan.isComplete)
        #expect(visits(&plan, 1) == [.everything])
    }

    @Test func onlySweepsWhenChannelsCannotBePicked() {
        var plan = plan(likely: [2412])
        plan.giveUpChannels()
        for _ in 0..<3 {
            #expect(plan.next == .everything)
            plan.swept(startedAt: 100, isOurs: false)
        }
    }

    // MARK: What counts as heard

    @Test func countsWhatWasSeenJustBeforeTheLookingBegan() {
        let plan = plan()
        #expect(plan.isHeard(lastSeen: 100, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 94, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: 93, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: -1, frequency: 2437))
    }

    @Test func countsOnlyItsOwnSightingsWhereThatIsWanted() {
        let plan = plan(remembers: false)
        #expect(plan.isHeard(lastSeen: 99, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: 98, frequency: 2437))
    }

    @Test func goesOnCountingWhatCountedUntilItsChannelWasVisited() {
        var plan = plan()
        func heard(_ lastSeen: Int) -> Set<String> {
            plan.heard(among: [LookPlan.Sighting(path: "/1", lastSeen: lastSeen, frequency: 2437)])
        }
        #expect(heard(93) == [])
        #expect(heard(94) == ["/1"])
        #expect(heard(93) == ["/1"], "NetworkManager calculated it anew")
        for start in [100, 101, 102] { plan.visited(2437, startedAt: start) }
        #expect(heard(94) == [])
        #expect(heard(101) == ["/1"])
        plan.swept(startedAt: 110, isOurs: true)
        #expect(heard(101) == [], "the sweep missed it")
    }

    @Test func takesASweepThatSomebodyElseHadBegun() {
        var plan = plan(channels: nil)
        plan.giveUpChannels()
        plan.swept(startedAt: 120, isOurs: false)
        #expect(plan.isComplete)
        #expect(plan.isHeard(lastSeen: 116, frequency: 2437))
        #expect(!plan.isHeard(lastSeen: 110, frequency: 2437))
    }

    @Test func dropsWhatThreeLooksAtItsChannelMissed() {
        var plan = plan()
        for start in [110, 112] { plan.visited(2437, startedAt: start) }
        #expect(plan.isHeard(lastSeen: 105, frequency: 2437))
        plan.visited(2437, startedAt: 114)
        #expect(!plan.isHeard(lastSeen: 105, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 110, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 105, frequency: 2442))
        plan.visited(2437, startedAt: 116)
        #expect(!plan.isHeard(lastSeen: 110, frequency: 2437))
    }

    @Test func dropsWhatTwoLooksMissedWhereLooksAreRare() {
        var plan = plan()
        for channel in [5500, 5180] { plan.visited(channel, startedAt: 110) }
        #expect(plan.isHeard(lastSeen: 105, frequency: 5500))
        for channel in [5500, 5180] { plan.visited(channel, startedAt: 150) }
        #expect(!plan.isHeard(lastSeen: 105, frequency: 5500))
        #expect(plan.isHeard(lastSeen: 110, frequency: 5500))
        #expect(plan.isHeard(lastSeen: 105, frequency: 5180))
    }

    @Test func dropsWhatTheNewestSweepMissedButNotWhatAQuickLookMissed() {
        var plan = plan(channels: nil)
        plan.visited(2437, startedAt: 110)
        #expect(plan.isHeard(lastSeen: 102, frequency: 2437))
        plan.swept(startedAt: 120, isOurs: true)
        #expect(!plan.isHeard(lastSeen: 102, frequency: 2437))
        #expect(plan.isHeard(lastSeen: 121, frequency: 2437))
    }
}
