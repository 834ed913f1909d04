// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Varlink

/// Signals as a stream.
package enum Signals {
    /// What comes from now on, for as long as the stream is kept. Once in a process: libdispatch loses the signals of a
    /// source when another one is made for the same number.
    package static func received(_ numbers: [Int32]) -> AsyncStream<Int32> {
        let (received, continuation) = AsyncStream<Int32>.makeStream()
        for number in numbers {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: EventLoop.shared.queue)
            // The handler holds the source, and so keeps it as long as the process runs.
            source.setEventHandler {
                withExtendedLifetime(source) { _ = continuation.yield(number) }
            }
            source.resume()
        }
        return received
    }
}
