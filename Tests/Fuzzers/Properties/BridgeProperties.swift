// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel

/// The input is a device's Bluetooth name, a network's SSID, and data that the device has for every family, in lines; the
/// first bytes of the data are both addresses too.
func checkBridge(_ input: [UInt8]) throws {
    let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    let data = Array(lines.count == 3 ? lines[2] : [])
    let name = lines.first.map { String(decoding: $0, as: UTF8.self) }
    let ssid = lines.count > 1 ? try? SSID(Array(lines[1])) : nil
    let device = advertisement(name, data, .public)
    let network = network(ssid, data)
    try checkAnswers(device, network)
    try checkClones(advertisement(name, data, .staticRandom), network)
    try checkLookAlike(device, network)
}

private func advertisement(
    _ name: String?, _ data: [UInt8], _ kind: BluetoothAddress.Kind, last: UInt8 = 0
) -> Advertisement {
    let services = ["FFF6", "FEA6", "4677"].compactMap { BluetoothUUID($0) }
    return Advertisement(
        address: BluetoothAddress(address(data, plus: last), kind: kind), name: name,
        serviceData: Dictionary(uniqueKeysWithValues: services.map { ($0, data) }),
        manufacturerData: [0x02F2: data, 0x0BA9: data, 0x012D: data])
}

private func network(_ ssid: SSID?, _ data: [UInt8], plus: UInt8 = 0, interface: String = "wlan0") -> WiFiNetwork {
    WiFiNetwork(
        ssid: ssid, bssid: address(Array(data.dropFirst(6)), plus: plus), frequency: 2412, signal: 50, security: .open,
        interface: interface)
}

private func address(_ data: [UInt8], plus: UInt8) -> MACAddress {
    var bytes = Array((data + [0, 0, 0, 0, 0, 0]).prefix(6))
    bytes[5] &+= plus
    guard let address = MACAddress(bytes) else { preconditionFailure("six bytes are an address") }
    return address
}

private func checkAnswers(_ device: Advertisement, _ network: WiFiNetwork) throws {
    var bridge = Bridge()
    bridge.observe(device, at: .zero)
    bridge.observe(network, at: .zero)
    var other = Bridge()
    other.observe(network, at: .zero)
    other.observe(device, at: .zero)
    let address = device.address.address
    guard let correlation = bridge.correlation(of: address) else { throw Broken(description: "a device is known") }
    try hold(other.correlation(of: address) == correlation, "the order makes no difference")
    try hold(bridge.correlations == [correlation], "one is all")
    for candidate in [correlation.match, correlation.runnerUp].compactMap(\.self) {
        try hold((0...1).contains(candidate.strength), "strength is from 0 to 1")
        try hold(candidate.evidence.map(\.weight) == candidate.evidence.map(\.weight).sorted(by: >), "strongest first")
    }
    try hold((correlation.network != nil) == (correlation.verdict == .bridged), "there is a network, or no answer")
    try hold(correlation.verdict != .bridged || correlation.match?.isSufficient == true, "an answer is sufficient")
    for sentence in correlation.explanation {
        try hold(!sentence.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "a terminal shows it")
    }
    var twice = network
    twice.interface = "wlan1"
    bridge.observe(twice, at: .zero)
    try hold(bridge.correlation(of: address)?.verdict == correlation.verdict, "two radios hear one access point")
    bridge.lose(bssid: network.bssid)
    try hold(bridge.correlation(of: address)?.verdict == .unknown, "no network, no answer")
    bridge.lose(device: address)
    try hold(bridge.correlation(of: address) == nil && bridge.correlations.isEmpty, "who is gone is forgotten")
}

/// Two devices that advertise the same, under addresses that identify nothing.
private func checkClones(_ device: Advertisement, _ network: WiFiNetwork) throws {
    var clone = device
    clone.address = BluetoothAddress(address(device.address.address.bytes, plus: 1), kind: .staticRandom)
    var bridge = Bridge()
    bridge.observe(device, at: .zero)
    bridge.observe(clone, at: .zero)
    bridge.observe(network, at: .zero)
    for one in [device, clone] {
        try hold(bridge.correlation(of: one.address.address)?.network == nil, "what two advertise alike is no answer")
    }
}

/// A second access point of the same name is never preferred unless its address speaks for it.
private func checkLookAlike(_ device: Advertisement, _ network: WiFiNetwork) throws {
    guard let ssid = network.ssid else { return }
    var bridge = Bridge()
    bridge.observe(device, at: .zero)
    bridge.observe(network, at: .zero)
    let other = AccessoryModel.WiFiNetwork(
        ssid: ssid, bssid: address(network.bssid.bytes, plus: 0x80), frequency: 2412, signal: 90, security: .open,
        interface: "wlan0")
    bridge.observe(other, at: .zero)
    let candidates = [network, other].map { bridge.candidate(of: device.address.address, at: $0.bssid) }
    if candidates[0]?.evidence == candidates[1]?.evidence, candidates[0]?.corroboration == candidates[1]?.corroboration
    {
        try hold(bridge.correlation(of: device.address.address)?.network == nil, "nothing sets the two apart")
    }
}
