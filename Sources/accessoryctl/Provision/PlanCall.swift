// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// Carrying plans out, on the side that runs their programs: the effects of each event, from the call to the exit
/// status.
///
/// To end a program, for whatever reason, it gets SIGTERM first, and SIGKILL if it is still there after a while.
/// Nothing is finished before every program has ended.
struct PlanCall: Machine {
    indirect enum Event: Sendable {
        case update(PlanUpdate)
        /// The call is over: nil if every plan has come to its end.
        case ended(Failure?)
        /// With a shell's exit status.
        case programEnded(Program, status: Int32)
        case programFailed(Program, why: String)
        case programWrote(Program, String)
        case rang(Alarm)
        /// The agent has received the report of how a plan's program ended.
        case reported(plan: String)
        /// The agent refused the report that a program has ended.
        case reportingFailed(Failure)
        case interrupted(signal: Int32)
        /// The run has taken longer than the command line allows.
        case timedOut(Failure)
    }

    /// One run of one plan's program. A plan may run its program several times.
    struct Program: Hashable, Sendable {
        var plan: String
        var number: Int
    }

    struct Alarm: Hashable, Sendable {
        enum Purpose: Hashable, Sendable {
            case timeLimit
            /// The time for ending by itself is over.
            case grace
        }

        var purpose: Purpose
        var program: Program
    }

    indirect enum Effect: Hashable {
        /// Never has the uplink's credentials, nor a label's secret.
        case show(PlanUpdate)
        /// With the plan of the file, and the agent's update about the network.
        case start(Program, Plan, PlanUpdate)
        /// To the program and all processes that it has started.
        case signal(Program, Int32)
        case set(Alarm, seconds: Int)
        case report(FinishPlanRequest)
        case printLine(String)
        /// The last effect.
        case finish(Failure?, status: Int32)
    }

    /// Seconds between SIGTERM and SIGKILL.
    static let grace = 5

    /// The most plans that the agent may report in one run.
    static let mostPlans = 256
    /// The longest error text that is kept, in bytes.
    static let longestError = 4096

    /// A shell's exit status for a program that cannot be run.
    private static let notStarted: Int32 = 127

    private struct Running {
        var program: Program
        var timeLimit: Int?
        /// It must end. Its result is reported only with `failure`.
        var isEnding = false
        /// The reason why it was ended, if the agent waits for it.
        var failure: String?
        /// It ends its network itself, and its status counts without it.
        var outlivesNetwork = false
        /// The plan wants its program again, as soon as this run is over.
        var next: PlanUpdate?
    }

    private indirect enum State {
        case running
        /// This waits only for programs that were asked to end.
        case ending(Failure?, status: Int32)
        case ended
    }

    /// The facts of a plan's latest update that the exit status needs.
    private struct Outcome {
        var plan: String
        /// Nil unless the plan failed and that counts.
        var error: AccessoryError?
    }

    private var state = State.running
    private var programs: [String: Running] = [:]
    private var started = 0
    /// One for each plan, in the order of their first updates.
    private var outcomes: [Outcome] = []
    /// The plans with a report on its way to the agent, and the next report of each.
    private var reporting: [String: FinishPlanRequest?] = [:]
    /// The requested plan: its failure counts even if it is not required.
    private let plan: String?
    private let files: PlanFiles
    private var runs = ProgramRuns()

    init(plan: String?, files: PlanFiles) {
        self.plan = plan
        self.files = files
    }

    mutating func receive(_ event: Event) -> [Effect] {
        if case .ended = state { return [] }
        switch event {
        case .update(let update): return receive(update)
        case .ended(let failure): return ended(failure)
        case .programEnded(let program, let status):
            return over(program, status: status)
        case .programFailed(let program, let why):
            return over(program, status: Self.notStarted, why)
        case .programWrote(let program, let line):
            return [.printLine("\(program.plan) | \(line)")]
        case .reported(let plan):
            guard let next = reporting.removeValue(forKey: plan) else { return [] }
            return next.map { report($0) } ?? []
        case .rang(let alarm): return rang(alarm)
        case .reportingFailed(let failure): return end(failure, status: failure.status)
        case .interrupted(let signal):
            if case .ending = state { return killAll() }
            return end(nil, status: 128 + signal)
        case .timedOut(let failure): return programs.isEmpty ? end(failure, status: failure.status) : []
        }
    }

    private mutating func receive(_ update: PlanUpdate) -> [Effect] {
        guard case .running = state else { return [] }
        do throws(Failure) {
            try note(update)
        } catch {
            return end(error, status: error.status)
        }
        var shown = update
        shown.uplink = nil
        shown.provision = nil
        var effects = [Effect.show(shown)]
        if update.state == .running, update.program != nil {
            if programs[update.plan] == nil {
                effects += start(update)
            } else if programs[update.plan]?.isEnding == true {
                programs[update.plan]?.next = update
            }
        } else if let running = programs[update.plan] {
            // The plan's network is gone: the program's result no longer counts.
            programs[update.plan]?.next = nil
            programs[update.plan]?.failure = nil
            if !running.isEnding {
                effects.append(.printLine("\(update.plan): its network is left; ending its program"))
                effects += terminate(update.plan)
            }
        }
        return effects
    }

    /// Throws if no true agent would report that: a false one must not fill the memory here.
    private mutating func note(_ update: PlanUpdate) throws(Failure) {
        guard Plan.isID(update.plan) else {
            let name = String(decoding: update.plan.utf8.prefix(Plan.longestID), as: UTF8.self)
            throw Failure("the agent reports '\(name)', which is no plan's name; nothing more is run", .unknown)
        }
        let index = outcomes.firstIndex { $0.plan == update.plan }
        guard index != nil || outcomes.count < Self.mostPlans else {
            throw Failure("the agent reports more than \(Self.mostPlans) plans; nothing more is run", .unknown)
        }
        var outcome = Outcome(plan: update.plan)
        if update.state == .failed, update.isRequired || update.plan == plan {
            var error = update.error ?? AccessoryError(.connectionFailed, "it failed")
            error.message = String(decoding: error.message.utf8.prefix(Self.longestError), as: UTF8.self)
            error.field = nil
            outcome.error = error
        }
        if let index { outcomes[index] = outcome } else { outcomes.append(outcome) }
    }

    /// One call at a time for each plan, however often the agent asks for its program.
    private mutating func report(_ request: FinishPlanRequest) -> [Effect] {
        guard reporting[request.plan] == nil else {
            reporting[request.plan] = .some(request)
            return []
        }
        reporting[request.plan] = .some(nil)
        return [.report(request)]
    }

    /// Whoever the agent is, only programs of requested plans run, as their files define them.
    private mutating func start(_ update: PlanUpdate) -> [Effect] {
        let file: Plan
        do throws(Failure) {
            if let plan, plan != update.plan { throw Failure("only plan '\(plan)' was asked for", .notAuthorized) }
            file = try files.plan(for: update)
            guard runs.begin(file, for: update.accessory?.id) else {
                throw Failure("\(file.path) allows no further attempt", .notAuthorized)
            }
        } catch {
            let refusal = FinishPlanRequest(plan: update.plan, status: Int(Self.notStarted), failure: error.text)
            let effects = report(refusal)
            return effects.isEmpty
                ? [] : [.printLine("\(update.plan): its program is not run: \(error.text)")] + effects
        }
        var update = update
        var effects: [Effect] = []
        if update.uplink != nil, file.program?.wantsUplink != true {
            update.uplink = nil
            effects.append(
                .printLine("\(update.plan): \(file.path) does not ask for the credentials that the agent gives"))
        }
        if file.provision == nil { update.provision = nil }
        started += 1
        let program = Program(plan: update.plan, number: started)
        let timeLimit = file.program?.timeLimit.map { Int($0.components.seconds) }
        programs[update.plan] = Running(
            program: program, timeLimit: timeLimit, outlivesNetwork: file.provision != nil)
        let limit = timeLimit.map { [Effect.set(Alarm(purpose: .timeLimit, program: program), seconds: $0)] }
        return effects + [.start(program, file, update)] + (limit ?? [])
    }

    private mutating func terminate(_ plan: String) -> [Effect] {
        guard let running = programs[plan], !running.isEnding else { return [] }
        programs[plan]?.isEnding = true
        return [
            .signal(running.program, SIGTERM),
            .set(Alarm(purpose: .grace, program: running.program), seconds: Self.grace),
        ]
    }

    private mutating func rang(_ alarm: Alarm) -> [Effect] {
        let plan = alarm.program.plan
        guard let running = programs[plan], running.program == alarm.program else { return [] }
        switch alarm.purpose {
        case .timeLimit:
            guard !running.isEnding, let limit = running.timeLimit else { return [] }
            programs[plan]?.failure = "was ended after \(TimeLength(seconds: limit).inWords)"
            return terminate(plan)
        case .grace: return [.signal(running.program, SIGKILL)]
        }
    }

    private mutating func over(_ program: Program, status: Int32, _ why: String? = nil) -> [Effect] {
        guard let running = programs[program.plan], running.program == program else { return [] }
        programs[program.plan] = nil
        if case .ending(let failure, let status) = state { return programs.isEmpty ? finish(failure, status) : [] }
        if let next = running.next { return start(next) }
        // The agent does not wait for a program whose network it has left.
        if running.isEnding, running.failure == nil, !running.outlivesNetwork { return [] }
        return report(FinishPlanRequest(plan: program.plan, status: Int(status), failure: why ?? running.failure))
    }

    private mutating func ended(_ failure: Failure?) -> [Effect] {
        if case .ending = state { return [] }
        if let failure { return end(failure, status: failure.status) }
        guard let failed = outcomes.first(where: { $0.error != nil }), let error = failed.error else {
            return end(nil, status: 0)
        }
        let reason = error.failure(ofPlan: failed.plan)
        return end(reason, status: reason.status)
    }

    /// Ends every program, and then the run.
    private mutating func end(_ failure: Failure?, status: Int32) -> [Effect] {
        if case .ending = state { return [] }
        guard !programs.isEmpty else { return finish(failure, status) }
        state = .ending(failure, status: status)
        for plan in programs.keys {
            programs[plan]?.next = nil
            programs[plan]?.failure = nil
        }
        return programs.keys.sorted().flatMap { terminate($0) }
    }

    private func killAll() -> [Effect] {
        programs.keys.sorted().compactMap { programs[$0].map { .signal($0.program, SIGKILL) } }
    }

    private mutating func finish(_ failure: Failure?, _ status: Int32) -> [Effect] {
        state = .ended
        return [.finish(failure, status: status)]
    }
}
