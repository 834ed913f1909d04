// SPDX-License-Identifier: Apache-2.0

/// One access point to join, with all facts of its sightings.
package struct JoinRequest: Hashable, Sendable {
    /// The condition for the end of a join.
    package enum Addressing: String, Hashable, Sendable, Codable, CaseIterable {
        /// An IPv4 address from the accessory's DHCP server.
        case ipv4
        /// A link-local address is enough.
        case linkLocal = "link-local"
    }

    package var ssid: SSID
    package var network: WiFiNetwork
    package var passphrase: Passphrase?
    /// The access point does not broadcast its name.
    package var isHidden: Bool
    package var addressing: Addressing
    /// UUID for the profile, from `Protection.profile`.
    package var profile: String
    /// The weakest security that the access point may have at the moment of joining.
    package var expected: ExpectedSecurity
    /// Another access point has its address and name, on another channel.
    package var isOnItsChannel = false
    /// The address that the accessory sees of this machine; nil: the radio's own.
    package var station: MACAddress?

    /// - Parameter expected: if nil, it follows from the passphrase, and from the network's announcement when it was
    ///   chosen.
    package init(
        ssid: SSID, network: WiFiNetwork, passphrase: Passphrase?, isHidden: Bool, addressing: Addressing,
        profile: String, expected: ExpectedSecurity? = nil
    ) {
        self.ssid = ssid
        self.network = network
        self.passphrase = passphrase
        self.isHidden = isHidden
        self.addressing = addressing
        self.profile = profile
        self.expected =
            expected ?? ExpectedSecurity(remembered: network.security, hasPassphrase: passphrase != nil)
    }
}

/// The facts of a joined network that sockets need.
package struct Link: Hashable, Sendable, Codable {
    package var interface: String
    package var bssid: MACAddress
    /// IPv4, or a link-local address of either family; without prefix length.
    package var address: String
    /// Bits of the network's prefix.
    package var prefixLength: Int
    package var gateway: String?
    /// The security of the radio's association; nil if nothing reports it.
    package var security: Security?

    package init(
        interface: String, bssid: MACAddress, address: String, prefixLength: Int, gateway: String?,
        security: Security? = nil
    ) {
        self.interface = interface
        self.bssid = bssid
        self.address = address
        self.prefixLength = prefixLength
        self.gateway = gateway
        self.security = security
    }
}

/// The progress of a join.
package enum JoinStep: Hashable, Sendable {
    case associating
    case authenticating
    case addressing
    case joined(Link)
}

/// The reason why a join failed, or why a joined link ended.
package struct JoinFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// No such access point, or it went away before it was reached.
        case networkNotFound
        /// The access point refused the passphrase.
        case wrongPassphrase
        /// The access point needs a passphrase, and none was given.
        case passphraseMissing
        /// The access point refused the association itself.
        case rejected
        /// The access point's security is weaker than expected; `change` has both.
        case securityChanged
        case noAddress
        case timedOut
        /// A person, or another program, put the radio on another network.
        case interrupted
        /// The radio, or the service that drives it, went away.
        case radioUnavailable
        /// The link was up and was lost.
        case linkLost
        /// A record that must survive a crash could not be written, so nothing was cut.
        case notWritten
        /// The uplink would not come back by itself, so nothing was cut.
        case uplinkNotStored
        /// The uplink's profile was removed meanwhile, so nothing can come back.
        case uplinkForgotten
        /// The kernel cannot keep the hotspot for its app, and the settings require it.
        case notFenced
    }

    package var reason: Reason
    /// The backend's words, for people.
    package var detail: String
    /// With `securityChanged`.
    package private(set) var change: SecurityChange?

    package init(_ reason: Reason, detail: String) {
        self.reason = reason
        self.detail = detail
    }

    package init(_ change: SecurityChange, at bssid: MACAddress) {
        reason = .securityChanged
        detail = "\(change) (access point \(bssid))"
        self.change = change
    }

    /// Nothing can come back, because a person or a program has removed the uplink's profile.
    package static func forgotten(_ uplink: Uplink) -> JoinFailure {
        JoinFailure(
            .uplinkForgotten,
            detail: "nothing was restored: the profile '\(uplink.name ?? uplink.interface)' was removed meanwhile")
    }

    package var description: String { "\(reason.rawValue): \(detail)" }
}
