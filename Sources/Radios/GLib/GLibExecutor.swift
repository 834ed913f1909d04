// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// One thread with one GMainContext, on which an actor's jobs run between GLib's own callbacks.
///
/// libnm and GDBus tie their objects to the context that was the thread's default when they were made. An actor on this
/// executor may therefore use them without a lock. The thread lives as long as the process.
final class GLibExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// The one that drives the machine's radios.
    static let radios = GLibExecutor(name: "radios")

    private enum Item {
        case job(UnownedJob)
        case work(@Sendable () -> Void)
    }

    private struct State {
        var items: [Item] = []
        /// Nobody looks at new items until GLib is woken.
        var isAsleep = false
    }

    /// GLib's part of the source, and behind it the executor.
    private struct Source {
        var header = GSource()
        var executor: UnsafeMutableRawPointer?
    }

    private let context: OpaquePointer
    private let state = Lock(State())

    init(name: String) {
        context = g_main_context_new()
        // GLib reads the table as long as the source lives, which is for ever.
        let table = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        table.initialize(to: GSourceFuncs())
        table.pointee.prepare = { source, timeout in
            timeout?.pointee = -1
            return GLibExecutor.of(source)?.fallAsleep() == false ? 1 : 0
        }
        table.pointee.check = { source in GLibExecutor.of(source)?.wake() == true ? 1 : 0 }
        table.pointee.dispatch = { source, _, _ in
            GLibExecutor.of(source)?.drain()
            return 1
        }
        let source = g_source_new(table, guint(MemoryLayout<Source>.size))
        source?.withMemoryRebound(to: Source.self, capacity: 1) {
            $0.pointee.executor = Unmanaged.passRetained(self).toOpaque()
        }
        g_source_attach(source, context)
        g_thread_unref(
            g_thread_new(
                name,
                { data in
                    guard let data else { return nil }
                    let context = OpaquePointer(data)
                    g_main_context_push_thread_default(context)
                    g_main_loop_run(g_main_loop_new(context, 0))
                    return nil
                }, UnsafeMutableRawPointer(context)))
    }

    func enqueue(_ job: consuming ExecutorJob) { push(.job(UnownedJob(job))) }

    /// Runs work on the GLib thread, after the work that is queued already.
    func perform(_ work: @escaping @Sendable () -> Void) { push(.work(work)) }

    func checkIsolated() { precondition(g_main_context_is_owner(context) != 0, "not on the GLib thread") }

    func isIsolatingCurrentContext() -> Bool? { g_main_context_is_owner(context) != 0 }

    private static func of(_ source: UnsafeMutablePointer<GSource>?) -> GLibExecutor? {
        source?.withMemoryRebound(to: Source.self, capacity: 1) { $0.pointee.executor }
            .map { Unmanaged<GLibExecutor>.fromOpaque($0).takeUnretainedValue() }
    }

    private func push(_ item: Item) {
        let wasAsleep = state.with { state in
            state.items.append(item)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        // Not g_main_context_invoke: that would run the job inline. Nor a source's time to be ready, which wakes GLib even
        // from its own thread, and under a lock that GLib then waits for.
        if wasAsleep { g_main_context_wakeup(context) }
    }

    /// Returns whether GLib may wait for events.
    private func fallAsleep() -> Bool {
        state.with { state in
            state.isAsleep = state.items.isEmpty
            return state.isAsleep
        }
    }

    /// Returns whether there is something to do.
    private func wake() -> Bool {
        state.with { state in
            state.isAsleep = false
            return !state.items.isEmpty
        }
    }

    /// Rounds of items before GLib's own callbacks: more than one task's steps, but not an endless number of them.
    private static let rounds = 64

    private func drain() {
        for _ in 0..<Self.rounds {
            let batch = state.with { state in
                defer { state.items = [] }
                return state.items
            }
            guard !batch.isEmpty else { return }
            for item in batch {
                switch item {
                case .job(let job):
                    job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
                case .work(let work): work()
                }
            }
        }
    }
}
