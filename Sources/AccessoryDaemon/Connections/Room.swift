// SPDX-License-Identifier: Apache-2.0

import Varlink

/// The room of one entrance. Each entrance has its own, so connections on the app socket, even those of root's apps,
/// leave the control socket its connections.
package struct Room: Hashable, Sendable {
    /// Open connections.
    package var connections: Int
    package var connectionsOfOne: Int
    /// Accepted connections that are not identified yet.
    package var waiting: Int
    /// Bytes of messages that are not whole, not taken or not read yet.
    package var bytes: Int
    package var bytesOfOne: Int

    /// - Parameter descriptors: how many the process may have. A connection takes two: its socket, and the process that
    ///   made it.
    package init(of entrance: Caller.Entrance, descriptors: Int) {
        let control = MessageLimits.connections(descriptors: descriptors)
        waiting = min(MessageLimits.waitingConnections, max(16, descriptors / 16))
        switch entrance {
        case .control: connections = control
        case .app:
            let own = min(Limits.ownDescriptors, descriptors / 4)
            // Connections wait at both entrances.
            let left = descriptors - own - 2 * waiting - 2 * control
            connections = min(Limits.connectionsOfApps, max(16, left / 2))
        }
        connectionsOfOne = min(MessageLimits.connectionsOfOwner, connections)
        bytes = MessageLimits.bytesOfSocket
        bytesOfOne = MessageLimits.bytesOfOwner
    }
}
