// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel

/// The input is the keys and values of a rule in lines, and then a line of hexadecimal digits that is the name and the data
/// of a device and of a network.
func checkBridgeRule(_ input: [UInt8]) throws {
    var keys: [String: String] = [:]
    var data: [UInt8] = []
    for line in input.split(separator: UInt8(ascii: "\n")) {
        let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            data = Array(line)
            continue
        }
        keys[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
    }
    let rule: BridgeRule
    do {
        rule = try BridgeRule(family: "org.example.app", label: "label", keys: keys)
    } catch {
        try hold(!error.reason.isEmpty, "a fault has a reason")
        try hold(error.key.map { keys[$0] != nil } ?? true, "a fault names a key that was given: \(error)")
        return
    }
    try hold(!rule.fields.isEmpty && rule.objection == nil, "a rule compares something, and objects to nothing")
    try checkCandidate(rule, data)
    let again = try BridgeRule(family: "org.example.app", label: "label", keys: keys)
    try hold(again == rule, "a rule reads the same twice")
}

private func checkCandidate(_ rule: BridgeRule, _ data: [UInt8]) throws {
    let services = rule.device.compactMap { trait -> BluetoothUUID? in
        switch trait {
        case .service(let uuid), .serviceData(let uuid, _): uuid
        case _: nil
        }
    }
    let companies = rule.device.compactMap { trait -> UInt16? in
        guard case .manufacturerData(let company, _) = trait else { return nil }
        return company
    }
    guard let address = MACAddress(Array((data + [0, 0, 0, 0, 0, 0]).prefix(6))) else { return }
    let device = Advertisement(
        address: BluetoothAddress(address, kind: .public), name: String(decoding: data, as: UTF8.self),
        serviceData: Dictionary(services.map { ($0, data) }) { first, _ in first },
        manufacturerData: Dictionary(companies.map { ($0, data) }) { first, _ in first })
    let network = WiFiNetwork(
        ssid: try? SSID(data), bssid: address, frequency: 2412, signal: 50, security: .open, interface: "wlan0")
    var bridge = Bridge(rules: [rule])
    bridge.observe(device, at: .zero)
    bridge.observe(network, at: .zero)
    guard let candidate = bridge.candidate(of: address, at: address) else { return }
    try hold(!candidate.isStructural, "an app's rule is never structural")
    try hold(candidate.strength <= BridgeWeight.name, "an app's rule is no stronger than a name")
}
