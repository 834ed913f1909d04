// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
import Varlink

/// An applied hotspot configuration, and the connection that holds its joined network.
package struct AppliedHotspot: Sendable {
    package let reply: ApplyHotspotReply
    let connection: ClientConnection

    /// Leaves the network, if it was joined and rests on this.
    package func close() { connection.close() }
}
