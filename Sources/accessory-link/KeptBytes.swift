// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Varlink

/// Bytes of messages that are not whole, not taken or not read yet, of all connections: the agent's user alone has some.
final class KeptBytes: Sendable {
    private let count = Mutex(0)

    /// A negative amount is given back. False if there is not so much left.
    func take(_ amount: Int) -> Bool {
        count.withLock { count in
            guard amount <= 0 || count + amount <= MessageLimits.bytesOfOwner else { return false }
            count += amount
            return true
        }
    }
}
