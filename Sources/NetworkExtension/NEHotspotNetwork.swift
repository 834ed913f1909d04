// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import AppFoundation

/// A Wi-Fi network that the app has joined.
public final class NEHotspotNetwork: Sendable {
    /// Its name. Bytes that are not UTF-8 are written `\xNN`.
    public let ssid: String
    /// The access point's address, as `02:00:00:00:01:00`.
    public let bssid: String
    /// How it is secured.
    public let securityType: NEHotspotNetworkSecurityType
    /// Whether it is encrypted.
    public let isSecure: Bool
    /// Always 0, as ``fetchCurrent()`` has it on phones.
    public let signalStrength = 0.0
    /// Always false, as ``fetchCurrent()`` has it on phones.
    public let didAutoJoin = false
    /// Always false, as ``fetchCurrent()`` has it on phones.
    public let didJustJoin = false
    /// Always false, as ``fetchCurrent()`` has it on phones.
    public let isChosenHelper = false

    init(ssid: SSID, _ link: Link) {
        self.ssid = ssid.plain
        bssid = link.bssid.description
        securityType = NEHotspotNetworkSecurityType(link.security)
        isSecure = link.security.map { $0 != .open } ?? false
    }

    /// The hotspot that this app has joined: by a set-up, as an accessory's, or by a configuration. Nil if there is
    /// none, whatever network the machine is on, and if the agent does not answer.
    public static func fetchCurrent() async -> NEHotspotNetwork? { await fetchCurrent(at: .ofThisProcess) }

    /// As ``fetchCurrent()``.
    public static func fetchCurrent(completionHandler: @escaping @isolated(any) (NEHotspotNetwork?) -> Void) {
        let handler = IsolatedClosure(completionHandler)
        // Ends with the agent's answer; the caller waits for the handler.
        Task { handler.run(await fetchCurrent()) }
    }

    static func fetchCurrent(at sockets: AgentSockets) async -> NEHotspotNetwork? {
        guard let joined = try? await SetupClient(sockets).call(.getJoinedHotspot), let ssid = joined.ssid,
            let link = joined.link
        else { return nil }
        return NEHotspotNetwork(ssid: ssid, link)
    }
}

extension NEHotspotNetwork: Hashable {
    /// True for the same object.
    public static func == (left: NEHotspotNetwork, right: NEHotspotNetwork) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
