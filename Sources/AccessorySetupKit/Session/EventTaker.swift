// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An app's event handler, which need not be `Sendable`: the app gave it away, and only this calls it, one event after
/// the other.
final class EventTaker: Sendable {
    private let handler: Mutex<(ASAccessoryEvent) -> Void>

    init(_ handler: sending @escaping (ASAccessoryEvent) -> Void) { self.handler = Mutex(handler) }

    func take(_ event: ASAccessoryEvent) { handler.withLock { $0(event) } }
}
