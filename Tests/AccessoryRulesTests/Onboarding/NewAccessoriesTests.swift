// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// The accessories in range that take a home network.
struct NewAccessoriesTests {
    private func network(_ ssid: String, _ number: UInt8, signal: Int, _ security: Security = .open) throws
        -> WiFiNetwork
    {
        WiFiNetwork(
            ssid: try SSID(text: ssid), bssid: try #require(MACAddress([2, 0, 0, 0, 1, number])), frequency: 2412,
            signal: signal, security: security, interface: "wlan0")
    }

    private func found(_ networks: [WiFiNetwork]) -> [NewAccessories.Found] {
        var surroundings = Surroundings(Bridge(rules: []))
        surroundings.observe(networks, at: .zero)
        return NewAccessories(surroundings).found
    }

    @Test func listsKnownFamiliesTheStrongestFirst() throws {
        let found = found([
            try network("HomeNet", 1, signal: 99, .wpa2), try network("PROV_C049EF", 2, signal: 40),
            try network("ShellyPlusPlugS-C049EF8C480C", 3, signal: 70),
        ])
        #expect(found.map(\.recognition.family) == [.shelly, .espressif])
    }

    @Test func listsOneHotspotOnce() throws {
        let found = found([try network("PROV_C049EF", 1, signal: 40), try network("PROV_C049EF", 2, signal: 80)])
        guard case .hotspot(let network)? = found.first?.source else {
            Issue.record("\(found)")
            return
        }
        #expect(found.count == 1 && network.signal == 80)
    }

    @Test func aFloodOfHotspotsIsBounded() throws {
        let flood = try (0..<200).map { try network("PROV_\(100_000 + $0)", UInt8($0), signal: $0 % 100) }
        #expect(found(flood).count == NewAccessories.limit)
    }
}
