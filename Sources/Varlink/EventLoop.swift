// SPDX-License-Identifier: Apache-2.0

package import Dispatch

/// One serial queue on which all sockets' events are handled, and on which tasks may run too.
///
/// Swift's own executor on Linux uses libdispatch's global queues. The first thread of one of those starts a timer
/// that fires every second for the rest of the process (libdispatch, workqueue.c, `_dispatch_workq_init_once`). A
/// process that shall sleep while nothing happens runs its tasks here:
///
///     await withTaskExecutorPreference(EventLoop.shared) { ... }
///
/// It saves the change of threads between an event and the task that waits for it as well.
package final class EventLoop: TaskExecutor {
    package static let shared = EventLoop()

    package let queue = DispatchQueue(label: "org.accessoryd.events", qos: .userInitiated)

    private init() {}

    /// Runs a program on this loop, from its main function to its end. An `async` main function would start the global
    /// queues before it begins.
    package func main(_ program: @escaping @Sendable () async -> Never) -> Never {
        Task(executorPreference: self) { await program() }
        dispatchMain()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
