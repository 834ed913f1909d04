// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The security in which accessories get the home network.
extension Daemon {
    /// WPA2 alone, by the order or by `Security=` of the network that it names.
    func isWPA2Only(_ errand: UplinkErrand) -> Bool {
        errand.isWPA2Only || configuration.wpa2Only.contains(errand.network ?? "")
    }

    /// The credentials as the errand hands them over. Throws if the network has no passphrase, and so no WPA2.
    func limited(
        _ credentials: UplinkCredentials, for errand: UplinkErrand
    ) throws(AccessoryError) -> UplinkCredentials {
        guard isWPA2Only(errand) else { return credentials }
        guard credentials.security.key == .passphrase else {
            throw AccessoryError(
                .provisioningFailed,
                "'\(credentials.ssid)' \(credentials.security.clause), so it has no WPA2; leave the security out")
        }
        var limited = credentials
        limited.security = .wpa2
        return limited
    }
}
