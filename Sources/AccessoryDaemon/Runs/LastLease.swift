// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Synchronization

/// The step of a lease that was told last, so that none is told twice.
final class LastLease: Sendable {
    private let update = Mutex<LeaseUpdate?>(nil)

    var lease: LeaseUpdate? { update.withLock { $0 } }

    func note(_ lease: LeaseUpdate) { update.withLock { $0 = lease } }
}
