// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Why an accessory cannot join the home network, known before anything is sent. The description names the network and
/// the cure, and never the passphrase.
public struct HandOverRefusal: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// No radio of this machine sees the network.
        case notInRange
        /// The network is seen on other bands than 2.4 GHz only, and the family has that one alone.
        case otherBandsOnly
        /// The network asks for a user name or a certificate (802.1X).
        case enterprise
        /// The network is encrypted with something that NetworkManager does not know.
        case unknownSecurity
        case wep
        /// The network has no passphrase, and the family hands over nothing else.
        case open
        /// The network is encrypted without a passphrase (RFC 8110).
        case owe
        /// The network takes WPA3 alone, and the family has WPA2 alone.
        case wpa3Only
        /// The access points with this name have another security than the credentials.
        case otherSecurity(Security)
        case passphraseMissing
        /// A raw key of 64 digits stands in for the passphrase.
        case rawKey
        /// The SSID is no text in UTF-8.
        case name
    }

    public var reason: Reason
    public var family: Family
    public var ssid: SSID
}

extension HandOverRefusal: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .notInRange: "no access point of '\(ssid)' is in range; check the name, and move closer"
        case .otherBandsOnly:
            "'\(ssid)' is in range on other bands than 2.4 GHz only, and \(family.title) has 2.4 GHz alone; "
                + "switch that band on at the access point, or name another network"
        case .enterprise: "'\(ssid)' uses 802.1X, which has no passphrase for an accessory; name another network"
        case .unknownSecurity:
            "'\(ssid)' takes neither WPA2 nor WPA3 by passphrase; add one of them at the access point, or name another "
                + "network"
        case .wep: "'\(ssid)' uses WEP, which protects nothing; switch the access point to WPA2"
        case .open:
            "'\(ssid)' has no passphrase, and \(family.title) hands over nothing else; name another network, or "
                + "switch it to WPA2"
        case .owe:
            "'\(ssid)' uses OWE, which \(family.title) cannot join; name another network, or switch it to WPA2"
        case .wpa3Only:
            "'\(ssid)' takes WPA3 alone, which \(family.title) may not have; switch the access point to WPA2 and WPA3"
        case .otherSecurity(let security):
            "'\(ssid)' is in range with \(security.title), which does not fit the stored network; "
                + "check the access point, or name another network"
        case .passphraseMissing: "the passphrase of '\(ssid)' is missing; store it with the network"
        case .rawKey:
            "'\(ssid)' is stored with a raw key of 64 digits, which \(family.title) does not take; store the passphrase"
        case .name:
            "'\(ssid)' is no text in UTF-8, and \(family.title) takes text only; rename the network"
        }
    }
}

extension Family {
    /// Whether an accessory of this family can join the home network; nil if nothing speaks against it.
    ///
    /// - Parameter seen: What the radios of this machine see: the accessory is near them.
    /// - Parameter hasConnector: The accessory gets a connector of Wi-Fi Easy Connect. No scan shows that access points
    ///   take one: if they take nothing else, their security is unknown.
    public func refusal(
        of network: UplinkCredentials, seen: [WiFiNetwork], hasConnector: Bool = false
    ) -> HandOverRefusal? {
        reason(against: network, seen, hasConnector && self == .easyConnect).map {
            HandOverRefusal(reason: $0, family: self, ssid: network.ssid)
        }
    }

    private func reason(
        against network: UplinkCredentials, _ seen: [WiFiNetwork], _ hasConnector: Bool
    ) -> HandOverRefusal.Reason? {
        if !takesAnyName, NetworkText(network) == nil { return .name }
        let points = seen.filter { $0.ssid == network.ssid }
        if hasConnector, points.contains(where: { $0.security == .unknown }) { return nil }
        if hasConnector, network.security == .unknown {
            // Access points that take a passphrase, too, show that alone.
            if points.contains(where: { $0.security.key == .passphrase }) { return nil }
            return points.first.map { reason(againstOther: $0.security) } ?? .notInRange
        }
        if let reason = reason(againstKeyOf: network) { return reason }
        guard !points.isEmpty else {
            // A hidden network shows no SSID.
            return network.isHidden ? reason(against: network.security) : .notInRange
        }
        let fitting = points.filter { $0.security.key == network.security.key }
        guard let fit = fitting.first else { return points.first.map { reason(againstOther: $0.security) } }
        if fit.security == .open, let reason = reason(against: .open) { return reason }
        let hearable = isOn24GHzOnly ? fitting.filter { (2400..<2500).contains($0.frequency) } : fitting
        guard !hearable.isEmpty else { return .otherBandsOnly }
        return hearable.contains { joins($0.security) }
            ? nil : reason(against: hearable.first?.security ?? fit.security)
    }

    private func reason(againstKeyOf network: UplinkCredentials) -> HandOverRefusal.Reason? {
        switch network.security {
        case .wep: return .wep
        case .enterprise: return .enterprise
        case .unknown: return .unknownSecurity
        case .open, .owe: return nil
        case .wpa2, .wpa2wpa3, .wpa3:
            guard let passphrase = network.passphrase else { return .passphraseMissing }
            // WPA3's handshake begins with the passphrase itself.
            let isRaw = passphrase.secret.utf8.count == 64
            return isRaw && (!takesRawKey || network.security == .wpa3) ? .rawKey : nil
        }
    }

    private func reason(against security: Security) -> HandOverRefusal.Reason? {
        guard !joins(security) else { return nil }
        return security == .open ? .open : reason(againstOther: security)
    }

    private func reason(againstOther security: Security) -> HandOverRefusal.Reason {
        switch security {
        case .wep: .wep
        case .enterprise: .enterprise
        case .unknown: .unknownSecurity
        case .owe: .owe
        case .wpa3: .wpa3Only
        case .open, .wpa2, .wpa2wpa3: .otherSecurity(security)
        }
    }
}
