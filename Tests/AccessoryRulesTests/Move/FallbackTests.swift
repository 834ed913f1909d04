// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// Which hotspot, and which Bluetooth device, is the own radio of a known accessory that is on no network.
struct FallbackTests {
    private let name: SSID
    private let point: MACAddress
    private let other: MACAddress

    init() throws {
        name = try ssid("Kitchen Fallback Hotspot")
        point = try #require(MACAddress("24:0a:c4:00:00:01"))
        other = try #require(MACAddress("24:0a:c4:00:00:11"))
    }

    private func fallback(_ family: Family = .esphome, points: [MACAddress]? = nil) -> Fallback {
        let expected = ExpectedIdentity(family: family, hotspot: name, bssid: point)
        return Fallback(
            expected,
            [
                ObservedAccessory(
                    id: "kitchen", ssid: name, accessPoints: points ?? [point],
                    isResetByHotspot: expected.hasHotspotForSetUpAlone)
            ])
    }

    private func network(_ bssid: MACAddress, _ ssid: SSID? = nil, _ security: Security = .wpa2) -> WiFiNetwork {
        WiFiNetwork(
            ssid: ssid ?? name, bssid: bssid, frequency: 2412, signal: 60, security: security, interface: "wlan0")
    }

    private func around(_ networks: [WiFiNetwork], _ devices: [Advertisement] = []) -> Surroundings {
        var surroundings = Surroundings(Bridge(rules: []))
        surroundings.observe(networks, at: .zero)
        surroundings.observe(devices, at: .zero)
        return surroundings
    }

    /// Improv, which takes a network.
    private func improv(_ address: MACAddress, state: UInt8 = 2) throws -> Advertisement {
        Advertisement(
            address: BluetoothAddress(address, kind: .public),
            serviceData: [try #require(BluetoothUUID("4677")): [state, 0, 0, 0, 0, 0]])
    }

    @Test func aHotspotHasTheNameAndTheAccessPoint() throws {
        let own = network(point)
        #expect(fallback().found(in: around([own]))?.source == .hotspot(own))
        #expect(fallback().found(in: around([network(other)]))?.source == nil, "a twin")
        #expect(fallback().found(in: around([network(point, try ssid("Bath Fallback Hotspot"))]))?.source == nil)
        #expect(fallback().found(in: around([network(other), own]))?.source == .hotspot(own))
    }

    @Test func oneOfTwoIsNotChosen() {
        #expect(fallback(points: [point, other]).found(in: around([network(point), network(other)]))?.source == nil)
    }

    @Test func aHotspotOfUseIsNoFallback() {
        #expect(!fallback(.theta).isPossible)
        #expect(fallback(.theta).found(in: around([network(point)]))?.source == nil)
    }

    /// Espressif's chips have Bluetooth's address two after the station's.
    @Test func aDeviceHasTheAddressThatTheStationImplies() throws {
        let own = try improv(try #require(MACAddress("24:0a:c4:00:00:02")))
        let fallback = fallback(.improv)
        #expect(
            fallback.found(in: around([], [own]))?.source == nil, "the hotspot of an Improv device implies no station")
        var expected = ExpectedIdentity(family: .improv, bluetooth: own.address, name: nil)
        #expect(Fallback(expected, []).found(in: around([], [own]))?.source == .bluetooth(own))
        #expect(Fallback(expected, []).found(in: around([], [try improv(other)]))?.source == nil)
        #expect(
            Fallback(expected, []).found(in: around([], [try improv(own.address.address, state: 4)]))?.source == nil)
        expected.end(.onNetwork(address: nil, page: nil), protection: .proven)
        #expect(!Fallback(expected, []).isPossible, "nobody has its proof")
    }

    @Test func anEncryptedHotspotComesBeforeBluetooth() throws {
        let device = try improv(other)
        let expected = ExpectedIdentity(family: .improv, hotspot: name, bssid: point)
        for (security, isFirst) in [(Security.wpa2, true), (.open, false)] {
            let observed = ObservedAccessory(
                id: "kitchen", bluetooth: other, ssid: name, accessPoints: [point], isResetByHotspot: true)
            let hotspot = network(point, nil, security)
            #expect(
                Fallback(expected, [observed]).found(in: around([hotspot], [device]))?.source
                    == (isFirst ? .hotspot(hotspot) : .bluetooth(device)))
        }
    }
}
