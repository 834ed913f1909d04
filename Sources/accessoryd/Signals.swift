// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Signals as a stream, from the moment this is made.
final class Signals: Sendable {
    let received: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init(_ numbers: [Int32]) {
        let (received, continuation) = AsyncStream<Int32>.makeStream()
        self.received = received
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }
}
