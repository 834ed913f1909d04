// SPDX-License-Identifier: Apache-2.0

/// The reason why the credentials of this machine's own network are not available. Never quotes a secret.
package enum UplinkFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The radio was on no network; the machine's connection may be a cable.
    case none(interface: String)
    /// The profile is gone, or is not one for Wi-Fi.
    case unknownProfile(String)
    case unsupported(profile: String, Security)
    /// A person's session has the secret, or asks for it; this machine does not keep it.
    case notStored(profile: String)
    case refused(profile: String, detail: String)
    case unavailable(detail: String)

    /// How a person names the network that accessories get.
    ///
    /// - Parameter settings: the administrator's own file.
    package static func cure(_ settings: String = "accessoryd.conf") -> String {
        "set Network=NAME under [Uplink] in \(settings), or name one with 'accessoryctl onboard --network NAME'"
    }

    package var description: String {
        switch self {
        case .none(let interface):
            "\(interface) was on no network of this machine's own, and accessoryd does not guess another one; "
                + Self.cure()
        case .unknownProfile(let name):
            "'\(name)' is not a Wi-Fi network that this machine knows, or no longer one; 'nmcli connection show' lists "
                + "those that it knows, and 'nmcli --ask device wifi connect SSID' adds one; SSID= in place of Network= "
                + "under [Uplink] in accessoryd.conf names one that NetworkManager does not know"
        case .unsupported(let name, let security):
            "'\(name)' uses \(security.title), which has no passphrase for an accessory; \(Self.cure())"
        case .notStored(let name):
            "the passphrase of '\(name)' is not stored on this machine; a person's session may have it; store it for all "
                + "users (nmcli connection modify … 802-11-wireless-security.psk-flags 0 802-11-wireless-security.psk …)"
        case .refused(let name, let detail): "NetworkManager does not hand out the passphrase of '\(name)': \(detail)"
        case .unavailable(let detail): detail
        }
    }
}
