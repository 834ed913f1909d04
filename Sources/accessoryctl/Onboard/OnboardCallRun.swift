// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Dispatch
import Glibc

/// Performs the effects that `OnboardCall` decides.
struct OnboardCallRun {
    let choice: OnboardChoice
    let terms: OnboardTerms
    let output: OutputOptions

    private enum Input: Sendable {
        case event(OnboardCall.Event)
        case key(Key)
        case resized
    }

    private typealias Inbox = AsyncStream<Input>.Continuation

    /// Returns the exit status when everything is over. Throws `Failure` if nothing was added.
    func run() async throws -> Int32 {
        let (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
        let signals = Signals([SIGINT, SIGTERM, SIGHUP]) { inbox.yield(.event(.interrupted(signal: $0))) }
        defer { signals.end() }
        let resizes = Signals([SIGWINCH]) { _ in inbox.yield(.resized) }
        defer { resizes.end() }
        var list: OnboardList?
        if choice == .person {
            list = OnboardList(colours: output.style.colours) { inbox.yield(.key($0)) }
            guard list != nil else {
                throw Failure(
                    "there is no terminal to choose on; name the accessory, or add each with --all", .invalidInput)
            }
        }
        defer { list?.end() }
        let result = await withDiscardingTaskGroup(returning: Result<Int32, any Error>.self) { group in
            defer { group.cancelAll() }
            do {
                return .success(try await add(inputs, inbox, &list, &group))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func add(
        _ inputs: AsyncStream<Input>, _ inbox: Inbox, _ list: inout OnboardList?, _ group: inout DiscardingTaskGroup
    ) async throws -> Int32 {
        var call = OnboardCall(choice, terms, asks: isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal)
        var printer = OnboardPrinter(output)
        let progress = ProgressLine(isQuiet: list != nil)
        defer { progress.end() }
        var (look, looking) = AsyncStream.makeStream(of: Void.self)
        if let hidden = choice.hidden {
            inbox.yield(.event(.chosen(hidden)))
        } else {
            startLook(until: look, inbox, &group)
        }
        // The time of a person who chooses does not count.
        if list == nil { startWait(inbox, &group) }
        var countdown: AsyncStream<Void>.Continuation?
        var lookClock: AsyncStream<Void>.Continuation?
        if list == nil, choice.hidden == nil { lookClock = startLookClock(choice.activity, progress, &group) }
        let start = ContinuousClock.now
        for await input in inputs {
            let event: OnboardCall.Event
            switch input {
            case .event(let happened): event = happened
            case .resized:
                list?.draw()
                continue
            case .key(let key):
                switch list?.receive(key) {
                case .choose(let accessory)?: event = .chosen(accessory)
                case .quit?: event = .gaveUp(Failure("nothing was chosen", .cancelled))
                case nil: continue
                }
            }
            for effect in call.receive(event, at: ContinuousClock.now - start) {
                switch effect {
                case .list(let accessories, let others, let isComplete):
                    list?.show(accessories, others: others, isComplete: isComplete)
                case .endLook:
                    looking.finish()
                    lookClock?.finish()
                    lookClock = nil
                    progress.end()
                    if list != nil { startWait(inbox, &group) }
                    list?.end()
                    list = nil
                case .lookAgain:
                    lookClock = startLookClock(OnboardChoice.activityAgain, progress, &group)
                    (look, looking) = AsyncStream.makeStream(of: Void.self)
                    startLook(until: look, inbox, &group)
                case .ask(let question, let accessory): ask(question, accessory, inbox, &group)
                case .begin(let request, let accessory):
                    try printer.begin(accessory)
                    begin(request, inbox, &group)
                case .show(let step, let accessory):
                    progress.end()
                    try printer.show(step, accessory)
                    if step.step == .lookingForIt, countdown == nil { countdown = startCountdown(progress, &group) }
                case .report(let result):
                    countdown?.finish()
                    countdown = nil
                    progress.end()
                    printer.report(result)
                case .summarise(let tally): printer.summarise(tally)
                case .finish(let failure, let status):
                    if let failure { throw failure }
                    return status
                }
            }
        }
        throw CancellationError()
    }

    private func startLook(until end: AsyncStream<Void>, _ inbox: Inbox, _ group: inout DiscardingTaskGroup) {
        let (control, query) = (output.control, choice.query(terms))
        group.addTask {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        for try await list in try control.stream(.findNewAccessories, query) {
                            inbox.yield(.event(.found(list)))
                        }
                    } catch {
                        // After the end of the look, only the closed connection is to blame.
                        if !Task.isCancelled { inbox.yield(.event(.gaveUp(Failure(any: error)))) }
                    }
                }
                group.addTask { for await _ in end {} }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Shows a person what the look is for, and how long it has taken. A dumb terminal gets one line, a pipe none.
    private func startLookClock(
        _ activity: String, _ progress: ProgressLine, _ group: inout DiscardingTaskGroup
    ) -> AsyncStream<Void>.Continuation {
        if StandardStream.error.isTerminal { progress.show(activity) }
        return startClock(progress, &group) { OnboardChoice.line(of: activity, after: $0) }
    }

    /// Shows a person how long the agent still looks for the accessory on the home network.
    private func startCountdown(
        _ progress: ProgressLine, _ group: inout DiscardingTaskGroup
    ) -> AsyncStream<Void>.Continuation {
        let seconds = Int(Arrival.patience.components.seconds)
        return startClock(progress, &group) { passed in
            passed < seconds ? "looking for it on the home network: \(seconds - passed) s left" : nil
        }
    }

    /// Draws a line each second, on a terminal that can redraw it. The stream's end is the clock's.
    ///
    /// - Parameter line: the text after so many seconds; nil ends the clock.
    private func startClock(
        _ progress: ProgressLine, _ group: inout DiscardingTaskGroup, _ line: @escaping @Sendable (Int) -> String?
    ) -> AsyncStream<Void>.Continuation {
        let (end, ending) = AsyncStream.makeStream(of: Void.self)
        guard StandardStream.error.takesEscapes else { return ending }
        progress.begin()
        group.addTask {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for seconds in 0... {
                        guard let text = line(seconds) else { return }
                        progress.show(text)
                        guard (try? await Task.sleep(for: .seconds(1), clock: .continuous)) != nil else { return }
                    }
                }
                group.addTask { for await _ in end {} }
                await group.next()
                group.cancelAll()
            }
        }
        return ending
    }

    private func startWait(_ inbox: Inbox, _ group: inout DiscardingTaskGroup) {
        guard let wait = output.wait else { return }
        group.addTask {
            guard (try? await Task.sleep(for: .seconds(wait), clock: .continuous)) != nil else { return }
            inbox.yield(.event(.gaveUp(.waited(seconds: wait))))
        }
    }

    private func begin(_ request: OnboardRequest, _ inbox: Inbox, _ group: inout DiscardingTaskGroup) {
        let control = output.control
        group.addTask {
            do {
                for try await progress in try control.stream(.onboard, request) {
                    inbox.yield(.event(.progress(progress)))
                }
                inbox.yield(.event(.ended(nil)))
            } catch {
                inbox.yield(.event(.ended(Failure(any: error))))
            }
        }
    }

    private func ask(
        _ question: OnboardForm.Question, _ accessory: NewAccessory, _ inbox: Inbox,
        _ group: inout DiscardingTaskGroup
    ) {
        group.addTask {
            do {
                inbox.yield(.event(.answered(try await OnboardQuestions(accessory: accessory).ask(question))))
            } catch {
                inbox.yield(.event(.gaveUp(Failure(any: error))))
            }
        }
    }
}
