// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

@testable import accessoryctl

/// Fixed values, with what makes printers stumble: colons, backslashes, bytes that are no text, nothing at all.
enum Fixture {
    static func ssid(_ text: String) throws -> SSID { try SSID(text: text) }

    static func bssid(_ last: UInt8) throws -> MACAddress {
        guard let address = MACAddress([2, 0, 0, 0, 1, last]) else { throw Broken() }
        return address
    }

    struct Broken: Error {}

    static func network(
        _ ssid: String?, _ last: UInt8, signal: Int, frequency: Int = 2437, security: Security = .wpa2
    ) throws -> WiFiNetwork {
        WiFiNetwork(
            ssid: try ssid.map { try SSID(text: $0) }, bssid: try bssid(last), frequency: frequency, signal: signal,
            security: security, interface: "wlan0")
    }

    static func networks() throws -> [WiFiNetwork] {
        [
            try network("MyCam-1", 1, signal: 78),
            try network("Attic: left\\\\right", 2, signal: 42, frequency: 5180, security: .wpa2wpa3),
            try network("\\xf0\\x9f\\x94\\x8c Plug-7", 3, signal: 9, frequency: 5955, security: .open),
            try network(nil, 4, signal: 100, frequency: 2484, security: .enterprise),
        ]
    }

    static func record() throws -> AccessRecord {
        AccessRecord(
            app: "org.example.camera", uid: nil,
            accessory: Accessory(
                id: "b42c7393", displayName: "Camera", ssid: try ssid("MyCam-1"), bssid: try bssid(1),
                state: .authorized),
            security: .wpa2, frequency: 2437, isHidden: false, origin: .picker, grantedBy: "uid 1000 at the picker",
            granted: Timestamp(seconds: 1_780_000_000))
    }

    static func status() throws -> Status {
        Status(
            version: "0.1.0", backend: "NetworkManager 1.42.4", unavailable: nil,
            adapters: [
                AdapterStatus(Adapter(interface: "wlan0", activity: .connected(name: "Home", ssid: nil))),
                AdapterStatus(Adapter(interface: "wlan1", activity: .unusable(.hardBlocked))),
            ],
            leases: [LeaseStatus(app: "org.example.camera", lease: try joined())], apps: 2, accessRecords: 1,
            pickers: 0,
            faults: ["apps.d/x.conf: [App] Nmae: unknown key"])
    }

    static func joined() throws -> LeaseUpdate {
        LeaseUpdate(
            .joined, ssid: try ssid("MyCam-1"),
            link: Link(
                interface: "wlan0", bssid: try bssid(1), address: "192.168.4.2", prefixLength: 24,
                gateway: "192.168.4.1"))
    }

    static func lease(_ state: LeaseUpdate.State, cuts: String? = nil, error: AccessoryError? = nil) throws
        -> LeaseUpdate
    {
        LeaseUpdate(state, ssid: try ssid("MyCam-1"), cuts: cuts, error: error)
    }

    static func item(
        _ id: String, _ ssid: String, signal: Int, last: UInt8 = 1, cuts: String? = "Home",
        needsPassphrase: Bool = false
    ) throws -> PickerItem {
        PickerItem(
            id: id, name: "Camera", image: nil, ssid: try Fixture.ssid(ssid), bssid: try bssid(last), signal: signal,
            frequency: 2437, security: needsPassphrase ? .wpa2 : .open, interface: "wlan0", cuts: cuts,
            needsPassphrase: needsPassphrase, isShared: false)
    }

    static func items(_ items: [PickerItem], isComplete: Bool = false, app: String = "org.example.camera")
        -> PickerUpdate
    {
        PickerUpdate(
            .items, presentation: "1", appName: "Camera app", items: items, isComplete: isComplete, app: app)
    }
}
