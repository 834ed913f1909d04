// SPDX-License-Identifier: Apache-2.0

/// Runs one machine. It gives it one event at a time, in the order in which they came, and has all effects of an event
/// performed before the next one. It owns the works that the effects start, and the timers.
///
/// A stopped work sends nothing more, and what it has sent before and the machine has not got yet is dropped. The first end
/// is the only one: no effect after it is performed, and it cancels all works and waits for them.
package final class Runner<M: TimedMachine, Name: Hashable & Sendable, Outcome> {
    package var machine: M
    package var send: Sender<M.Event> { inbox.send }

    private let inbox: Inbox<M.Event>
    private let clock: any Clock<Duration>
    private let stopwatch: Stopwatch
    private var activities = Activities<Name>()
    /// Of the works that go on, or whose last events are not received yet.
    private var numbers: [Name: Int] = [:]
    private var lastNumber = 0
    /// Works that start after the present effect.
    private var waiting: [(name: Name?, work: @Sendable () async -> Void)] = []
    private var outcome: Outcome?

    package init(_ machine: M, inbox: Inbox<M.Event> = Inbox(), clock: any Clock<Duration>) {
        self.machine = machine
        self.inbox = inbox
        self.clock = clock
        stopwatch = Stopwatch(clock)
    }

    // MARK: Deeds

    /// Starts a work under a name, and stops the earlier one.
    package func start(_ name: Name, _ work: @escaping @Sendable (Sender<M.Event>) async -> Void) {
        stop(name)
        lastNumber += 1
        numbers[name] = lastNumber
        var send = send
        send.number = lastNumber
        waiting.append(
            (
                name,
                { [send] in
                    await work(send)
                    await send.end()
                }
            ))
    }

    /// Starts a work that only the end of the machine stops.
    package func start(_ work: @escaping @Sendable (Sender<M.Event>) async -> Void) {
        waiting.append((nil, { [send] in await work(send) }))
    }

    /// Sends an event after this time, unless the timer is stopped before.
    package func startTimer(_ name: Name, _ time: Duration, then event: M.Event) {
        let clock = clock
        start(name) { send in
            if (try? await clock.sleep(for: time)) != nil { await send.insist(on: event) }
        }
    }

    package func stop(_ name: Name) {
        activities.stop(name)
        numbers[name] = nil
        waiting.removeAll { $0.name == name }
    }

    package func end(_ outcome: Outcome) {
        if self.outcome == nil { self.outcome = outcome }
    }

    // MARK: The run

    /// Runs until the machine has come to its end. A runner runs once.
    ///
    /// - Parameters:
    ///   - effects: what a machine that has begun already wants first.
    ///   - last: the event with which a machine ends whose task is cancelled.
    ///   - perform: performs one effect, by `start`, `stop` and `end` among others.
    /// - Returns: the outcome; nil if the task is cancelled before.
    package func run<Fault: Error>(
        after effects: [M.Effect] = [], last: M.Event? = nil, _ perform: (M.Effect) async throws(Fault) -> Void
    ) async throws(Fault) -> Outcome? {
        let result = await withDiscardingTaskGroup(returning: Result<Void, Fault>.self) { group in
            defer { group.cancelAll() }
            do throws(Fault) {
                startWaiting(in: &group)
                try await self.perform(effects, perform, in: &group)
                if outcome == nil { try await attend(perform, in: &group) }
                if outcome == nil, let last {
                    try await self.perform(machine.receive(last, at: stopwatch.elapsed), perform, in: &group)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        return outcome
    }

    private func attend<Fault: Error>(
        _ perform: (M.Effect) async throws(Fault) -> Void, in group: inout DiscardingTaskGroup
    ) async throws(Fault) {
        for await letter in inbox.letters {
            guard isAwaited(letter), let event = letter.event else { continue }
            try await self.perform(machine.receive(event, at: stopwatch.elapsed), perform, in: &group)
            if outcome != nil { return }
        }
    }

    private func isAwaited(_ letter: Inbox<M.Event>.Letter) -> Bool {
        guard let number = letter.number else { return true }
        guard let name = numbers.first(where: { $0.value == number })?.key else { return false }
        if letter.event == nil { stop(name) }
        return true
    }

    private func perform<Fault: Error>(
        _ effects: [M.Effect], _ perform: (M.Effect) async throws(Fault) -> Void, in group: inout DiscardingTaskGroup
    ) async throws(Fault) {
        for effect in effects where outcome == nil {
            try await perform(effect)
            startWaiting(in: &group)
        }
    }

    private func startWaiting(in group: inout DiscardingTaskGroup) {
        for (name, work) in waiting {
            if let name { activities.start(name, in: &group, work) } else { group.addTask { await work() } }
        }
        waiting = []
    }
}
