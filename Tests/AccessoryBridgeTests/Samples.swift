// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

func address(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> MACAddress {
    try #require(MACAddress(text), sourceLocation: location)
}

func bytes(_ hexadecimal: String, _ location: SourceLocation = #_sourceLocation) throws -> [UInt8] {
    try #require([UInt8](hexadecimal: hexadecimal.filter { $0 != " " }), sourceLocation: location)
}

func uuid(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> BluetoothUUID {
    try #require(BluetoothUUID(text), sourceLocation: location)
}

/// By default with a random private address, which allows no conclusion.
func device(
    _ text: String = "5A:00:00:00:00:01", _ kind: BluetoothAddress.Kind = .resolvablePrivate, name: String? = nil,
    company: (UInt16, String)? = nil, service: (String, String)? = nil, services: [String] = [], isBonded: Bool = false
) throws -> Advertisement {
    var manufacturerData: [UInt16: [UInt8]] = [:]
    if let company { manufacturerData[company.0] = try bytes(company.1) }
    var serviceData: [BluetoothUUID: [UInt8]] = [:]
    if let service { serviceData[try uuid(service.0)] = try bytes(service.1) }
    return try Advertisement(
        address: BluetoothAddress(address(text), kind: kind), name: name,
        services: Set(services.map { try uuid($0) }), serviceData: serviceData, manufacturerData: manufacturerData,
        isBonded: isBonded)
}

func network(_ ssid: String?, _ bssid: String = "02:00:00:00:01:00", interface: String = "wlan0") throws -> WiFiNetwork
{
    try WiFiNetwork(
        ssid: ssid.map { try SSID(text: $0) }, bssid: address(bssid), frequency: 2412, signal: 50, security: .wpa2,
        interface: interface)
}

/// A bridge that has heard all of these at the beginning.
func room(_ devices: [Advertisement], _ networks: [WiFiNetwork], rules: [BridgeRule] = BridgeRule.builtIn) -> Bridge {
    var bridge = Bridge(rules: rules)
    for device in devices { bridge.observe(device, at: .zero) }
    for network in networks { bridge.observe(network, at: .zero) }
    return bridge
}

extension Bridge {
    func correlation(_ device: Advertisement, _ location: SourceLocation = #_sourceLocation) throws -> Correlation {
        try #require(correlation(of: device.address.address), sourceLocation: location)
    }

    /// The evidence for the two, with nothing else in range.
    func candidate(_ device: Advertisement, _ network: WiFiNetwork) -> BridgeCandidate? {
        candidate(of: device.address.address, at: network.bssid)
    }
}

extension BridgeCandidate {
    var families: [String] { evidence.map(\.family) }
}
