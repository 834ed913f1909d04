// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Varlink

/// Signals as a stream, from the moment this is made until it goes.
package final class Signals {
    package let received: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    package init(_ numbers: [Int32]) {
        let (received, continuation) = AsyncStream<Int32>.makeStream()
        self.received = received
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: EventLoop.shared.queue)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }
}
