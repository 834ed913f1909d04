// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Air {
    /// The credentials of one of the machine's own networks: those that the access points of that name take.
    mutating func credentials(of uplink: Uplink, at now: Duration) throws(UplinkFault) -> UplinkCredentials {
        if let why = state(at: now).unavailable { throw .unavailable(detail: why.rawValue) }
        let profile = try profile(of: uplink)
        guard let point = points.first(where: { $0.ssid == profile.ssid }) else {
            throw .notStored(profile: profile.name)
        }
        guard point.security.key != .unsupported else { throw .unsupported(profile: profile.name, point.security) }
        return UplinkCredentials(
            ssid: profile.ssid, security: point.security, passphrase: point.passphrase, isHidden: point.isHidden)
    }

    private func profile(of uplink: Uplink) throws(UplinkFault) -> SimulatedProfile {
        guard let id = uplink.profile else {
            guard let profile = stations.first(where: { $0.interface == uplink.interface })?.connection?.profile else {
                throw .none(interface: uplink.interface)
            }
            return profile
        }
        guard let profile = stations.compactMap(\.home).first(where: { $0.id == id || $0.name == id }) else {
            throw .unknownProfile(uplink.name ?? id)
        }
        return profile
    }
}
