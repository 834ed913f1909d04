// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// Carries out what `PlanRun` decides.
struct PlanRunner {
    /// The one that was asked for; nil: all that are due.
    let plan: String?
    /// Where the plans' files are.
    let directories: [String]
    let output: OutputOptions

    typealias Event = PlanRun.Event

    /// Returns when all is over, with the status to exit with. Throws `Failure` when it did not go well.
    func run() async throws -> Int32 {
        let (events, inbox) = AsyncStream.makeStream(of: Event.self)
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { inbox.yield(.interrupted(signal: $0)) }
        defer { signals.end() }
        let (control, plan) = (output.control, plan)
        let (turns, taken) = AsyncStream.makeStream(of: Void.self)
        let result = await withDiscardingTaskGroup(returning: Result<Int32, any Error>.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    var turn = turns.makeAsyncIterator()
                    for try await update in try control.runPlan(RunPlanRequest(plan: plan)) {
                        inbox.yield(.update(update))
                        // What is not carried out yet waits where it is counted.
                        _ = await turn.next()
                    }
                    inbox.yield(.ended(nil))
                } catch {
                    inbox.yield(.ended(Failure(any: error)))
                }
            }
            if let wait = output.wait {
                group.addTask {
                    guard await Self.sleep(seconds: wait) else { return }
                    inbox.yield(.timedOut(.waited(seconds: wait)))
                }
            }
            do {
                return .success(try await carryOut(events, inbox, taken, &group))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// False when it is cancelled before.
    private static func sleep(seconds: Int) async -> Bool {
        do {
            try await Task.sleep(for: .seconds(seconds), clock: .continuous)
            return true
        } catch {
            return false
        }
    }

    private func carryOut(
        _ events: AsyncStream<Event>, _ inbox: AsyncStream<Event>.Continuation,
        _ taken: AsyncStream<Void>.Continuation, _ group: inout DiscardingTaskGroup
    ) async throws -> Int32 {
        let control = output.control
        var run = PlanRun(plan: plan, files: PlanFiles(in: directories))
        var printer = PlanPrinter(output)
        var processes: [PlanRun.Program: PlanProcess] = [:]
        for await event in events {
            if case .programEnded(let program, _) = event { processes[program] = nil }
            for effect in run.receive(event) {
                switch effect {
                case .show(let update): try printer.show(update)
                case .say(let text): printer.say(text)
                case .start(let program, let plan, let update):
                    do {
                        let process = try start(plan, update)
                        processes[program] = process
                        group.addTask {
                            let status = await process.end { inbox.yield(.programWrote(program, $0)) }
                            inbox.yield(.programEnded(program, status: status))
                        }
                    } catch {
                        inbox.yield(.programFailed(program, why: Failure(any: error).text))
                    }
                case .signal(let program, let signal): processes[program]?.send(signal)
                case .set(let alarm, let seconds):
                    group.addTask {
                        guard await Self.sleep(seconds: seconds) else { return }
                        inbox.yield(.rang(alarm))
                    }
                case .report(let request):
                    group.addTask {
                        do {
                            try await control.finishPlan(request)
                        } catch let error as AccessoryError where error.code == .unknownAccessory {
                            // It went on meanwhile, as its next update says: the network was lost.
                        } catch {
                            return _ = inbox.yield(.reportingFailed(Failure(any: error)))
                        }
                        inbox.yield(.reported(plan: request.plan))
                    }
                case .finish(let failure, let status):
                    printer.end(isWell: failure == nil && status == 0)
                    if let failure { throw failure }
                    return status
                }
            }
            if case .update = event { taken.yield() }
        }
        throw CancellationError()
    }

    private func start(_ plan: Plan, _ update: PlanUpdate) throws -> PlanProcess {
        guard let program = plan.program else { throw Failure("\(plan.path) has no program to run", .notFound) }
        return try PlanProcess.start(try PlanUser(program), try Handover(update, app: plan.app))
    }
}
