// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc

/// Performs the effects that `PlanCall` decides.
struct PlanCallRun {
    /// The requested plan; nil: all that are due.
    let plan: String?
    /// The directories of the plans' files.
    let directories: [String]
    let output: OutputOptions

    typealias Event = PlanCall.Event

    /// Returns the exit status when everything is over. Throws `Failure` if it failed.
    func run() async throws -> Int32 {
        let (events, inbox) = AsyncStream.makeStream(of: Event.self)
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { inbox.yield(.interrupted(signal: $0)) }
        defer { signals.end() }
        let (control, plan, files) = (output.control, plan, PlanFiles(in: directories))
        let obstacles = files.obstacles(of: plan)
        let request = RunPlanRequest(plan: plan, obstacles: obstacles.isEmpty ? nil : obstacles)
        let (turns, taken) = AsyncStream.makeStream(of: Void.self)
        let result = await withDiscardingTaskGroup(returning: Result<Int32, any Error>.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    var turn = turns.makeAsyncIterator()
                    for try await update in try control.stream(.runPlan, request) {
                        inbox.yield(.update(update))
                        // Updates that are not handled yet wait where they are counted.
                        _ = await turn.next()
                    }
                    inbox.yield(.ended(nil))
                } catch {
                    inbox.yield(.ended(Failure(refusing: plan, error)))
                }
            }
            if let wait = output.wait {
                group.addTask {
                    guard await Self.sleep(seconds: wait) else { return }
                    inbox.yield(.timedOut(.waited(seconds: wait)))
                }
            }
            do {
                return .success(try await carryOut(files, events, inbox, taken, &group))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// False if it is cancelled before.
    private static func sleep(seconds: Int) async -> Bool {
        do {
            try await Task.sleep(for: .seconds(seconds), clock: .continuous)
            return true
        } catch {
            return false
        }
    }

    private func carryOut(
        _ files: PlanFiles, _ events: AsyncStream<Event>, _ inbox: AsyncStream<Event>.Continuation,
        _ taken: AsyncStream<Void>.Continuation, _ group: inout DiscardingTaskGroup
    ) async throws -> Int32 {
        let control = output.control
        var run = PlanCall(plan: plan, files: files)
        var printer = PlanPrinter(output)
        var processes: [PlanCall.Program: PlanProcess] = [:]
        for await event in events {
            if case .programEnded(let program, _) = event { processes[program] = nil }
            for effect in run.receive(event) {
                switch effect {
                case .show(let update): try printer.show(update)
                case .printLine(let text): printer.printLine(text)
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
                            try await control.call(.finishPlan, request)
                        } catch let error as AccessoryError where error.code == .unknownAccessory {
                            // The plan went on meanwhile, as its next update shows: the network was lost.
                        } catch {
                            return _ = inbox.yield(.reportingFailed(Failure(any: error)))
                        }
                        inbox.yield(.reported(plan: request.plan))
                    }
                case .finish(let failure, let status):
                    printer.end(isWell: failure == nil && status == 0)
                    if let failure, !printer.hasShown(failure) { throw failure }
                    return status
                }
            }
            if case .update = event { taken.yield() }
        }
        throw CancellationError()
    }

    private func start(_ plan: Plan, _ update: PlanUpdate) throws -> PlanProcess {
        guard let program = plan.program else { throw Failure("\(plan.path) has no program to run", .notFound) }
        return try PlanProcess.start(try PlanUser(program), try ProgramFacts(update, app: plan.app))
    }
}
