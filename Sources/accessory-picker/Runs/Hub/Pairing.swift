// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The one link that pairs a phone, and the caller that waits for it.
final class Pairing: Sendable {
    enum Outcome: Sendable {
        case paired(phone: String)
        /// A newer link has replaced this one.
        case replaced
    }

    private struct Waiting {
        let link: Secret
        let outcome: AsyncStream<Outcome>.Continuation
    }

    private let waiting = Mutex<Waiting?>(nil)

    /// The end of an earlier wait, and the beginning of this one.
    func wait(for link: Secret) -> AsyncStream<Outcome> {
        let (stream, continuation) = AsyncStream<Outcome>.makeStream()
        settle(.replaced)
        waiting.withLock { $0 = Waiting(link: link, outcome: continuation) }
        return stream
    }

    func settle(_ outcome: Outcome) {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.outcome.yield(outcome)
        waiting?.outcome.finish()
    }
}
