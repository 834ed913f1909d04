// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

func ssid(_ text: String) throws -> SSID { try SSID(text: text) }

func bssid(_ last: UInt8) throws -> MACAddress { try #require(MACAddress([2, 0, 0, 0, 1, last])) }

func network(
    _ name: String?, _ last: UInt8 = 1, signal: Int = 50, security: Security = .wpa2, frequency: Int = 2412
) throws -> WiFiNetwork {
    WiFiNetwork(
        ssid: try name.map(ssid), bssid: try bssid(last), frequency: frequency, signal: signal, security: security,
        interface: "wlan0")
}

func link(_ last: UInt8 = 1) throws -> Link {
    Link(
        interface: "wlan0", bssid: try bssid(last), address: "192.168.4.2", prefixLength: 24, gateway: "192.168.4.1")
}

func failure(_ reason: JoinFailure.Reason) -> JoinFailure { JoinFailure(reason, detail: "so it is") }

/// Numbers without an order to see, the same at every run (SplitMix64).
struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
