// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The choice among the access points of an SSID.
extension Lease {
    /// The strongest with the expected security; an access point that was joined before comes first.
    func choose(from networks: [WiFiNetwork]) -> WiFiNetwork? {
        let genuine = named(networks).filter { target.expected.allows($0.security) }
        return strongest(of: genuine.filter { target.accessPoints.contains($0.bssid) }) ?? strongest(of: genuine)
    }

    func named(_ networks: [WiFiNetwork]) -> [WiFiNetwork] {
        networks.filter { $0.ssid == target.ssid && (target.bssid == nil || $0.bssid == target.bssid) }
    }

    func strongest(of networks: [WiFiNetwork]) -> WiFiNetwork? { networks.max { $0.signal < $1.signal } }

    /// Nil for a network with the expected security.
    func refusal(of network: WiFiNetwork) -> JoinFailure? {
        target.expected.change(to: network.security).map { JoinFailure($0, at: network.bssid) }
    }

    func notFound(_ how: String) -> JoinFailure {
        if let failure = weaker.flatMap(refusal) { return failure }
        let point = target.bssid.map { "access point \($0) did not answer" } ?? "no access point answered"
        return JoinFailure(.networkNotFound, detail: "\(point) to this SSID; \(how)")
    }
}
