// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// Signals as events, from its creation until `end`. Several at once receive the same signals.
struct Signals {
    private let listener: Int

    init(_ numbers: [Int32], _ receive: @escaping @Sendable (Int32) -> Void) {
        listener = Self.hub.withLock { $0.add(numbers, receive) }
    }

    func end() {
        Self.hub.withLock { _ = $0.listeners.removeValue(forKey: listener) }
    }

    private static let hub = Mutex(Hub())

    /// When a source is cancelled, libdispatch keeps its handler, so the signal would have no effect any more. Hence
    /// the sources stay. A signal without a listener ends the process, as it would have without us.
    private struct Hub {
        var listeners: [Int: (numbers: [Int32], receive: @Sendable (Int32) -> Void)] = [:]
        private var sources: [Int32: any DispatchSourceSignal] = [:]
        private var next = 0

        mutating func add(_ numbers: [Int32], _ receive: @escaping @Sendable (Int32) -> Void) -> Int {
            for number in numbers where sources[number] == nil {
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { Signals.received(number) }
                source.resume()
                sources[number] = source
            }
            next += 1
            listeners[next] = (numbers, receive)
            return next
        }
    }

    private static func received(_ number: Int32) {
        let listening = hub.withLock { $0.listeners.values.filter { $0.numbers.contains(number) } }
        for listener in listening { listener.receive(number) }
        if listening.isEmpty, number != SIGWINCH { exit(128 + number) }
    }
}
