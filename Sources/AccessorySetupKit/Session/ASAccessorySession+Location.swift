// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import Synchronization

extension ASAccessorySession {
    /// Where an accessory of the app is on the home network. Nil if the agent has not seen it there.
    ///
    /// Phones have nothing like it; it is only on Linux. Throws ``ASError/Code/userRestricted`` if the app may not use the
    /// accessory, and the errors of every operation.
    public func location(of accessory: ASAccessory) async throws -> ASAccessoryLocation? {
        let found = FoundLocation()
        try await done { id, completion in
            live.call(id, completion) { client in
                let location = try await client.call(.getLocation, AccessoryQuery(accessory: accessory.identifier))
                    .location
                    .map { ASAccessoryLocation($0) }
                found.location.withLock { $0 = location }
            }
        }
        return found.location.withLock { $0 }
    }

    /// The changes of the places of the app's accessories from now on, ending with the session. The event handler and
    /// ``events`` do not get them, because a phone's code knows no event for them.
    ///
    /// Changes while the agent restarts are not sent: ask ``location(of:)`` for the state. The stream keeps the newest 256
    /// unread changes. Only on Linux.
    public var locationChanges: AsyncStream<ASAccessoryLocationChange> { live.listenForLocations() }

    private final class FoundLocation: Sendable {
        let location = Mutex<ASAccessoryLocation?>(nil)
    }
}
