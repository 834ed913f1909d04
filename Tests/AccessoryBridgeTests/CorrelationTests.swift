// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

struct CorrelationTests {
    @Test func namesANetworkOnlyWhereThereIsAnAnswer() throws {
        let device = Advertisement(
            address: BluetoothAddress(try #require(MACAddress("02:00:00:00:02:00")), isRandom: false))
        let network = WiFiNetwork(
            ssid: try SSID(text: "MyCam-0001"), bssid: try #require(MACAddress("02:00:00:00:01:00")), frequency: 2412,
            signal: 50, security: .open, interface: "wlan0")
        let candidate = BridgeCandidate(network: network, strength: 0.9, evidence: [])
        #expect(Correlation(device: device, verdict: .bridged, match: candidate).network == network)
        #expect(Correlation(device: device, verdict: .tooClose, match: candidate).network == nil)
    }
}
