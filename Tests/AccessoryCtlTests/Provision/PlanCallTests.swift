// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc
import Testing

@testable import accessoryctl

@Suite struct PlanCallTests {
    private let noAddress = AccessoryError(.noAddress, "'MyCam-1' was joined but gave no address: dhcp")
    private let gone = Failure("accessoryd went away", .notRunning)
    private let porch = PlanCall.Program(plan: "porch", number: 1)

    private func due() throws -> PlanUpdate { try Fixture.running("porch") }

    /// The plan whose program runs, and another one.
    private func files(limit: Int? = nil) throws -> PlanFiles {
        let limit = limit.map { "TimeLimit=\($0)s" } ?? ""
        return PlanFiles([try Fixture.file("porch", program: limit), try Fixture.file("attic")])
    }

    /// A run without plans' files.
    private func run(_ plan: String? = nil) -> PlanCall { PlanCall(plan: plan, files: PlanFiles([])) }

    private func start(
        _ program: PlanCall.Program, limit: Int? = nil, _ update: PlanUpdate
    ) throws -> PlanCall.Effect {
        .start(program, try #require(try files(limit: limit).plans["porch"]), update)
    }

    private func update(
        _ state: PlanUpdate.State, plan: String = "porch", isRequired: Bool = true, error: AccessoryError? = nil
    ) -> PlanUpdate {
        PlanUpdate(plan: plan, state: state, isRequired: isRequired, error: error)
    }

    private func report(_ status: Int, _ failure: String? = nil) -> PlanCall.Effect {
        .report(FinishPlanRequest(plan: "porch", status: status, failure: failure))
    }

    private func grace(_ program: PlanCall.Program) -> PlanCall.Effect {
        .set(PlanCall.Alarm(purpose: .grace, program: program), seconds: 5)
    }

    /// The plans whose programs run.
    private func running(limit: Int? = nil) throws -> PlanCall {
        var run = PlanCall(plan: nil, files: try files(limit: limit))
        _ = run.receive(.update(try due()))
        return run
    }

    @Test func startsTheProgramAndReportsHowItEnded() throws {
        var run = PlanCall(plan: nil, files: try files())
        let update = try due()
        #expect(run.receive(.update(update)) == [.show(update), try start(porch, update)])
        #expect(run.receive(.programEnded(porch, status: 3)) == [report(3)])
        let restoring = self.update(.restoring)
        #expect(run.receive(.update(restoring)) == [.show(restoring)])
        #expect(run.receive(.update(self.update(.done))) == [.show(self.update(.done))])
        #expect(run.receive(.ended(nil)) == [.finish(nil, status: 0)])
    }

    @Test func showsNobodyTheUplinksCredentialsAndHandsThemToTheProgram() throws {
        let file = try Fixture.file("porch", program: "UplinkCredentials=true")
        var run = PlanCall(plan: nil, files: PlanFiles([file]))
        let update = try dueWithUplink()
        #expect(run.receive(.update(update)) == [.show(try due()), .start(porch, file, update)])
    }

    @Test func handsNoCredentialsToAProgramThatDoesNotAskForThem() throws {
        var run = PlanCall(plan: nil, files: try files())
        let file = try #require(try files().plans["porch"])
        let line = "porch: \(file.path) does not ask for the credentials that the agent gives"
        #expect(
            run.receive(.update(try dueWithUplink())) == [
                .show(try due()), .printLine(line), .start(porch, file, try due()),
            ])
    }

    private func dueWithUplink() throws -> PlanUpdate {
        var update = try due()
        update.uplink = UplinkCredentials(
            ssid: try Fixture.ssid("Home"), security: .wpa2, passphrase: try Passphrase("home sweet home"))
        return update
    }

    @Test func reportsWhyAProgramCouldNotBeStarted() throws {
        var run = try running()
        #expect(
            run.receive(.programFailed(porch, why: "there is no user 'x'")) == [report(127, "there is no user 'x'")])
    }

    @Test func endsAProgramThatTakesLongerThanItsPlanAllows() throws {
        var run = PlanCall(plan: nil, files: try files(limit: 120))
        let limit = PlanCall.Alarm(purpose: .timeLimit, program: porch)
        let update = try due()
        #expect(
            run.receive(.update(update)) == [
                .show(update), try start(porch, limit: 120, update), .set(limit, seconds: 120),
            ])
        #expect(run.receive(.rang(limit)) == [.signal(porch, SIGTERM), grace(porch)])
        #expect(run.receive(.rang(limit)) == [])
        #expect(
            run.receive(.rang(PlanCall.Alarm(purpose: .grace, program: porch))) == [.signal(porch, SIGKILL)])
        #expect(run.receive(.programEnded(porch, status: 137)) == [report(137, "was ended after 2 min")])
    }

    @Test func givesTheNextRunOfAProgramItsWholeTime() throws {
        var run = try running(limit: 120)
        #expect(run.receive(.programEnded(porch, status: 0)) == [report(0)])
        let second = PlanCall.Program(plan: "porch", number: 2)
        let limit = PlanCall.Alarm(purpose: .timeLimit, program: second)
        let update = try due()
        #expect(
            run.receive(.update(update)) == [
                .show(update), try start(second, limit: 120, update), .set(limit, seconds: 120),
            ])
        #expect(run.receive(.rang(PlanCall.Alarm(purpose: .timeLimit, program: porch))) == [])
        #expect(run.receive(.rang(limit)) == [.signal(second, SIGTERM), grace(second)])
    }

    @Test func endsAProgramWhoseNetworkIsLeft() throws {
        var run = try running()
        let lost = update(.waiting, error: noAddress)
        #expect(
            run.receive(.update(lost)) == [
                .show(lost), .printLine("porch: its network is left; ending its program"), .signal(porch, SIGTERM),
                grace(porch),
            ])
        // Nobody waits for its outcome.
        #expect(run.receive(.programEnded(porch, status: 143)) == [])
    }

    @Test func startsTheProgramOfTheNextAttemptWhenThatOfTheLastIsGone() throws {
        var run = try running()
        _ = run.receive(.update(update(.waiting, error: noAddress)))
        let again = try due()
        #expect(run.receive(.update(again)) == [.show(again)])
        let second = PlanCall.Program(plan: "porch", number: 2)
        #expect(run.receive(.programEnded(porch, status: 143)) == [try start(second, again)])
        #expect(run.receive(.programEnded(second, status: 0)) == [report(0)])
    }

    @Test func endsProgramsBeforeItEndsItself() throws {
        var run = try running()
        #expect(run.receive(.interrupted(signal: SIGTERM)) == [.signal(porch, SIGTERM), grace(porch)])
        #expect(run.receive(.interrupted(signal: SIGTERM)) == [.signal(porch, SIGKILL)])
        #expect(run.receive(.programEnded(porch, status: 137)) == [.finish(nil, status: 143)])
    }

    @Test func endsAtOnceOnRequestWhenNothingRuns() {
        var run = self.run()
        _ = run.receive(.update(update(.trying)))
        #expect(run.receive(.interrupted(signal: SIGINT)) == [.finish(nil, status: 130)])
        #expect(run.receive(.ended(gone)) == [])
    }

    @Test func reportsNoProgramThatIsEndedAfterTheRunIsAskedToEnd() throws {
        var run = try running(limit: 120)
        _ = run.receive(.rang(PlanCall.Alarm(purpose: .timeLimit, program: porch)))
        #expect(run.receive(.interrupted(signal: SIGTERM)) == [])
        #expect(run.receive(.programEnded(porch, status: 143)) == [.finish(nil, status: 143)])
    }

    @Test func endsProgramsWhenTheAgentGoes() throws {
        var run = try running()
        #expect(run.receive(.ended(gone)) == [.signal(porch, SIGTERM), grace(porch)])
        #expect(run.receive(.programEnded(porch, status: 0)) == [.finish(gone, status: 8)])
    }

    @Test func endsProgramsWhenTheAgentCannotBeReached() throws {
        var run = try running()
        let other = PlanCall.Program(plan: "attic", number: 2)
        _ = run.receive(.update(try Fixture.running("attic")))
        #expect(run.receive(.programEnded(porch, status: 0)) == [report(0)])
        #expect(run.receive(.reportingFailed(gone)) == [.signal(other, SIGTERM), grace(other)])
        #expect(run.receive(.programEnded(other, status: 0)) == [.finish(gone, status: 8)])
    }

    @Test func exitsByTheErrorOfTheFirstRequiredPlanThatFailed() {
        var run = self.run()
        let wrong = AccessoryError(.wrongPassphrase, "'MyCam-1' refused the passphrase: no")
        let updates = [
            update(.failed, plan: "a", isRequired: false, error: wrong), update(.trying, plan: "b"),
            update(.done, plan: "c"),
            update(.failed, plan: "b", error: AccessoryError(.unknownApp, "no manifest names 'x'")),
            update(.failed, plan: "d", error: noAddress), update(.skipped, plan: "e"),
        ]
        for update in updates { _ = run.receive(.update(update)) }
        let failure = Failure("plan 'b': UnknownApp: no manifest names 'x'", .notFound)
        #expect(run.receive(.ended(nil)) == [.finish(failure, status: 10)])
    }

    @Test func countsAFailureThatWasNotRequiredOnlyForWhomNamedThePlan() {
        for (named, status) in [(nil, 0), ("porch", 4)] as [(String?, Int32)] {
            var run = self.run(named)
            _ = run.receive(.update(update(.failed, isRequired: false, error: noAddress)))
            let failure = status == 0 ? nil : Failure("plan 'porch': \(noAddress)", .joiningFailed)
            #expect(run.receive(.ended(nil)) == [.finish(failure, status: status)])
        }
    }

    // MARK: The agent's updates

    private func refused(_ update: PlanUpdate, _ reason: String) -> [PlanCall.Effect] {
        let plan = update.plan
        return [
            .show(update), .printLine("\(plan): its program is not run: \(reason)"),
            .report(FinishPlanRequest(plan: plan, status: 127, failure: reason)),
        ]
    }

    @Test func runsNoProgramOfAPlanThatWasNotAskedFor() throws {
        var run = PlanCall(plan: "porch", files: try files())
        let other = try Fixture.running("attic")
        #expect(run.receive(.update(other)) == refused(other, "only plan 'porch' was asked for"))
    }

    @Test func runsNoProgramOfAPlanThatNoTrustedFileHas() throws {
        var files = try files()
        files.faults["shed"] = KeyFileFault(path: "/etc/shed.conf", reason: "is not trusted: everybody can write it")
        var run = PlanCall(plan: nil, files: files)
        let unknown = try Fixture.running("cellar")
        let reason = "uid \(geteuid()) finds no file provision.d/cellar.conf; see --config-dir"
        #expect(run.receive(.update(unknown)) == refused(unknown, reason))
        let untrusted = try Fixture.running("shed")
        #expect(
            run.receive(.update(untrusted))
                == refused(untrusted, "/etc/shed.conf: is not trusted: everybody can write it"))
    }

    @Test func runsNoProgramWhereThePlanHasNoneOrNamesOtherNetworks() throws {
        let path = "/etc/accessoryd/provision.d"
        var run = PlanCall(
            plan: nil, files: PlanFiles([try Fixture.file("porch"), try Fixture.file("attic", runs: false)]))
        let none = try Fixture.running("attic")
        #expect(run.receive(.update(none)) == refused(none, "\(path)/attic.conf has no program to run"))
        let other = try Fixture.running("porch", on: "HomeNet")
        #expect(
            run.receive(.update(other)) == refused(other, "\(path)/porch.conf does not allow the network 'HomeNet'"))
    }

    @Test func runsAProgramOnlyAsOftenAsItsAttemptsAllow() throws {
        let path = "/etc/accessoryd/provision.d/porch.conf"
        for (choose, accessories) in [("only", ["a", "b"]), ("all", ["a", "a"])] {
            let file = try Fixture.file("porch", choose: choose, attempts: 2)
            var run = PlanCall(plan: nil, files: PlanFiles([file]))
            for (number, accessory) in accessories.enumerated() {
                let program = PlanCall.Program(plan: "porch", number: number + 1)
                let update = try Fixture.running("porch", accessory: accessory)
                #expect(run.receive(.update(update)) == [.show(update), .start(program, file, update)])
                // While it runs, the same update has no effect.
                #expect(run.receive(.update(update)) == [.show(update)])
                #expect(run.receive(.programEnded(program, status: 0)) == [report(0)])
                #expect(run.receive(.reported(plan: "porch")) == [])
            }
            let third = try Fixture.running("porch", accessory: "a")
            #expect(run.receive(.update(third)) == refused(third, "\(path) allows no further attempt"))
        }
    }

    @Test func runsTheProgramOfAPlanForAllOnceForEachAccessory() throws {
        let file = try Fixture.file("porch", choose: "all", attempts: 1)
        var run = PlanCall(plan: nil, files: PlanFiles([file]))
        for number in 1...ProgramRuns.mostAccessories {
            let program = PlanCall.Program(plan: "porch", number: number)
            let update = try Fixture.running("porch", accessory: "\(number)")
            #expect(run.receive(.update(update)).last == .start(program, file, update))
            _ = run.receive(.programEnded(program, status: 0))
            _ = run.receive(.reported(plan: "porch"))
        }
        let update = try Fixture.running("porch", accessory: "one more")
        #expect(
            run.receive(.update(update)) == refused(update, "\(file.path) allows no further attempt"))
    }

    @Test(arguments: [
        "", ".", "..", "../../tmp/evil", "/tmp/evil", "a/b", "a\0b", "a\nb", "a\u{202E}b",
        String(repeating: "a", count: 251),
    ])
    func endsWhereTheAgentNamesWhatIsNoPlan(name: String) throws {
        var run = try running()
        let effects = run.receive(.update(update(.waiting, plan: name)))
        #expect(effects == [.signal(porch, SIGTERM), grace(porch)])
        guard case .finish(let failure?, let status)? = run.receive(.programEnded(porch, status: 143)).last else {
            Issue.record("it goes on")
            return
        }
        #expect(failure.text.contains("which is no plan's name") && failure.text.utf8.count < 2000 && status == 1)
    }

    @Test func endsWhereTheAgentNamesMorePlansThanThereCanBe() {
        var run = self.run()
        for number in 1...PlanCall.mostPlans {
            #expect(run.receive(.update(update(.waiting, plan: "\(number)"))).count == 1)
        }
        #expect(run.receive(.update(update(.done, plan: "1"))).count == 1)
        let failure = Failure("the agent reports more than 256 plans; nothing more is run", .unknown)
        #expect(run.receive(.update(update(.waiting, plan: "x"))) == [.finish(failure, status: 1)])
    }

    @Test func keepsOnlyTheBeginningOfAnError() {
        var run = self.run()
        let long = AccessoryError(.noAddress, String(repeating: "é", count: 400_000))
        _ = run.receive(.update(update(.failed, error: long)))
        guard case .finish(let failure?, _)? = run.receive(.ended(nil)).last else {
            Issue.record("it goes on")
            return
        }
        #expect(failure.text.utf8.count < 5000)
    }

    @Test func reportsOneThingAtATimeHoweverOftenItIsAsked() throws {
        var run = PlanCall(plan: nil, files: try files())
        let unknown = try Fixture.running("cellar")
        let reason = "uid \(geteuid()) finds no file provision.d/cellar.conf; see --config-dir"
        #expect(run.receive(.update(unknown)) == refused(unknown, reason))
        for _ in 1...1000 { #expect(run.receive(.update(unknown)) == [.show(unknown)]) }
        let again = FinishPlanRequest(plan: "cellar", status: 127, failure: reason)
        #expect(run.receive(.reported(plan: "cellar")) == [.report(again)])
        #expect(run.receive(.reported(plan: "cellar")) == [])
        #expect(run.receive(.update(unknown)) == refused(unknown, reason))
    }

    @Test func showsWhatAProgramWritesBehindItsPlansName() throws {
        var run = try running()
        #expect(run.receive(.programWrote(porch, "<2>done")) == [.printLine("porch | <2>done")])
    }

    // MARK: Time

    @Test func stopsWaitingForPlansInTimeButNotForPrograms() throws {
        var idle = self.run()
        let late = Failure.waited(seconds: 5)
        #expect(idle.receive(.timedOut(late)) == [.finish(late, status: 3)])
        var busy = try running()
        #expect(busy.receive(.timedOut(late)) == [])
    }
}
