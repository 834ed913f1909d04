// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension NetworkManager {
    package func credentials(of uplink: Uplink) async throws -> UplinkCredentials {
        await connected()
        let profile = try profile(of: uplink)
        let security = Security(keyManagement: profile.keyManagement)
        guard let ssid = profile.ssid else { throw UplinkFault.unknownProfile(profile.name) }
        switch security.key {
        case .none:
            return UplinkCredentials(ssid: ssid, security: security, passphrase: nil, isHidden: profile.isHidden)
        case .unsupported:
            throw UplinkFault.unsupported(profile: profile.name, security)
        case .passphrase:
            return UplinkCredentials(
                ssid: ssid, security: security, passphrase: try await passphrase(of: profile),
                isHidden: profile.isHidden)
        }
    }

    private func profile(of uplink: Uplink) throws(UplinkFault) -> Profile {
        guard let client, client.isRunning else { throw .unavailable(detail: Unavailability.backendAway.rawValue) }
        guard let uuid = uplink.profile else {
            let activation = client.radio(uplink.interface)?.activation
            guard let activation, activation.isLive, !activation.isOurs, let profile = activation.profile else {
                throw .none(interface: uplink.interface)
            }
            return profile
        }
        guard let profile = client.profile(uuid: uuid) ?? client.profile(named: uuid) else {
            throw .unknownProfile(uplink.name ?? uuid)
        }
        return profile
    }

    /// Asks only for secrets that NetworkManager keeps itself: for others it would ask a person's session.
    private func passphrase(of profile: Profile) async throws(UplinkFault) -> Passphrase {
        let name = profile.name
        guard profile.storesPassphrase else { throw .notStored(profile: name) }
        let secret: String?
        do {
            secret = try await profile.passphrase()
        } catch {
            if (error as? BusFault)?.isAbsenceOfSecrets == true { throw .notStored(profile: name) }
            throw .refused(profile: name, detail: "\(error)")
        }
        guard let secret else { throw .notStored(profile: name) }
        do {
            return try Passphrase(secret)
        } catch {
            throw .refused(profile: name, detail: error.description)
        }
    }
}

extension Security {
    /// The security of a profile's key management (nm-settings-nmcli(5), 802-11-wireless-security.key-mgmt).
    init(keyManagement: String?) {
        switch keyManagement {
        case nil: self = .open
        case "wpa-psk"?: self = .wpa2
        case "sae"?: self = .wpa3
        case "owe"?: self = .owe
        case "none"?: self = .wep
        case _?: self = .enterprise
        }
    }
}
