// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

struct EasyConnectNetworkTests {
    private static let rawKey = String(repeating: "0123456789abcdef", count: 4)

    private func point(_ security: Security) throws -> WiFiNetwork {
        WiFiNetwork(
            ssid: try SSID(text: "Home"), bssid: try #require(MACAddress("02:00:00:00:01:00")), frequency: 2437,
            signal: 50, security: security, interface: "wlan0")
    }

    @Test(arguments: [
        (Security.wpa2, [Security](), EasyConnectNetwork.Kind.wpa2), (.wpa3, [], .wpa3), (.wpa2wpa3, [], .both),
        (.wpa2, [.wpa2], .wpa2), (.wpa2, [.wpa3], .wpa3), (.wpa2, [.wpa2wpa3], .both), (.wpa3, [.wpa2, .wpa3], .both),
        (.wpa2, [.open], .wpa2),
    ])
    func hasTheSecurityThatIsSeen(stored: Security, seen: [Security], kind: EasyConnectNetwork.Kind) throws {
        let network = try EasyConnectNetwork(
            try EasyConnectStage.network(stored), seen: try seen.map { try point($0) })
        #expect(network.kind == kind)
    }

    @Test(arguments: [[Security](), [.wpa2], [.wpa2wpa3], [.wpa2, .wpa3]], [false, true])
    func wpa2AloneIsHandedOverIfOrdered(seen: [Security], hasConnector: Bool) throws {
        let network = try EasyConnectNetwork(
            try EasyConnectStage.network(.wpa2), seen: try seen.map { try point($0) }, hasConnector: hasConnector,
            isWPA2Only: true)
        #expect(network.kind == .wpa2)
    }

    @Test func wpa2AloneIsNothingForANetworkOfWPA3() throws {
        let credentials = try EasyConnectStage.network(.wpa2)
        #expect(throws: HandOverRefusal(reason: .wpa3Only, family: .easyConnect, ssid: credentials.ssid)) {
            try EasyConnectNetwork(credentials, seen: [try point(.wpa3)], isWPA2Only: true)
        }
    }

    @Test(arguments: [
        (Security.wpa2, EasyConnectNetwork.Kind.bothWithConnector), (.wpa2wpa3, .bothWithConnector),
        (.wpa3, .wpa3WithConnector),
    ])
    func aConnectorComesBesideThePassphrase(security: Security, kind: EasyConnectNetwork.Kind) throws {
        let credentials = try EasyConnectStage.network(security)
        let network = try EasyConnectNetwork(credentials, seen: [], hasConnector: true)
        #expect(network.kind == kind)
        let begin = EasyConnectCommand.begin(label: 1, configurator: 1, network).text
        #expect(begin.contains("conf=\(kind.rawValue) ssid=486f6d65 pass="))
        guard security != .wpa3 else { return }
        let raw = try EasyConnectStage.network(security, Self.rawKey)
        #expect(try EasyConnectNetwork(raw, seen: [], hasConnector: true).kind == .wpa2)
    }

    @Test(arguments: [
        (Security.unknown, [Security]()), (.unknown, [.unknown]), (.unknown, [.wpa2]), (.wpa2, [.unknown]),
        (.wpa3, [.unknown, .open]),
    ])
    func aNetworkOfConnectorsAloneGetsNoPassphrase(stored: Security, seen: [Security]) throws {
        var credentials = try EasyConnectStage.network(stored)
        if stored == .unknown { credentials.passphrase = nil }
        let points = try seen.map { try point($0) }
        let network = try EasyConnectNetwork(credentials, seen: points, hasConnector: true)
        #expect(network.kind == .connector && network.passphrase == nil)
        let begin = EasyConnectCommand.begin(label: 1, configurator: 1, network).text
        #expect(begin == "DPP_AUTH_INIT peer=1 configurator=1 conn_status=1 conf=sta-dpp ssid=486f6d65")
        guard stored == .unknown else { return }
        #expect(throws: HandOverRefusal(reason: .passphraseMissing, family: .easyConnect, ssid: credentials.ssid)) {
            try EasyConnectNetwork(credentials, seen: points)
        }
    }

    @Test func readsTheKeyOfTheNetworksOwnConfigurator() throws {
        let own = try EasyConnectKey(.system)
        #expect(EasyConnectKey(text: own.der.hexadecimal) == own)
        // As OpenSSL writes it, with the public key behind.
        let long = [0x30, 0x77] + Array(own.der.dropFirst(2)) + [0xA1, 0x44] + [UInt8](repeating: 1, count: 68)
        #expect(EasyConnectKey(text: long.hexadecimal)?.mark == own.mark)
        for text in ["", "no key", "30", String(repeating: "00", count: 60)] {
            #expect(EasyConnectKey(text: text) == nil)
        }
    }

    @Test func aRawKeyIsForWPA2() throws {
        let credentials = try EasyConnectStage.network(.wpa2, Self.rawKey)
        #expect(try EasyConnectNetwork(credentials, seen: [try point(.wpa2wpa3)]).kind == .wpa2)
        #expect(throws: HandOverRefusal(reason: .rawKey, family: .easyConnect, ssid: credentials.ssid)) {
            try EasyConnectNetwork(credentials, seen: [try point(.wpa3)])
        }
    }

    @Test func refusesWhatTheFamilyCannotHandOver() throws {
        let family = Family.easyConnect
        func refusal(_ security: Security) throws -> HandOverRefusal.Reason? {
            var network = try EasyConnectStage.network(security)
            if security.key != .passphrase { network.passphrase = nil }
            return family.refusal(of: network, seen: [try point(security)])?.reason
        }
        #expect(try refusal(.open) == .open && refusal(.owe) == .owe)
        #expect(try refusal(.wep) == .wep && refusal(.enterprise) == .enterprise)
        #expect(try refusal(.wpa2) == nil && refusal(.wpa2wpa3) == nil && refusal(.wpa3) == nil)
    }

    @Test func commandsShowNoSecret() throws {
        let network = try EasyConnectNetwork(try EasyConnectStage.network(), seen: [])
        let key = try EasyConnectKey(.system)
        let begin = EasyConnectCommand.begin(label: 3, configurator: 7, network)
        #expect(
            begin.text == "DPP_AUTH_INIT peer=3 configurator=7 conn_status=1 conf=sta-psk ssid=486f6d65 "
                + "pass=686f6d6520737765657420686f6d65")
        #expect(
            "\(begin)" == "DPP_AUTH_INIT"
                && "\(EasyConnectCommand.addConfigurator(key: key.der))" == "DPP_CONFIGURATOR_ADD")
        var dump = ""
        Swift.dump((begin, network, key, EasyConnectCommand.addConfigurator(key: key.der)), to: &dump)
        #expect(!dump.contains("686f6d6520") && !dump.contains("home sweet home") && !dump.contains("48, 49"))
    }
}
