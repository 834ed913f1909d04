// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// What came of plans, what of it counts, and the networks that the agent holds for them.
struct PlanBookTests {
    private static let now = Timestamp(seconds: 1000)
    private static let lost = AccessoryError(.connectionFailed, "out of reach")
    private static let revoked = AccessoryError(.notAuthorized, "access was revoked")

    private func plan(_ id: Plan.ID = "porch", _ keys: [String: String] = [:]) throws -> Plan {
        try RoundSamples.entry(id, ["Plan": keys]).plan
    }

    private func memory(
        _ state: PlanMemory.State, of plan: Plan, _ accessories: [Accessory.ID] = ["a"], boot: String = "b1"
    ) -> PlanMemory {
        PlanMemory(
            id: plan.id, digest: plan.digest, state: state, accessories: accessories, attempts: 2, boot: boot,
            changed: Timestamp(seconds: 1))
    }

    private func book(_ memories: PlanMemory..., boot: String = "b1") -> PlanBook {
        PlanBook(Dictionary(uniqueKeysWithValues: memories.map { ($0.id, $0) }), boot: boot)
    }

    private func records(_ app: String = "org.example.camera", of accessories: Accessory.ID...) throws -> Records {
        Records(
            try (accessories.isEmpty ? ["a"] : accessories).map { id in
                AccessRecord(
                    app: app, uid: nil,
                    accessory: Accessory(
                        id: id, displayName: id, ssid: try ssid("MyCam-0001"), bssid: try bssid(1), state: .authorized),
                    security: nil, frequency: nil, isHidden: false, origin: .plan, grantedBy: "plan porch",
                    granted: Timestamp(seconds: 1))
            })
    }

    // MARK: Results

    @Test func aResultCountsForThePlanAsItIs() throws {
        let (plan, other, records) = (try plan(), try plan("porch", ["EveryBoot": "true"]), try records())
        #expect(book().result(of: plan, in: records) == nil)
        for state in PlanMemory.State.allCases where ![.kept, .running].contains(state) {
            let memory = memory(state, of: plan)
            #expect(book(memory).result(of: plan, in: records) == memory)
            #expect(book(memory).result(of: other, in: records) == nil)
        }
    }

    @Test func whatAnEarlierAgentCarriedOutIsPending() throws {
        let (plan, records) = (try plan(), try records())
        var book = book(memory(.running, of: plan))
        #expect(book.result(of: plan, in: records)?.state == .pending)
        book.apply([.remember(memory(.running, of: plan))])
        #expect(book.result(of: plan, in: records)?.state == .running)
    }

    @Test func whatIsDueAgainIsPending() throws {
        let (once, always, keep) = (
            try plan(), try plan("porch", ["EveryBoot": "true"]), try plan("porch", ["Afterwards": "keep"])
        )
        let (own, others) = (try records(), try records("org.example.viewer"))
        func state(_ memory: PlanMemory, of plan: Plan, in records: Records, isHeld: Bool = false) -> PlanMemory.State?
        {
            var book = book(memory)
            if isHeld { book.keep(1, for: plan.id) }
            return book.result(of: plan, in: records)?.state
        }
        #expect(state(memory(.done, of: once, boot: "b0"), of: once, in: own) == .done)
        #expect(state(memory(.done, of: once), of: once, in: others) == .pending)
        #expect(state(memory(.done, of: always), of: always, in: own) == .done)
        #expect(state(memory(.done, of: always, boot: "b0"), of: always, in: own) == .pending)
        #expect(state(memory(.kept, of: keep), of: keep, in: own, isHeld: true) == .kept)
        #expect(state(memory(.kept, of: keep), of: keep, in: own) == .pending)
        #expect(state(memory(.failed, of: once), of: once, in: others) == .failed)
    }

    @Test func aResultIsOfThisBootAndCountsOnceItIsWritten() throws {
        let plan = try plan()
        var book = book()
        let change = book.remembering(memory(.failed, of: plan, boot: "b0"), at: Self.now)
        var written = memory(.failed, of: plan)
        written.changed = Self.now
        #expect(change == .remember(written) && book.result(of: plan, in: Records()) == nil)
        book.apply([.settle(bond: try bssid(1)), change])
        #expect(book.result(of: plan, in: Records()) == written)
    }

    // MARK: Rounds

    @Test func aRoundRunsWhatIsDueAndWhatIsNamed() throws {
        let (plan, records) = (try plan(), try records())
        func entry(_ book: PlanBook, isNamed: Bool = false) -> PlanRound.Entry {
            book.entry(of: plan, isNamed: isNamed, in: records, at: Self.now) { $0 }
        }
        #expect(entry(book(memory(.done, of: plan))).standing == .done)
        #expect(entry(book(memory(.done, of: plan))).memory == memory(.done, of: plan))
        let named = entry(book(memory(.done, of: plan)), isNamed: true)
        #expect(named.standing == .due && named.memory.state == .running && named.memory.accessories.isEmpty)
        let interrupted = entry(book(memory(.running, of: plan, boot: "b0")))
        #expect(interrupted.standing == .due && interrupted.memory.accessories == ["a"])
        let first = entry(book()).memory
        #expect(first.state == .running && first.boot == "b1" && first.changed == Self.now && first.attempts == 0)
    }

    @Test func isDueAgainWhenSomethingChanged() throws {
        let (plan, always, keep) = (
            try plan(), try plan("porch", ["EveryBoot": "true"]),
            try plan("porch", ["Afterwards": "keep", "EveryBoot": "false"])
        )
        let (both, one) = (try records(of: "one", "two"), try records(of: "one"))
        func isDue(
            _ state: PlanMemory.State, _ plan: Plan, after earlier: Plan? = nil, boot: String = "b1",
            isHeld: Bool = false, in records: Records? = nil
        ) -> Bool {
            var book = book(memory(state, of: earlier ?? plan, ["one", "two"]), boot: boot)
            if isHeld { book.keep(1, for: plan.id) }
            let entry = book.entry(of: plan, isNamed: false, in: records ?? both, at: Self.now) { $0 }
            return entry.standing == .due
        }
        for state in [PlanMemory.State.pending, .running, .failed] { #expect(isDue(state, plan)) }
        #expect(!isDue(.done, plan) && !isDue(.done, plan, boot: "b2"))
        #expect(isDue(.done, plan, in: one))
        #expect(!isDue(.done, always) && isDue(.done, always, boot: "b2"))
        #expect(!isDue(.kept, keep, isHeld: true) && isDue(.kept, keep) && !isDue(.kept, keep, boot: "b2"))
        #expect(isDue(.done, plan, after: always))
    }

    @Test func goesOnWhereItWasInterrupted() throws {
        let (plan, always) = (try plan(), try plan("porch", ["EveryBoot": "true"]))
        let records = try records(of: "one")
        func begun(_ state: PlanMemory.State, _ plan: Plan, as other: Plan? = nil, boot: String = "b1") -> PlanMemory {
            book(memory(state, of: plan, ["one", "two"]), boot: boot)
                .entry(of: other ?? plan, isNamed: true, in: records, at: Self.now) { $0 }.memory
        }
        #expect(begun(.running, plan, boot: "b2").accessories == ["one"])
        #expect(begun(.running, plan).attempts == 0 && begun(.running, plan).error == nil)
        #expect(begun(.done, plan).accessories == [] && begun(.running, plan, as: always).accessories == [])
        #expect(begun(.failed, always).accessories == ["one"] && begun(.failed, always, boot: "b2").accessories == [])
    }

    @Test func aRoundRefusesWhatCannotRun() throws {
        let (plan, records) = (try plan(), try records())
        func entry(_ book: PlanBook) -> PlanRound.Entry {
            book.entry(of: plan, isNamed: false, in: records, at: Self.now) { _ throws(AccessoryError) in
                throw Self.revoked
            }
        }
        #expect(entry(book()).standing == .refused(Self.revoked) && entry(book()).plan == plan)
        // Nobody asks whether it could run.
        #expect(entry(book(memory(.done, of: plan))).standing == .done)
    }

    // MARK: Networks that the agent holds

    @Test func holdsAgainWhatItHeldInThisBoot() throws {
        let keep = ["Afterwards": "keep"]
        let plans = [
            "1": try plan("1", keep), "2": try plan("2", keep), "3": try plan("3", keep), "4": try plan("4", keep),
            "5": try plan("5"),
        ]
        func held(_ id: Plan.ID, _ state: PlanMemory.State, boot: String = "b1") throws -> PlanMemory {
            memory(state, of: try #require(plans[id]), boot: boot)
        }
        var changed = try held("4", .kept)
        changed.digest = "another"
        let book = book(
            try held("2", .running), try held("1", .kept), try held("3", .kept, boot: "b0"), changed,
            try held("5", .running))
        #expect(book.interrupted(among: plans) == ["1", "2"])
        #expect(book.interrupted(among: [:]).isEmpty)
        for state in [PlanMemory.State.pending, .done, .failed] {
            #expect(self.book(try held("1", state)).interrupted(among: plans).isEmpty)
        }
    }

    @Test func whatWasLostIsHeldAgainAndWhatWasLeftIsOver() throws {
        let plan = try plan("porch", ["Afterwards": "keep"])
        func end(_ error: AccessoryError?, lease: Lease.ID = 1, isInstalled: Bool = true) -> PlanBook.End? {
            var book = book(memory(.kept, of: plan))
            book.keep(1, for: plan.id)
            let end = book.ended(lease, of: plan.id, error, isInstalled: isInstalled)
            #expect(book.kept.isEmpty == (lease == 1))
            return end
        }
        #expect(end(Self.lost) == .lost(Self.lost))
        #expect(end(nil) == .over(memory(.done, of: plan)))
        var failed = memory(.failed, of: plan)
        failed.error = Self.revoked
        #expect(end(Self.revoked) == .over(failed))
        #expect(end(Self.lost, isInstalled: false) == nil && end(Self.lost, lease: 2) == nil)
    }

    @Test func whatItLetGoIsNoLongerItsOwn() throws {
        let plan = try plan("porch", ["Afterwards": "keep"])
        var book = book(memory(.kept, of: plan))
        #expect(book.letGo(plan.id) == nil)
        book.keep(1, for: plan.id)
        #expect(book.letGo(plan.id) == 1)
        #expect(book.ended(1, of: plan.id, Self.lost, isInstalled: true) == nil)
        book.keep(2, for: plan.id)
        book.letAllGo()
        #expect(book.kept.isEmpty && book.ended(2, of: plan.id, nil, isInstalled: true) == nil)
    }
}
