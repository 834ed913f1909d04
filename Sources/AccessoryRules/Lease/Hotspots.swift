// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The apps' hotspot configurations. An app sees only its own, and they go with it.
package struct Hotspots: Sendable {
    private var byApp: [String: [HotspotConfiguration]] = [:]

    package init(_ configurations: [HotspotConfiguration] = []) {
        for configuration in configurations { insert(configuration) }
    }

    package mutating func insert(_ configuration: HotspotConfiguration) {
        remove(configuration)
        byApp[configuration.app, default: []].append(configuration)
    }

    package mutating func remove(_ configuration: HotspotConfiguration) {
        byApp[configuration.app]?.removeAll { Self.areSame($0, configuration) }
    }

    /// One app has one configuration for a network and user.
    private static func areSame(_ left: HotspotConfiguration, _ right: HotspotConfiguration) -> Bool {
        left.uid == right.uid && left.ssid == right.ssid && left.ssidPrefix == right.ssidPrefix
    }

    /// All, or one app's, or one user's of it, in the order they were applied.
    package func all(of app: String? = nil, uid: UInt32? = nil) -> [HotspotConfiguration] {
        let all = app.map { byApp[$0] ?? [] } ?? byApp.values.flatMap { $0 }
        return all.filter { uid == nil || $0.uid == uid }
            .sorted { ($0.applied, $0.app, $0.title) < ($1.applied, $1.app, $1.title) }
    }

    /// The configuration for a network: one that names it whole, else the one with the longest prefix.
    package func configuration(app: String, uid: UInt32, for ssid: SSID, at now: Timestamp) -> HotspotConfiguration? {
        (byApp[app] ?? []).filter { $0.uid == uid && $0.contains(ssid) && !$0.hasExpired(at: now) }
            .max { Self.length($0) < Self.length($1) }
    }

    private static func length(_ configuration: HotspotConfiguration) -> Int {
        configuration.ssid == nil ? configuration.ssidPrefix?.bytes.count ?? 0 : .max
    }

    package func expired(at now: Timestamp) -> [HotspotConfiguration] { all().filter { $0.hasExpired(at: now) } }

    package var nextExpiry: Timestamp? { byApp.values.joined().compactMap(\.expires).min() }
}
