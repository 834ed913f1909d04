// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The profile that joins an accessory, in NetworkManager's form on the bus.
///
/// Everything that the accessory offers besides an address is refused: no default route, no other routes, no DNS. The
/// profile never connects by itself, and is pinned to the chosen access point. Its only routes are one for multicast, and those of
/// a table that only the fence's marks lead to.
struct Settings {
    var request: JoinRequest
    /// The access point's security, by its own flags.
    var security: Security
    /// False if the access point only leads to another one (OWE transition).
    var isPinned = true
    /// Of this machine's station; nil for the one that NetworkManager chooses.
    var address: MACAddress?
    /// The hotspot's routing table, `HotspotTable`.
    var table: UInt32

    /// NetworkManager's own 45 s (NetworkManager.conf(5), ipv4.dhcp-timeout): small servers may take 10 s for each answer.
    static let addressPatience = 45

    private static let noRoutes: [String: Variant] = [
        "never-default": .bool(true), "ignore-auto-dns": .bool(true), "ignore-auto-routes": .bool(true),
    ]

    /// Programs look for cameras and speakers by multicast (SSDP), and many bind no interface to it. Without any route for it
    /// the kernel refuses that as unreachable. It asks the table `default` (253, rt_names) only if the table `main` has no
    /// route, so a default route of another interface wins, whenever it comes. IPv6 has ff00::/8 on each interface.
    private static let multicast: Variant = .dictionary([
        "dest": .string("224.0.0.0"), "prefix": .uint(4), "metric": .uint(10_000), "table": .uint(253),
    ])

    /// Everything, by the interface itself. NetworkManager removes a route that others add to an interface. In one piece it would be
    /// a default route, which this profile never has.
    private var marked: [Variant] {
        ["0.0.0.0", "128.0.0.0"].map { half in
            .dictionary(["dest": .string(half), "prefix": .uint(1), "table": .uint(table)])
        }
    }

    private var routes: [String: Variant] {
        Self.noRoutes.merging(["route-data": .list(of: "a{sv}", [Self.multicast] + marked)]) { $1 }
    }

    func sections() -> [String: [String: Variant]] {
        var sections = [
            "connection": connection, "802-11-wireless": wireless, "ipv4": ipv4,
            "ipv6": Self.noRoutes.merging(["method": .string("link-local")]) { $1 },
        ]
        if let wirelessSecurity { sections["802-11-wireless-security"] = wirelessSecurity }
        return sections
    }

    private var connection: [String: Variant] {
        [
            "id": .string(Profile.ours + request.ssid.description), "uuid": .string(request.profile),
            "type": .string("802-11-wireless"), "interface-name": .string(request.network.interface),
            "autoconnect": .bool(false), "auth-retries": .int(1), "mdns": .int(0), "llmnr": .int(0),
        ]
    }

    private var wireless: [String: Variant] {
        var wireless: [String: Variant] = [
            "ssid": .bytes(request.ssid.bytes), "mode": .string("infrastructure"),
            // Disabled. A radio that sleeps between beacons loses and delays what a small access point sends it
            // (raspberrypi/linux, issue 7533), and most distributions let it sleep.
            "powersave": .uint(2),
        ]
        if isPinned { wireless["bssid"] = .bytes(request.network.bssid.bytes) }
        if request.isOnItsChannel, let (band, channel) = request.network.channel {
            wireless["band"] = .string(band)
            wireless["channel"] = .uint(channel)
        }
        if let address { wireless["assigned-mac-address"] = .string(address.description) }
        if request.isHidden { wireless["hidden"] = .bool(true) }
        return wireless
    }

    private var wirelessSecurity: [String: Variant]? {
        switch security {
        // If a mixed access point offers SAE, the supplicant takes it by itself.
        case .wpa2, .wpa2wpa3: keyed("wpa-psk")
        case .wpa3: keyed("sae").merging(["pmf": .int(3)]) { $1 }
        case .owe: ["key-mgmt": .string("owe")]
        case .open, .wep, .enterprise, .unknown: nil
        }
    }

    private func keyed(_ management: String) -> [String: Variant] {
        var keyed: [String: Variant] = ["key-mgmt": .string(management), "psk-flags": .uint(0)]
        if let passphrase = request.passphrase { keyed["psk"] = .string(passphrase.secret) }
        return keyed
    }

    private var ipv4: [String: Variant] {
        switch request.addressing {
        case .ipv4:
            routes.merging([
                "method": .string("auto"), "may-fail": .bool(false),
                "dhcp-send-hostname": .bool(false), "dhcp-timeout": .int(Int32(Self.addressPatience)),
                // NetworkManager 1.46 and later probes for 0.2 s by default (RFC 5227). The server of a hotspot that was opened
                // for one set-up knows its only clients.
                "dad-timeout": .int(0),
            ]) { $1 }
        case .linkLocal:
            // An address of either family will do, whichever comes first.
            routes.merging(["method": .string("link-local"), "may-fail": .bool(true)]) { $1 }
        }
    }
}

extension WiFiNetwork {
    /// In NetworkManager's form; nil for 6 GHz, for which its earlier versions have none.
    fileprivate var channel: (band: String, number: UInt32)? {
        switch frequency {
        case 2484: ("bg", 14)
        case 2412...2472: ("bg", UInt32(frequency - 2407) / 5)
        case 5160...5885: ("a", UInt32(frequency - 5000) / 5)
        case _: nil
        }
    }
}
