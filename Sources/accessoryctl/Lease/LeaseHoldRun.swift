// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc

/// Performs the effects that `LeaseHold` decides, for `setup` and `hotspot join`.
struct LeaseHoldRun {
    let app: String
    let output: OutputOptions
    let program: Program?
    /// The lease begins with a presentation.
    var isSetUp = false
    /// Shows the presentation and chooses, if this process is the picker as well.
    var picker: (any InProcessPicker)?

    private enum Activity {
        case picker
        case call
        case wait
        case program
    }

    /// Returns the exit status when everything is over. Throws `Failure` if it failed.
    func run<S: AsyncSequence & Sendable>(
        _ call: @escaping @Sendable () throws -> S, as reply: @escaping @Sendable (S.Element) -> SetUpReply
    ) async throws -> Int32 where S.Element: Sendable {
        if let program { OwnScope.enter(for: program) }
        let hold = LeaseHold(hasProgram: program != nil, isSetUp: isSetUp, hasPicker: picker != nil)
        let runner = Runner<LeaseHold, Activity, Int32>(hold, clock: ContinuousClock())
        let send = runner.send
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { send.yield(.interrupted(signal: $0)) }
        defer { signals.end() }
        let (registered, registration) = AsyncStream.makeStream(of: Void.self)
        if let picker {
            runner.start(.picker) { send in
                do {
                    try await picker.run { registration.yield() }
                    send.yield(.pickerClosed(nil))
                } catch {
                    send.yield(.pickerClosed(Failure(any: error)))
                }
                registration.finish()
            }
        } else {
            registration.yield()
        }
        runner.start(.call) { send in
            // The agent must know the picker before it is asked to present something.
            guard await registered.first(where: { true }) != nil else { return }
            await send.follow(call, { .reply(reply($0)) }, end: { .ended($0) })
        }
        if let wait = output.wait {
            runner.startTimer(.wait, .seconds(wait), then: .timedOut(.waited(seconds: wait)))
        }
        let progress = ProgressLine(isQuiet: picker?.usesTerminal == true)
        defer { progress.end() }
        var running: Program.Running?
        let status = try await runner.run { effect in
            switch effect {
            case .closePicker: picker?.close()
            case .joined(let lease):
                progress.end()
                if picker?.usesTerminal == true { progress.begin() }
                try show(lease)
                guard let program else { break }
                do {
                    let started = try program.start(environment(lease))
                    running = started
                    runner.start(.program) { $0.yield(.programEnded(await started.end())) }
                } catch {
                    StandardStream.error.write(["Error: \(Failure(any: error).text)"])
                    send.yield(.programEnded(127))
                }
            case .signalProgram(let signal): if !Self.reachesProgram(signal) { running?.send(signal) }
            case .leave(let ssid):
                let (control, app) = (output.control, app)
                runner.start { send in
                    do {
                        try await control.call(.leaveHotspot, LeaveHotspotRequest(app: app, ssid: ssid?.description))
                    } catch {
                        send.yield(.leaveFailed(Failure(any: error)))
                    }
                }
            case .progress(let text): progress.show(text)
            case .asks(let place): progress.show(place.text())
            case .printLine(let text):
                progress.end()
                StandardStream.error.write([text.shown])
            case .finish(let failure, let status):
                picker?.close()
                progress.end()
                if let failure { throw failure }
                runner.end(status)
            }
        }
        guard let status else { throw CancellationError() }
        return status
    }

    /// Ctrl-C reaches the whole foreground group of a terminal, so the program has received it already.
    private static func reachesProgram(_ signal: Int32) -> Bool {
        signal == SIGINT && tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    /// Our output does not mix with the program's.
    private func show(_ lease: LeaseUpdate) throws {
        let style = output.style
        let table = try View.lease.table([lease], fields: style.fields)
        let lines = style.json ? try JSONPrinter(isPretty: output.pretty).lines(lease) : style.lines(table)
        (program == nil ? StandardStream.output : .error).write(lines)
        guard program == nil, StandardStream.error.isTerminal else { return }
        StandardStream.error.write(["Ctrl-C leaves '\(lease.ssid.description.shown)' and restores the earlier network."]
        )
    }

    private func environment(_ lease: LeaseUpdate) -> [String: String] {
        var environment = ["ACCESSORYD_SSID": lease.ssid.description]
        environment["ACCESSORYD_INTERFACE"] = lease.link?.interface
        environment["ACCESSORYD_ADDRESS"] = lease.link?.address
        environment["ACCESSORYD_GATEWAY"] = lease.link?.gateway
        return environment
    }
}

/// A picker that runs beside a set-up in this process.
protocol InProcessPicker: Sendable {
    /// It draws on the terminal, so nothing else may.
    var usesTerminal: Bool { get }

    /// Presents until closed. Calls back as soon as the agent knows the picker.
    func run(registered: @escaping @Sendable () -> Void) async throws

    func close()
}
