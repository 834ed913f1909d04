// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An app's handler of events, which need not be `Sendable`: it was given away, and is called here alone, one event after
/// the other.
final class EventTaker: Sendable {
    private let handler: Mutex<(ASAccessoryEvent) -> Void>

    init(_ handler: sending @escaping (ASAccessoryEvent) -> Void) { self.handler = Mutex(handler) }

    func take(_ event: ASAccessoryEvent) { handler.withLock { $0(event) } }
}
