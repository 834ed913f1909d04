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

    private let context: OpaquePointer
    private let source: UnsafeMutablePointer<GSource>
    private let queue = Lock<[Item]>([])

    init(name: String) {
        context = g_main_context_new()
        // GLib reads the table as long as the source lives, which is for ever.
        let table = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        table.initialize(to: GSourceFuncs())
        table.pointee.dispatch = { _, callback, data in callback?(data) ?? 0 }
        source = g_source_new(table, guint(MemoryLayout<GSource>.size))
        g_source_set_callback(
            source,
            { data in
                guard let data else { return 0 }
                Unmanaged<GLibExecutor>.fromOpaque(data).takeUnretainedValue().drain()
                return 1
            }, Unmanaged.passRetained(self).toOpaque(), nil)
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

    private func push(_ item: Item) {
        let wasEmpty = queue.with { items in
            items.append(item)
            return items.count == 1
        }
        // Not g_main_context_invoke: that would run the job inline.
        if wasEmpty { g_source_set_ready_time(source, 0) }
    }

    private func drain() {
        g_source_set_ready_time(source, -1)
        let batch = queue.with { items in
            defer { items = [] }
            return items
        }
        for item in batch {
            switch item {
            case .job(let job):
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .work(let work): work()
            }
        }
    }
}
