// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A thread for one piece of work that may block, for which the event loop must not wait.
package enum OwnThread {
    package struct Failure: Error, CustomStringConvertible {
        package let code: Int32
        package var description: String { "pthread_create: \(String(cString: strerror(code)))" }
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    package static func start(_ work: @escaping @Sendable () -> Void) throws(Failure) {
        let work = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw Failure(code: code)
        }
        pthread_detach(thread)
    }

    /// What the work returns. Throws a ``Failure`` if the kernel has no thread to give, and `CancellationError` at once if the task
    /// is cancelled; the thread goes on then, and nobody hears of it.
    package static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
        let (results, result) = AsyncThrowingStream<Value, any Error>.makeStream()
        do throws(Failure) {
            try start {
                result.yield(work())
                result.finish()
            }
        } catch {
            result.finish(throwing: error)
        }
        for try await value in results { return value }
        throw CancellationError()
    }
}
