// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

@Suite struct SettingsTests {
    private func sections(
        _ security: Security, passphrase: String? = nil, isHidden: Bool = false,
        addressing: JoinRequest.Addressing = .ipv4, isPinned: Bool = true, onChannelOf frequency: Int? = nil,
        address: MACAddress? = nil
    ) throws -> [String: [String: Variant]] {
        let ssid = try SSID([0x43, 0x61, 0x6D, 0xFF])
        let bssid = try #require(MACAddress("02:00:00:00:01:00"))
        let network = WiFiNetwork(
            ssid: ssid, bssid: bssid, frequency: frequency ?? 2412, signal: 70, security: security, interface: "wlan0")
        var request = JoinRequest(
            ssid: ssid, network: network, passphrase: try passphrase.map { try Passphrase($0) }, isHidden: isHidden,
            addressing: addressing, profile: "6a2a708c-080e-4b04-8b3a-a865c2ef0dc6")
        request.isOnItsChannel = frequency != nil
        return Settings(
            request: request, security: security, isPinned: isPinned, address: address, table: 0x6100_0004
        ).sections()
    }

    @Test func namesTheProfileSoThatItIsKnownAsOurs() throws {
        let connection = try #require(try sections(.open)["connection"])
        #expect(connection["id"] == .string("accessoryd Cam\\xff"))
        #expect(connection["uuid"] == .string("6a2a708c-080e-4b04-8b3a-a865c2ef0dc6"))
        #expect(connection["autoconnect"] == .bool(false))
        #expect(connection["interface-name"] == .string("wlan0"))
    }

    @Test func theRadioDoesNotSleepDuringALease() throws {
        for security in [Security.open, .wpa2, .wpa3] {
            #expect(try sections(security)["802-11-wireless"]?["powersave"] == .uint(2))
        }
    }

    @Test(
        arguments: [
            (2412, "bg", 1), (2472, "bg", 13), (2484, "bg", 14), (5180, "a", 36), (5825, "a", 165), (5955, nil, nil),
        ] as [(Int, String?, UInt32?)])
    func namesTheChannelWhereATwinHasTheAddress(frequency: Int, band: String?, channel: UInt32?) throws {
        let wireless = try #require(try sections(.wpa2, onChannelOf: frequency)["802-11-wireless"])
        #expect(wireless["band"] == band.map { .string($0) } && wireless["channel"] == channel.map { .uint($0) })
        #expect(try sections(.wpa2)["802-11-wireless"]?["channel"] == nil)
    }

    @Test func pinsTheAccessPointByItsBytes() throws {
        let wireless = try #require(try sections(.open)["802-11-wireless"])
        #expect(wireless["ssid"] == .bytes([0x43, 0x61, 0x6D, 0xFF]))
        #expect(wireless["bssid"] == .bytes([2, 0, 0, 0, 1, 0]))
        #expect(wireless["hidden"] == nil)
        #expect(try sections(.owe, isPinned: false)["802-11-wireless"]?["bssid"] == nil)
        #expect(try sections(.open, isHidden: true)["802-11-wireless"]?["hidden"] == .bool(true))
    }

    @Test func theAccessorySeesTheAddressThatIsMeantForIt() throws {
        #expect(try sections(.open)["802-11-wireless"]?["assigned-mac-address"] == nil)
        let wireless = try sections(.open, address: MACAddress("02:11:22:33:44:55"))["802-11-wireless"]
        #expect(wireless?["assigned-mac-address"] == .string("02:11:22:33:44:55"))
    }

    @Test(arguments: ["ipv4", "ipv6"])
    func takesNoRouteAndNoDNS(family: String) throws {
        for addressing in JoinRequest.Addressing.allCases {
            let section = try #require(try sections(.open, addressing: addressing)[family])
            for key in ["never-default", "ignore-auto-dns", "ignore-auto-routes"] {
                #expect(section[key] == .bool(true))
            }
        }
    }

    @Test func multicastHasARouteOfLastResort() throws {
        for addressing in JoinRequest.Addressing.allCases {
            let all = try sections(.open, addressing: addressing)
            guard case .list(of: "a{sv}", let routes)? = all["ipv4"]?["route-data"] else {
                Issue.record("the profile has no routes")
                continue
            }
            #expect(
                routes.first
                    == .dictionary([
                        "dest": .string("224.0.0.0"), "prefix": .uint(4), "metric": .uint(10_000),
                        // Asked after the table main, where a default route of another interface is.
                        "table": .uint(253),
                    ]))
            #expect(all["ipv6"]?["route-data"] == nil)
        }
    }

    @Test func marksLeadToTheHotspotWhateverTheAddress() throws {
        let ipv4 = try #require(try sections(.open)["ipv4"])
        guard case .list(_, let routes)? = ipv4["route-data"] else {
            Issue.record("the profile has no routes")
            return
        }
        #expect(
            routes.dropFirst() == [
                .dictionary(["dest": .string("0.0.0.0"), "prefix": .uint(1), "table": .uint(0x6100_0004)]),
                .dictionary(["dest": .string("128.0.0.0"), "prefix": .uint(1), "table": .uint(0x6100_0004)]),
            ])
    }

    @Test func asksForAnAddressByDHCPOnlyWhereOneIsNeeded() throws {
        #expect(try sections(.open)["ipv4"]?["method"] == .string("auto"))
        #expect(try sections(.open)["ipv4"]?["may-fail"] == .bool(false))
        #expect(try sections(.open)["ipv4"]?["dhcp-send-hostname"] == .bool(false))
        #expect(try sections(.open, addressing: .linkLocal)["ipv4"]?["method"] == .string("link-local"))
    }

    /// nmcli finds an accessory whose server takes 10 s for each answer.
    @Test func waitsForAnAddressAsLongAsNetworkManagerDoesByItself() throws {
        #expect(try sections(.open)["ipv4"]?["dhcp-timeout"] == .int(45))
    }

    @Test func doesNotProbeTheAddressOfALease() throws {
        #expect(try sections(.open)["ipv4"]?["dad-timeout"] == .int(0))
        #expect(try sections(.open, addressing: .linkLocal)["ipv4"]?["dad-timeout"] == nil)
    }

    @Test(arguments: [
        (Security.open, nil), (.owe, "owe"), (.wpa2, "wpa-psk"), (.wpa2wpa3, "wpa-psk"), (.wpa3, "sae"),
    ])
    func managesKeysAsTheAccessPointDoes(security: Security, management: String?) throws {
        let section = try sections(security, passphrase: "camsecret1")["802-11-wireless-security"]
        #expect(section?["key-mgmt"] == management.map { .string($0) })
    }

    @Test func givesThePassphraseOnlyWhereOneIsUsed() throws {
        #expect(
            try sections(.wpa2, passphrase: "camsecret1")["802-11-wireless-security"]?["psk"] == .string("camsecret1"))
        #expect(try sections(.owe, passphrase: "camsecret1")["802-11-wireless-security"]?["psk"] == nil)
    }

    @Test(arguments: [
        (SecurityFlags(isPrivate: false, wpa: 0, rsn: 0), Security.open),
        (SecurityFlags(isPrivate: true, wpa: 0, rsn: 0), .wep),
        (SecurityFlags(isPrivate: true, wpa: 0x100, rsn: 0), .wpa2),
        (SecurityFlags(isPrivate: true, wpa: 0, rsn: 0x188), .wpa2),
        (SecurityFlags(isPrivate: true, wpa: 0, rsn: 0x588), .wpa2wpa3),
        (SecurityFlags(isPrivate: true, wpa: 0, rsn: 0x488), .wpa3),
        (SecurityFlags(isPrivate: true, wpa: 0, rsn: 0x888), .owe),
        (SecurityFlags(isPrivate: false, wpa: 0, rsn: 0x1000), .owe),
        (SecurityFlags(isPrivate: true, wpa: 0, rsn: 0x288), .enterprise),
        // Wi-Fi Easy Connect's connectors alone: NetworkManager 1.42 reports the ciphers, and no key management.
        (SecurityFlags(isPrivate: true, wpa: 0, rsn: 0x88), .unknown),
    ])
    func readsSecurityFromTheAccessPointsFlags(flags: SecurityFlags, expected: Security) {
        #expect(flags.security == expected)
    }

    @Test func knowsAProfilesSecurityByItsKeyManagement() {
        let known: [String?: Security] = [
            nil: .open, "wpa-psk": .wpa2, "sae": .wpa3, "owe": .owe, "none": .wep, "ieee8021x": .enterprise,
            "wpa-eap": .enterprise, "wpa-eap-suite-b-192": .enterprise,
        ]
        for (management, security) in known { #expect(Security(keyManagement: management) == security) }
    }
}
