// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Dispatch
import Glibc
import LabelReading

/// Performs the effects that `OnboardCall` decides.
struct OnboardCallRun {
    let choice: OnboardChoice
    let terms: OnboardTerms
    let output: OutputOptions

    /// The call, beside a list that takes the terminal's keys.
    private struct Course: TimedMachine {
        indirect enum Event: Sendable {
            case of(OnboardCall.Event)
            case key(Key)
            case resized
            /// The result of an order from the list.
            case identified(String)
        }

        indirect enum Effect {
            case of(OnboardCall.Effect)
            case press(Key)
            case draw
            case note(String)
        }

        var call: OnboardCall

        mutating func receive(_ event: Event, at now: Duration) -> [Effect] {
            switch event {
            case .of(let event): call.receive(event, at: now).map { .of($0) }
            case .key(let key): [.press(key)]
            case .resized: [.draw]
            case .identified(let result): [.note(result)]
            }
        }
    }

    private enum Activity {
        case look
        case identify
        case lookClock
        case wait
        case question
        case attempt
        case countdown
    }

    private typealias Work = Runner<Course, Activity, Int32>

    /// Returns the exit status when everything is over. Throws `Failure` if nothing was added.
    func run() async throws -> Int32 {
        let asks = isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal
        let runner = Work(Course(call: OnboardCall(choice, terms, asks: asks)), clock: ContinuousClock())
        let send = runner.send
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { send.yield(.of(.interrupted(signal: $0))) }
        defer { signals.end() }
        let resizes = Signals([SIGWINCH]) { _ in send.yield(.resized) }
        defer { resizes.end() }
        var list: OnboardList?
        if choice == .person {
            list = OnboardList(colours: output.style.colours) { send.yield(.key($0)) }
            guard list != nil else {
                throw Failure(
                    "there is no terminal to choose on; name the accessory, or add each with --all", .invalidInput)
            }
        }
        defer { list?.end() }
        let progress = ProgressLine(isQuiet: list != nil)
        defer { progress.end() }
        var printer = OnboardPrinter(output)
        var isCounting = false
        if let hidden = choice.hidden { send.yield(.of(.chosen(hidden))) } else { startLook(runner) }
        // The time of a person who chooses does not count.
        if list == nil { startWait(runner) }
        if list == nil, choice.hidden == nil { startLookClock(choice.activity, progress, runner) }
        let status = try await runner.run { effect in
            switch effect {
            case .draw: list?.draw()
            case .note(let text): list?.show(note: text)
            case .press(let key):
                switch list?.receive(key) {
                case .choose(let accessory)?: send.yield(.of(.chosen(accessory)))
                case .identify(let accessory)?: identify(accessory, runner)
                case .quit?: send.yield(.of(.gaveUp(Failure("nothing was chosen", .cancelled))))
                case nil: break
                }
            case .of(.list(let accessories, let others, let isComplete)):
                list?.show(accessories, others: others, isComplete: isComplete)
            case .of(.endLook):
                runner.stop(.look)
                runner.stop(.identify)
                runner.stop(.lookClock)
                progress.end()
                if list != nil { startWait(runner) }
                list?.end()
                list = nil
            case .of(.lookAgain):
                startLookClock(OnboardChoice.activityAgain, progress, runner)
                startLook(runner)
            case .of(.ask(let question, let accessory)): ask(question, accessory, runner)
            case .of(.begin(let request, let accessory)):
                try printer.begin(accessory)
                begin(request, runner)
            case .of(.show(let step, let accessory)):
                progress.end()
                try printer.show(step, accessory)
                if step.step == .lookingForIt, !isCounting {
                    isCounting = true
                    startCountdown(progress, runner)
                }
            case .of(.report(let result)):
                runner.stop(.countdown)
                isCounting = false
                progress.end()
                printer.report(result)
            case .of(.summarise(let tally)): printer.summarise(tally)
            case .of(.finish(let failure, let status)):
                if let failure { throw failure }
                runner.end(status)
            }
        }
        guard let status else { throw CancellationError() }
        return status
    }

    private func startLook(_ runner: Work) {
        let (control, query) = (output.control, choice.query(terms))
        runner.start(.look) { send in
            await send.follow({ try control.stream(.findNewAccessories, query) }, { .of(.found($0)) }) {
                $0.map { .of(.gaveUp($0)) }
            }
        }
    }

    /// The list is there meanwhile, and another order replaces this one.
    private func identify(_ accessory: NewAccessory, _ runner: Work) {
        guard let address = accessory.bluetoothAddress else { return }
        let control = output.control
        runner.start(.identify) { send in
            do {
                let request = IdentifyAccessoryRequest(bluetoothAddress: address.description)
                try await control.call(.identifyAccessory, request)
                send.yield(.identified("'\(accessory.name)' shows itself now: look for a lamp that blinks."))
            } catch {
                send.yield(.identified(Failure(any: error).text))
            }
        }
    }

    /// Shows a person what the look is for, and how long it has taken. A dumb terminal gets one line, a pipe none.
    private func startLookClock(_ activity: String, _ progress: ProgressLine, _ runner: Work) {
        if StandardStream.error.isTerminal { progress.show(activity) }
        startClock(.lookClock, progress, runner) { OnboardChoice.line(of: activity, after: $0) }
    }

    /// Shows a person how long the agent still looks for the accessory on the home network.
    private func startCountdown(_ progress: ProgressLine, _ runner: Work) {
        let seconds = Int(Arrival.patience.components.seconds)
        startClock(.countdown, progress, runner) { passed in
            passed < seconds ? "looking for it on the home network: \(seconds - passed) s left" : nil
        }
    }

    /// Draws a line each second, on a terminal that can redraw it.
    ///
    /// - Parameter line: the text after so many seconds; nil ends the clock.
    private func startClock(
        _ activity: Activity, _ progress: ProgressLine, _ runner: Work, _ line: @escaping @Sendable (Int) -> String?
    ) {
        guard StandardStream.error.takesEscapes else { return }
        progress.begin()
        runner.start(activity) { _ in
            for seconds in 0... {
                guard let text = line(seconds) else { return }
                progress.show(text)
                guard (try? await Task.sleep(for: .seconds(1), clock: .continuous)) != nil else { return }
            }
        }
    }

    private func startWait(_ runner: Work) {
        guard let wait = output.wait else { return }
        runner.startTimer(.wait, .seconds(wait), then: .of(.gaveUp(.waited(seconds: wait))))
    }

    private func begin(_ request: OnboardRequest, _ runner: Work) {
        let control = output.control
        runner.start(.attempt) { send in
            await send.follow({ try control.stream(.onboard, request) }, { .of(.progress($0)) }) { .of(.ended($0)) }
        }
    }

    private func ask(_ question: OnboardQuestion, _ accessory: NewAccessory, _ runner: Work) {
        runner.start(.question) { send in
            do {
                send.yield(.of(.answered(try await OnboardQuestions(accessory: accessory).ask(question))))
            } catch {
                send.yield(.of(.gaveUp(Failure(any: error))))
            }
        }
    }
}
