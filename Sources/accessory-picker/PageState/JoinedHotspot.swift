// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// An accessory's network that an app uses at this moment, and which other programs of this machine can use it, too.
struct JoinedHotspot: Encodable, Hashable, Sendable {
    let app: String
    let ssid: SSID
    /// Nil while nothing is known of it.
    let fence: FenceStatus.Kind?

    /// Nil for a network that is not joined, or no longer.
    init?(_ lease: LeaseStatus) {
        guard lease.lease.state == .joined else { return nil }
        app = lease.app
        ssid = lease.lease.ssid
        fence = lease.fence?.kind
    }
}
