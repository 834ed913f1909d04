// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// One thread that handles the events of all sockets, and on which tasks may run too.
///
/// Between an event, its waiting task and the reply, there is then no change of threads, and no system call but the
/// socket's own. libdispatch, which Swift's own executor uses on Linux, takes several of both for each event. And the
/// first thread of its global queues starts a timer that fires every second for the rest of the process (libdispatch,
/// workqueue.c, `_dispatch_workq_init_once`). A process that should sleep while nothing happens runs its tasks here:
///
///     await withTaskExecutorPreference(EventLoop.shared) { ... }
package final class EventLoop: TaskExecutor {
    /// The process's loop. It has its own thread from its first use on, unless ``main(_:)`` is called.
    package static let shared = EventLoop()

    /// Work that is over in a moment: everything else waits for it.
    package typealias Work = @Sendable () -> Void

    private enum Job {
        case task(UnownedJob)
        case work(Work)
    }

    private struct State {
        var jobs: [Job] = []
        var alarms = Alarms()
        var watches: [UInt64: Watch] = [:]
        var lastWatch: UInt64 = 0
        /// Nobody looks at new work until the kernel wakes the loop.
        var isAsleep = false
        var isLeaving = false
        var thread = pthread_t()

        /// The time without work, in milliseconds, -1 for until an event; nil when the thread must end.
        mutating func fallAsleep() -> Int32? {
            guard !isLeaving else { return nil }
            guard jobs.isEmpty else { return 0 }
            let timeout = alarms.timeout
            isAsleep = timeout != 0
            return timeout
        }

        mutating func wake() {
            isAsleep = false
            for work in alarms.due() { jobs.append(.work(work)) }
        }
    }

    private let state = Mutex(State())
    private let poll = FileDescriptor(adopting: epoll_create1(Int32(EPOLL_CLOEXEC)))
    private let bell = FileDescriptor(adopting: eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)))
    private static let bellID: UInt64 = 0

    private init() {
        // Each stroke is one event, so nobody has to read their number.
        var event = epoll_event(events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data_t(u64: Self.bellID))
        let isReady = epoll_ctl(poll.number, EPOLL_CTL_ADD, bell.number, &event) == 0
        precondition(isReady, "the kernel has no event loop to give: \(String(cString: strerror(errno)))")
        state.withLock { state in
            let error = pthread_create(
                &state.thread, nil,
                { _ in
                    EventLoop.shared.run()
                    return nil
                }, nil)
            precondition(error == 0, "the kernel has no thread to give: \(String(cString: strerror(error)))")
        }
    }

    /// Runs a program on this loop, from its main function to its end. The loop runs on the calling thread. An `async`
    /// main function would start the global queues before it begins.
    package func main(_ program: @escaping @Sendable () async -> Never) -> Never {
        let thread = add { state in
            state.isLeaving = true
            return state.thread
        }
        pthread_join(thread, nil)
        state.withLock { $0.isLeaving = false }
        // The program itself, which ends with the process.
        Task(executorPreference: self) { await program() }
        while true { run() }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        add { $0.jobs.append(.task(job)) }
    }

    /// Runs the work next.
    package func perform(_ work: @escaping Work) {
        add { $0.jobs.append(.work(work)) }
    }

    /// Runs the work at an instant, or at once if that is past.
    package func perform(at instant: ContinuousClock.Instant, _ work: @escaping Work) -> Alarm {
        add { $0.alarms.add(instant, work) }
    }

    /// No effect if it has rung already.
    package func cancel(_ alarm: Alarm) {
        // What it holds ends outside the lock.
        _ = state.withLock { $0.alarms.remove(alarm) }
    }

    /// Takes over a descriptor, and runs the work whenever there is something to read, until the watch is cancelled.
    @discardableResult
    package func whenReadable(adopting fileDescriptor: Int32, _ work: @escaping Work) -> Watch {
        reading(FileDescriptor(adopting: fileDescriptor), work)
    }

    /// Runs the work whenever another owner's descriptor has something to read, until the watch is cancelled.
    package func whenReadable(
        _ fileDescriptor: Int32, of owner: any AnyObject & Sendable, _ work: @escaping Work
    ) -> Watch {
        reading(FileDescriptor(fileDescriptor, of: owner), work)
    }

    private func reading(_ descriptor: FileDescriptor, _ work: @escaping Work) -> Watch {
        let watch = watch(descriptor) { _ in work() }
        watch.begin(.reading)
        return watch
    }

    /// A watch on a descriptor, without any interest yet.
    func watch(_ descriptor: FileDescriptor, _ handle: @escaping @Sendable (Watch.Interest) -> Void) -> Watch {
        let id = state.withLock { state in
            state.lastWatch += 1
            return state.lastWatch
        }
        return Watch(id: id, descriptor: descriptor, loop: self, handle: handle)
    }

    /// Changes a watch's interest. The caller prevents others from doing the same at that time.
    func change(_ watch: Watch, from old: Watch.Interest, to new: Watch.Interest) {
        guard old != new else { return }
        var event = epoll_event(events: new.events, data: epoll_data_t(u64: watch.id))
        let operation = old.isEmpty ? EPOLL_CTL_ADD : new.isEmpty ? EPOLL_CTL_DEL : EPOLL_CTL_MOD
        state.withLock { $0.watches[watch.id] = new.isEmpty ? nil : watch }
        // Fails only for a descriptor that is no socket, or without memory.
        _ = epoll_ctl(poll.number, operation, watch.descriptor.number, &event)
    }

    private func add<Result: Sendable>(_ change: (inout State) -> sending Result) -> Result {
        let (result, wasAsleep) = state.withLock { state in
            let result = change(&state)
            defer { state.isAsleep = false }
            return (result, state.isAsleep)
        }
        if wasAsleep { eventfd_write(bell.number, 1) }
        return result
    }

    /// Rounds of work before the next look at the sockets: more than one task's steps, but not an endless number of
    /// them.
    private static let rounds = 16

    private func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        var jobs: [Job] = []
        while let timeout = state.withLock({ $0.fallAsleep() }) {
            let count = epoll_wait(poll.number, &events, Int32(events.count), timeout)
            state.withLock { $0.wake() }
            for event in events.prefix(Int(max(0, count))) { handle(event) }
            for _ in 0..<Self.rounds {
                state.withLock { swap(&jobs, &$0.jobs) }
                guard !jobs.isEmpty else { break }
                for job in jobs { perform(job) }
                jobs.removeAll(keepingCapacity: true)
            }
        }
    }

    private func handle(_ event: epoll_event) {
        guard event.data.u64 != Self.bellID else { return }
        // A watch may have been cancelled by an earlier event of this round.
        let watch = state.withLock { $0.watches[event.data.u64] }
        watch?.handle(Watch.Interest(events: event.events))
    }

    private func perform(_ job: Job) {
        switch job {
        case .task(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .work(let work): work()
        }
    }
}
