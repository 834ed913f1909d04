// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct HandOverRefusalTests {
    private static let rawKey = String(repeating: "0123456789abcdef", count: 4)

    private func network(
        _ security: Security = .wpa2, _ passphrase: String? = "mysecurepassword", ssid: String = "Home",
        isHidden: Bool = false
    ) throws -> UplinkCredentials {
        UplinkCredentials(
            ssid: try SSID(text: ssid), security: security, passphrase: try passphrase.map { try Passphrase($0) },
            isHidden: isHidden)
    }

    private func point(
        _ security: Security = .wpa2, _ frequency: Int = 2437, ssid: String = "Home"
    ) throws -> WiFiNetwork {
        WiFiNetwork(
            ssid: try SSID(text: ssid), bssid: try #require(MACAddress("02:00:00:00:01:00")), frequency: frequency,
            signal: 50, security: security, interface: "wlan0")
    }

    @Test func aRefusalIsAnErrorWithACodeAndTheNetworksName() throws {
        let refusal = try #require(Family.shelly.refusal(of: try network(), seen: [try point(.wpa2, 5180)]))
        let error = AccessoryError(refusal)
        #expect(error.code == .provisioningFailed && error.message == "\(refusal)")
        #expect(error.reason == FailureReason(.otherBandsOnly, names: ["Home"]))
        let hidden = try #require(Family.shelly.refusal(of: try network(), seen: []))
        #expect(AccessoryError(hidden).reason?.kind == .homeNetworkNotSeen)
    }

    @Test(arguments: Family.allCases)
    func anOrdinaryNetworkFitsAll(family: Family) throws {
        #expect(family.refusal(of: try network(), seen: [try point()]) == nil)
        let open = family.refusal(of: try network(.open, nil), seen: [try point(.open)])
        #expect(open?.reason == (family == .easyConnect ? .open : nil))
        #expect(
            family.refusal(of: try network(.wpa2wpa3), seen: [try point(.wpa2wpa3), try point(.wpa3, 5180)]) == nil)
    }

    @Test(arguments: Family.allCases)
    func aNetworkOutOfRangeIsRefused(family: Family) throws {
        let refusal = try #require(family.refusal(of: try network(), seen: [try point(ssid: "Other")]))
        #expect(refusal.reason == .notInRange && "\(refusal)".contains("'Home'"))
    }

    @Test func aHiddenNetworkIsNotSeen() throws {
        #expect(Family.esphome.refusal(of: try network(isHidden: true), seen: []) == nil)
        let refusal = Family.tasmota.refusal(of: try network(.wpa3, isHidden: true), seen: [])
        #expect(refusal?.reason == .wpa3Only)
    }

    @Test func theBandIsTheFamilys() throws {
        for frequency in [5180, 5955] {
            let seen = [try point(.wpa2, frequency)]
            #expect(Family.wled.refusal(of: try network(), seen: seen)?.reason == .otherBandsOnly)
            #expect(Family.gopro.refusal(of: try network(), seen: seen) == nil)
        }
        #expect(Family.wled.refusal(of: try network(), seen: [try point(.wpa2, 5180), try point()]) == nil)
    }

    @Test func oldChipsHaveNoWPA3() throws {
        for family in [Family.tasmota, .shelly1, .theta] {
            #expect(family.refusal(of: try network(), seen: [try point(.wpa3)])?.reason == .wpa3Only)
            #expect(family.refusal(of: try network(.wpa3), seen: [try point(.wpa2wpa3)]) == nil)
        }
        #expect(Family.shelly.refusal(of: try network(.wpa3), seen: [try point(.wpa3)]) == nil)
    }

    @Test func mixedBandsCountByBand() throws {
        let seen = [try point(.wpa3), try point(.wpa2, 5180)]
        #expect(Family.tasmota.refusal(of: try network(), seen: seen)?.reason == .wpa3Only)
    }

    @Test(arguments: [
        (Security.wep, HandOverRefusal.Reason.wep), (.enterprise, .enterprise), (.unknown, .unknownSecurity),
    ])
    func aNetworkWithoutAPassphraseIsRefused(security: Security, reason: HandOverRefusal.Reason) throws {
        #expect(Family.espressif.refusal(of: try network(security, nil), seen: [])?.reason == reason)
        #expect(Family.espressif.refusal(of: try network(), seen: [try point(security)])?.reason == reason)
    }

    @Test(arguments: [
        (Security.unknown, nil), (.wpa2, nil), (.open, HandOverRefusal.Reason.otherSecurity(.open)),
        (.enterprise, .enterprise),
    ])
    func connectorsAloneAreForEasyConnect(seen: Security, reason: HandOverRefusal.Reason?) throws {
        let network = try network(.unknown, nil)
        let points = [try point(seen)]
        let family = Family.easyConnect
        #expect(family.refusal(of: network, seen: points, hasConnector: true)?.reason == reason)
        #expect(family.refusal(of: network, seen: points)?.reason == .unknownSecurity)
        #expect(family.refusal(of: network, seen: [], hasConnector: true)?.reason == .notInRange)
        #expect(Family.shelly.refusal(of: network, seen: points, hasConnector: true)?.reason == .unknownSecurity)
    }

    @Test func aConnectorFitsBesideAStoredPassphrase() throws {
        let points = [try point(.unknown)]
        #expect(Family.easyConnect.refusal(of: try network(), seen: points, hasConnector: true) == nil)
        #expect(Family.easyConnect.refusal(of: try network(), seen: points)?.reason == .unknownSecurity)
    }

    @Test func encryptionWithoutAPassphraseIsRefused() throws {
        #expect(Family.espressif.refusal(of: try network(.owe, nil), seen: [try point(.owe)])?.reason == .owe)
    }

    @Test func anOpenTwinDoesNotCount() throws {
        let refusal = Family.wled.refusal(of: try network(), seen: [try point(.open)])
        #expect(refusal?.reason == .otherSecurity(.open))
        #expect(Family.wled.refusal(of: try network(), seen: [try point(.open), try point()]) == nil)
    }

    @Test func aMissingPassphraseIsRefused() throws {
        #expect(Family.wled.refusal(of: try network(.wpa2, nil), seen: [try point()])?.reason == .passphraseMissing)
    }

    @Test func aRawKeyIsNotForAll() throws {
        let network = try network(.wpa2, Self.rawKey)
        let refusal = try #require(Family.shelly.refusal(of: network, seen: [try point()]))
        #expect(refusal.reason == .rawKey && !"\(refusal)".contains(Self.rawKey))
        #expect(Family.espressif.refusal(of: network, seen: [try point()]) == nil)
        let newer = try self.network(.wpa3, Self.rawKey)
        #expect(Family.espressif.refusal(of: newer, seen: [try point(.wpa3)])?.reason == .rawKey)
    }

    @Test func aNameThatIsNoTextIsNotForAll() throws {
        let network = try network(ssid: "H\\xffm")
        let seen = [try point(ssid: "H\\xffm")]
        #expect(Family.improv.refusal(of: network, seen: seen) == nil)
        #expect(Family.wled.refusal(of: network, seen: seen)?.reason == .name)
    }
}
