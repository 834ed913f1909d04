// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct ApplyHotspotRequest: Codable, Hashable, Sendable {
    package var ssid: String?
    package var ssidPrefix: String?
    package var passphrase: String?
    package var hidden: Bool?
    package var joinOnce: Bool?
    package var lifeTimeInDays: Int?
    package var addressing: JoinRequest.Addressing?

    package init(
        ssid: String? = nil, ssidPrefix: String? = nil, passphrase: String? = nil, hidden: Bool? = nil,
        joinOnce: Bool? = nil, lifeTimeInDays: Int? = nil, addressing: JoinRequest.Addressing? = nil
    ) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
        self.passphrase = passphrase
        self.hidden = hidden
        self.joinOnce = joinOnce
        self.lifeTimeInDays = lifeTimeInDays
        self.addressing = addressing
    }
}

/// What became of a configuration: it is stored, and joined or not.
package struct ApplyHotspotReply: Codable, Hashable, Sendable {
    package var hotspot: HotspotConfiguration
    package var joined: Bool
    /// With `joined`, unless the machine was on the network already by a profile of its own.
    package var link: Link?
    /// Why it was not joined.
    package var error: AccessoryError?

    package init(hotspot: HotspotConfiguration, joined: Bool, link: Link? = nil, error: AccessoryError? = nil) {
        self.hotspot = hotspot
        self.joined = joined
        self.link = link
        self.error = error
    }
}

package struct HotspotQuery: Codable, Hashable, Sendable {
    package var ssid: String?
    package var ssidPrefix: String?

    package init(ssid: String? = nil, ssidPrefix: String? = nil) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }
}

package struct ListHotspotsRequest: Codable, Hashable, Sendable {
    package var app: String?
    package var secrets: Bool?

    package init(app: String? = nil, secrets: Bool? = nil) {
        self.app = app
        self.secrets = secrets
    }
}

package struct RemoveHotspotRequest: Codable, Hashable, Sendable {
    package var app: String
    package var ssid: String?
    package var ssidPrefix: String?

    package init(app: String, ssid: String? = nil, ssidPrefix: String? = nil) {
        self.app = app
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }
}

/// A configuration, and its passphrase where it was asked for by who may see it.
package struct HotspotStatus: Codable, Hashable, Sendable {
    package var hotspot: HotspotConfiguration
    package var passphrase: String?

    package init(hotspot: HotspotConfiguration, passphrase: String? = nil) {
        self.hotspot = hotspot
        self.passphrase = passphrase
    }
}

package struct HotspotList: Codable, Hashable, Sendable {
    package var hotspots: [HotspotStatus]

    package init(hotspots: [HotspotStatus]) { self.hotspots = hotspots }
}

extension HotspotQuery {
    /// The network that is named. Throws `invalidRequest` with the field that is wrong.
    package var descriptor: Descriptor {
        get throws(AccessoryError) { try DescriptorFields(ssid: ssid, ssidPrefix: ssidPrefix).descriptor(at: nil) }
    }
}

extension ApplyHotspotRequest {
    /// The network that is to be configured. Throws `invalidRequest` with the field that is wrong.
    package var descriptor: Descriptor {
        get throws(AccessoryError) { try DescriptorFields(ssid: ssid, ssidPrefix: ssidPrefix).descriptor(at: nil) }
    }
}
