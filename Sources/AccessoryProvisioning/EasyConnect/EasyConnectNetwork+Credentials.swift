// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension EasyConnectNetwork {
    /// The home network as an accessory gets it. Throws if it has no passphrase, or a raw key that its security does not
    /// take.
    ///
    /// - Parameter seen: the access points that this machine's radios see. They show which securities the network has;
    ///   stored credentials fit more than one.
    /// - Parameter hasConnector: the key of the network's own configurator signs, so its access points take a connector.
    package init(
        _ network: UplinkCredentials, seen: [WiFiNetwork], hasConnector: Bool = false
    ) throws(HandOverRefusal) {
        func refusal(_ reason: HandOverRefusal.Reason) -> HandOverRefusal {
            HandOverRefusal(reason: reason, family: .easyConnect, ssid: network.ssid)
        }
        guard let passphrase = network.passphrase else { throw refusal(.passphraseMissing) }
        let points = seen.filter { $0.ssid == network.ssid && $0.security.key == .passphrase }.map(\.security)
        let securities = Set(points.isEmpty ? [network.security] : points)
        var kind: Kind
        switch securities {
        case [.wpa2]: kind = .wpa2
        case [.wpa3]: kind = .wpa3
        case _: kind = .both
        }
        // WPA3's handshake begins with the passphrase itself.
        if passphrase.secret.utf8.count == 64 {
            guard kind != .wpa3 else { throw refusal(.rawKey) }
            kind = .wpa2
        } else if hasConnector {
            kind = kind.withConnector
        }
        self.init(ssid: network.ssid, kind: kind, passphrase: passphrase)
    }
}
