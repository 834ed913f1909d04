// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Synchronization
import Testing

/// What holds for the run of every machine.
@Suite(.timeLimit(.minutes(2))) struct RunnerTests {
    /// Wants the words of each event performed.
    private struct Echo: Machine {
        private(set) var events: [String] = []

        mutating func receive(_ event: String) -> [String] {
            events.append(event)
            return event.split(separator: " ").map(String.init)
        }
    }

    private typealias Work = Runner<Echo, String, String>

    private func makeRunner(_ events: String..., most: Int? = nil) -> Work {
        let runner = Work(Echo(), inbox: Inbox(most: most), clock: ContinuousClock())
        for event in events { runner.send.yield(event) }
        return runner
    }

    /// Never ends by itself.
    private static func wait() async {
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
    }

    // MARK: Events

    @Test func performsAnEventsEffectsBeforeTheNextEvent() async {
        let runner = makeRunner("one two", "end")
        var performed: [String] = []
        let outcome = await runner.run { effect in
            if effect == "one" { runner.send.yield("three") }
            await Task.yield()
            performed.append(effect)
            if effect == "three" { runner.end("over") }
        }
        #expect(performed == ["one", "two", "end", "three"])
        #expect(runner.machine.events == ["one two", "end", "three"])
        #expect(outcome == "over")
    }

    @Test func performsWhatABegunMachineWantsFirst() async {
        let runner = makeRunner("end")
        var performed: [String] = []
        _ = await runner.run(after: ["one", "two"]) { effect in
            performed.append(effect)
            if effect == "end" { runner.end("") }
        }
        #expect(performed == ["one", "two", "end"])
        #expect(runner.machine.events == ["end"])
    }

    @Test func aFullInboxLosesAllThatDoesNotInsist() async {
        let runner = makeRunner(most: 1)
        #expect(runner.send.yield("one"))
        #expect(!runner.send.yield("lost"))
        _ = await runner.run { effect in
            switch effect {
            case "one": runner.start("insists") { await $0.insist(on: "two") }
            default: runner.end("")
            }
        }
        #expect(runner.machine.events == ["one", "two"])
    }

    @Test func aTimedMachineGetsTheTimeSinceItsBeginning() async {
        struct Watch: TimedMachine {
            mutating func receive(_ event: Void, at now: Duration) -> [Duration] { [now] }
        }
        let runner = Runner<Watch, String, Duration>(Watch(), clock: ContinuousClock())
        runner.startTimer("timer", .milliseconds(5), then: ())
        let time = await runner.run { runner.end($0) }
        #expect(time.map { (.milliseconds(5)..<Duration.seconds(60)).contains($0) } == true)
    }

    // MARK: Works

    @Test func whatAWorkSaidLastCountsAfterItsEnd() async {
        let runner = makeRunner("go")
        let outcome = await runner.run { effect in
            switch effect {
            case "go": runner.start("work") { $0.yield("done") }
            default: runner.end(effect)
            }
        }
        #expect(outcome == "done")
    }

    @Test func aStoppedWorksLateEventIsDropped() async {
        let runner = makeRunner("go", "stop", "end")
        let (sent, sending) = AsyncStream.makeStream(of: Never.self)
        _ = await runner.run { effect in
            switch effect {
            case "go":
                runner.start("work") { send in
                    send.yield("late")
                    sending.finish()
                    await Self.wait()
                    send.yield("later")
                }
            case "stop":
                for await _ in sent {}
                runner.stop("work")
                runner.stop("work")
            case "end":
                // All that was sent before comes before this.
                runner.start("last") { $0.yield("over") }
            default: runner.end(effect)
            }
        }
        #expect(runner.machine.events == ["go", "stop", "end", "over"])
    }

    @Test func aWorkReplacesTheOneOfItsName() async {
        let runner = makeRunner("go again")
        let hasStarted = Mutex(false)
        let outcome = await runner.run { effect in
            switch effect {
            case "go":
                runner.start("work") { send in
                    hasStarted.withLock { $0 = true }
                    send.yield("first")
                }
            case "again":
                while !hasStarted.withLock({ $0 }) { await Task.yield() }
                runner.start("work") { $0.yield("second") }
            default: runner.end(effect)
            }
        }
        #expect(outcome == "second")
    }

    @Test func aTimerRingsUnlessItIsStopped() async {
        let runner = makeRunner("go")
        let outcome = await runner.run { effect in
            switch effect {
            case "go":
                runner.startTimer("stopped", .zero, then: "never")
                runner.stop("stopped")
                runner.startTimer("replaced", .seconds(1000), then: "never")
                runner.startTimer("replaced", .milliseconds(5), then: "rung")
            default: runner.end(effect)
            }
        }
        #expect(outcome == "rung")
    }

    // MARK: The end

    @Test func theFirstEndIsTheOnlyOne() async {
        let runner = makeRunner("one end after", "two")
        var performed: [String] = []
        let outcome = await runner.run(last: "gone") { effect in
            performed.append(effect)
            guard effect == "end" else { return }
            runner.end("first")
            runner.end("second")
        }
        #expect(outcome == "first")
        #expect(performed == ["one", "end"])
        #expect(runner.machine.events == ["one end after"])
    }

    @Test func theEndCancelsAllWorksAndAwaitsThem() async {
        let runner = makeRunner("go", "end")
        let ended = Mutex<Set<String>>([])
        _ = await runner.run { effect in
            guard effect == "go" else { return runner.end("") }
            @Sendable func linger(_ name: String) async {
                await Self.wait()
                for _ in 0..<20 { await Task.yield() }
                ended.withLock { _ = $0.insert(name) }
            }
            runner.start("named") { _ in await linger("named") }
            runner.start { _ in await linger("unnamed") }
            runner.startTimer("timer", .seconds(1000), then: "never")
        }
        #expect(ended.withLock { $0 } == ["named", "unnamed"])
    }

    @Test func anErrorEndsTheRunAndItsWorks() async {
        struct Fault: Error {}
        let runner = makeRunner("go", "fail")
        let hasEnded = Mutex(false)
        await #expect(throws: Fault.self) {
            _ = try await runner.run { effect in
                guard effect == "go" else { throw Fault() }
                runner.start { _ in
                    await Self.wait()
                    hasEnded.withLock { $0 = true }
                }
            }
        }
        #expect(hasEnded.withLock { $0 })
    }

    @Test func aCancelledMachineMayHaveALastWord() async {
        for last in ["bye", nil] {
            let (begun, beginning) = AsyncStream.makeStream(of: Never.self)
            let run = Task {
                let runner = makeRunner("go")
                return await runner.run(last: last) { effect in
                    switch effect {
                    case "go": beginning.finish()
                    default: runner.end(effect)
                    }
                }
            }
            for await _ in begun {}
            run.cancel()
            #expect(await run.value == last)
        }
    }
}
