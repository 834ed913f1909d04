// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension EasyConnectNetwork {
    /// The home network as an accessory gets it. Throws if the network has neither a passphrase nor connectors, or if its
    /// security does not take its raw key.
    ///
    /// - Parameter seen: the access points that this machine's radios see. They show which securities the network has;
    ///   stored credentials fit more than one.
    /// - Parameter hasConnector: the key of the network's own configurator signs, so its access points take a connector.
    ///   An accessory gets the connector alone if they show no other security.
    /// - Parameter isWPA2Only: the accessory does not join by WPA3. Each form with a connector has WPA3, too.
    package init(
        _ network: UplinkCredentials, seen: [WiFiNetwork], hasConnector: Bool = false, isWPA2Only: Bool = false
    ) throws(HandOverRefusal) {
        func refusal(_ reason: HandOverRefusal.Reason) -> HandOverRefusal {
            HandOverRefusal(reason: reason, family: .easyConnect, ssid: network.ssid)
        }
        let points = Set(seen.filter { $0.ssid == network.ssid }.map(\.security))
        let known = points.filter { $0.key == .passphrase }
        if hasConnector, network.security == .unknown || (known.isEmpty && points.contains(.unknown)) {
            self.init(ssid: network.ssid, kind: .connector, passphrase: nil)
            return
        }
        guard let passphrase = network.passphrase else { throw refusal(.passphraseMissing) }
        let securities = known.isEmpty ? [network.security] : known
        var kind: Kind
        switch securities {
        case [.wpa2]: kind = .wpa2
        case [.wpa3]: kind = .wpa3
        case _: kind = .both
        }
        if isWPA2Only {
            guard kind != .wpa3 else { throw refusal(.wpa3Only) }
            kind = .wpa2
        }
        // WPA3's handshake begins with the passphrase itself.
        if passphrase.secret.utf8.count == 64 {
            guard kind != .wpa3 else { throw refusal(.rawKey) }
            kind = .wpa2
        } else if hasConnector, !isWPA2Only {
            kind = kind.withConnector
        }
        self.init(ssid: network.ssid, kind: kind, passphrase: passphrase)
    }
}
