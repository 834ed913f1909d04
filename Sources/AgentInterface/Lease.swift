// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One state of a lease, as `JoinHotspot` and `SetUp` stream it.
package struct LeaseUpdate: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case scanning
        case associating
        case authenticating
        case addressing
        case joined
        case left
        case restoring
        case restored

        /// The accessory was left, or lost.
        package var isOver: Bool {
            switch self {
            case .scanning, .associating, .authenticating, .addressing, .joined: false
            case .left, .restoring, .restored: true
            }
        }
    }

    package var state: State
    package var ssid: SSID
    /// With `joined`: where the accessory is to be reached.
    package var link: Link?
    /// With `scanning`: the uplink that joining will cut, by name; absent when none is. With `left` and `restoring`: the
    /// one that is being restored. With `restored`: the one that is back.
    package var cuts: String?
    /// With `left`: why, unless the caller left by itself. With `restoring`: why the latest attempt failed.
    package var error: AccessoryError?

    package init(
        _ state: State, ssid: SSID, link: Link? = nil, cuts: String? = nil, error: AccessoryError? = nil
    ) {
        self.state = state
        self.ssid = ssid
        self.link = link
        self.cuts = cuts
        self.error = error
    }
}

package struct JoinHotspotRequest: Codable, Hashable, Sendable {
    /// Whose grant is used: only on the control socket, where it is required.
    package var app: String?
    package var accessory: String?
    package var ssid: String?
    /// Needed when none was kept from the set-up.
    package var passphrase: String?
    package var addressing: JoinRequest.Addressing?

    package init(
        app: String? = nil, accessory: String? = nil, ssid: String? = nil, passphrase: String? = nil,
        addressing: JoinRequest.Addressing? = nil
    ) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
        self.passphrase = passphrase
        self.addressing = addressing
    }
}

/// Which of an app's leases to leave: all when neither is given.
package struct LeaveHotspotRequest: Codable, Hashable, Sendable {
    /// Only on the control socket, where it is required.
    package var app: String?
    package var accessory: String?
    package var ssid: String?

    package init(app: String? = nil, accessory: String? = nil, ssid: String? = nil) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
    }
}

package struct LeaseReply: Codable, Hashable, Sendable {
    package var lease: LeaseUpdate

    package init(lease: LeaseUpdate) { self.lease = lease }
}
