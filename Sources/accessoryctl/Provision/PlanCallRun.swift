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

    /// The call, with what follows each event.
    private struct Course: Machine {
        indirect enum Effect {
            case of(PlanCall.Effect)
            case handled(PlanCall.Event)
        }

        var call: PlanCall

        mutating func receive(_ event: PlanCall.Event) -> [Effect] {
            call.receive(event).map { .of($0) } + [.handled(event)]
        }
    }

    private enum Activity: Hashable {
        case call
        case wait
        case program(PlanCall.Program)
        case alarm(PlanCall.Alarm)
    }

    /// Returns the exit status when everything is over. Throws `Failure` if it failed.
    func run() async throws -> Int32 {
        let (control, plan, files) = (output.control, plan, PlanFiles(in: directories))
        let runner = Runner<Course, Activity, Int32>(
            Course(call: PlanCall(plan: plan, files: files)), clock: ContinuousClock())
        let send = runner.send
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { send.yield(.interrupted(signal: $0)) }
        defer { signals.end() }
        let obstacles = files.obstacles(of: plan)
        let request = RunPlanRequest(plan: plan, obstacles: obstacles.isEmpty ? nil : obstacles)
        let (turns, taken) = AsyncStream.makeStream(of: Void.self)
        runner.start(.call) { send in
            do {
                var turn = turns.makeAsyncIterator()
                for try await update in try control.stream(.runPlan, request) {
                    send.yield(.update(update))
                    // Updates that are not handled yet wait where they are counted.
                    _ = await turn.next()
                }
                send.yield(.ended(nil))
            } catch {
                send.yield(.ended(Failure(refusing: plan, error)))
            }
        }
        if let wait = output.wait {
            runner.startTimer(.wait, .seconds(wait), then: .timedOut(.waited(seconds: wait)))
        }
        var printer = PlanPrinter(output)
        var processes: [PlanCall.Program: PlanProcess] = [:]
        let status = try await runner.run { effect in
            switch effect {
            case .of(.show(let update)): try printer.show(update)
            case .of(.printLine(let text)): printer.printLine(text)
            case .of(.start(let program, let plan, let update)):
                do {
                    let process = try start(plan, update)
                    processes[program] = process
                    runner.start(.program(program)) { send in
                        let status = await process.end { send.yield(.programWrote(program, $0)) }
                        send.yield(.programEnded(program, status: status))
                    }
                } catch {
                    send.yield(.programFailed(program, why: Failure(any: error).text))
                }
            case .of(.signal(let program, let signal)): processes[program]?.send(signal)
            case .of(.set(let alarm, let seconds)):
                runner.startTimer(.alarm(alarm), .seconds(seconds), then: .rang(alarm))
            case .of(.report(let request)):
                runner.start { send in
                    do {
                        try await control.call(.finishPlan, request)
                    } catch let error as AccessoryError where error.code == .unknownAccessory {
                        // The plan went on meanwhile, as its next update shows: the network was lost.
                    } catch {
                        return _ = send.yield(.reportingFailed(Failure(any: error)))
                    }
                    send.yield(.reported(plan: request.plan))
                }
            case .of(.finish(let failure, let status)):
                printer.end(isWell: failure == nil && status == 0)
                if let failure, !printer.hasShown(failure) { throw failure }
                runner.end(status)
            case .handled(.update): taken.yield()
            case .handled(.programEnded(let program, _)): processes[program] = nil
            case .handled: break
            }
        }
        guard let status else { throw CancellationError() }
        return status
    }

    private func start(_ plan: Plan, _ update: PlanUpdate) throws -> PlanProcess {
        guard let program = plan.program else { throw Failure("\(plan.path) has no program to run", .notFound) }
        return try PlanProcess.start(try PlanUser(program), try ProgramFacts(update, app: plan.app))
    }
}
