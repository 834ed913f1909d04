// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Synchronization

/// The last reported step of a lease, so that none is reported twice.
final class LastLease: Sendable {
    private let update = Mutex<LeaseUpdate?>(nil)

    var lease: LeaseUpdate? { update.withLock { $0 } }

    func note(_ lease: LeaseUpdate) { update.withLock { $0 = lease } }
}
