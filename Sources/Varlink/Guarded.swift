// SPDX-License-Identifier: Apache-2.0

import CLinux
import Synchronization

/// A value that one thread at a time may use: `Mutex`, whose locking the thread sanitizer cannot see, told to it. Without
/// that it reports every use as a race.
struct Guarded<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            withUnsafePointer(to: mutex) { linux_lock_taken($0) }
            defer { withUnsafePointer(to: mutex) { linux_lock_leaving($0) } }
            return try body(&value)
        }
    }
}
