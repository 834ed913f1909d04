// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Signals as events, for as long as it lives.
final class Signals {
    private let sources: [any DispatchSourceSignal]
    private let numbers: [Int32]

    init(_ numbers: [Int32], _ receive: @escaping @Sendable (Int32) -> Void) {
        self.numbers = numbers
        sources = numbers.map { number in
            // The source sees the signal beside its disposition, which would end the process.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { receive(number) }
            source.resume()
            return source
        }
    }

    func end() {
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
    }
}
