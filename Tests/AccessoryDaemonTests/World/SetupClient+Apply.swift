// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface

extension SetupClient {
    /// Applies a hotspot. Without a session, it is joined as long as the connection is kept.
    func apply(
        _ request: ApplyHotspotRequest
    ) async throws -> (reply: ApplyHotspotReply, connection: AgentConnection<SetupInterface>) {
        let connection = try connect()
        return (try await connection.call(.applyHotspot, request), connection)
    }
}
