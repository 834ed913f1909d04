// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The hotspot of an errand's lease, as it is at the moment of the question.
package struct HeldHotspot: Hashable, Sendable {
    package var ssid: SSID
    /// Nil before the join has shown it.
    package var security: Security?
    /// The radio that holds it.
    package var interface: String
    /// The radio has a second station for it, and is still on its own network.
    package var isBySecondStation: Bool
    package var isJoined: Bool

    package init(
        ssid: SSID, security: Security?, interface: String, isBySecondStation: Bool = false, isJoined: Bool
    ) {
        self.ssid = ssid
        self.security = security
        self.interface = interface
        self.isBySecondStation = isBySecondStation
        self.isJoined = isJoined
    }

    /// Unknown security counts as none: a device that poses as the accessory could read along.
    var isEncrypted: Bool { security?.key == .passphrase }
}
