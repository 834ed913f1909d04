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
            accessory: try accessory("b42c7393", "Camera", "MyCam-1"),
            security: .wpa2, frequency: 2437, isHidden: false, origin: .picker, grantedBy: "uid 1000 at the picker",
            granted: Timestamp(seconds: 1_780_000_000))
    }

    static func accessory(
        _ id: String, _ name: String, _ ssid: String?, state: Accessory.State = .authorized
    ) throws -> Accessory {
        Accessory(
            id: id, displayName: name, ssid: try ssid.map { try SSID(text: $0) }, bssid: try bssid(1), state: state)
    }

    /// One accessory that four apps share, each in another standing.
    static func shared() throws -> AccessoryStatus {
        let known = try record()
        func other(_ app: String, _ origin: AccessRecord.Origin, _ state: Accessory.State) throws -> AccessRecord {
            AccessRecord(
                app: app, uid: nil, accessory: try accessory("b42c7393", "Camera", "MyCam-1", state: state),
                bluetoothAddress: try bssid(9), security: nil, frequency: nil, isHidden: true, origin: origin,
                grantedBy: "uid 0 (root)", granted: Timestamp(seconds: 1_780_003_600))
        }
        var viewer = try other("org.example.viewer", .picker, .unauthorized)
        (viewer.uid, viewer.proof) = (1000, Proof(.executable, "/usr/bin/viewer"))
        var old = try other("org.example.old", .migration, .unauthorized)
        old.expires = Timestamp(seconds: 1_600_000_000)
        var plan = try other("org.example.plan", .plan, .authorized)
        plan.expires = Timestamp(seconds: 200_000_000_000)
        return AccessoryStatus(accessory: known.accessory, records: [known, viewer, old, plan])
    }

    static func location(isConfirmed: Bool = true, isOnline: Bool = true) throws -> Location {
        guard let address = IPAddress("192.168.1.23") else { throw Broken() }
        return Location(
            address: address, host: "plug.local", page: "http://192.168.1.23/", evidence: .station,
            isConfirmed: isConfirmed, lastSeen: Timestamp(seconds: 1_780_000_000), isOnline: isOnline)
    }

    static func history() -> [HistoryEntry] {
        let proof = Proof(.unit, "camera.service")
        return [
            HistoryEntry(
                id: 41, time: Timestamp(seconds: 1_780_000_000), action: .granted, app: "org.example.camera", uid: 1000,
                accessory: "b42c7393", name: "Camera", who: "uid 1000 (kiosk)", proof: proof,
                why: "chosen at the picker"),
            HistoryEntry(
                id: 42, time: Timestamp(seconds: 1_780_000_060), action: .switchedOff, app: "org.example.camera",
                uid: 1000, accessory: "b42c7393", name: "Camera", who: "uid 0 (root)", proof: nil,
                why: "switched off by a person"),
            HistoryEntry(
                id: 43, time: Timestamp(seconds: 1_780_000_120), action: .hotspotExpired, app: "org.example.plug",
                uid: 0, accessory: nil, name: "Plug-…", who: "accessoryd", proof: nil, why: "its lifetime is over"),
        ]
    }

    static func hotspots() throws -> [HotspotStatus] {
        [
            HotspotStatus(
                hotspot: HotspotConfiguration(
                    app: "org.example.camera", uid: 1000, ssid: try ssid("MyCam-1"), ssidPrefix: nil, isProtected: true,
                    isHidden: true, joinOnce: true, applied: Timestamp(seconds: 1_780_000_000),
                    expires: Timestamp(seconds: 1_780_086_400)),
                passphrase: "secret:42"),
            HotspotStatus(
                hotspot: HotspotConfiguration(
                    app: "org.example.plug", uid: 0, ssid: nil, ssidPrefix: try ssid("Plug-"), isProtected: false,
                    isHidden: false, joinOnce: false, applied: Timestamp(seconds: 1_780_000_000), expires: nil)),
        ]
    }

    private static let fence = FenceStatus(
        kind: .cgroup, who: ["cgroup system.slice/camera.service"], sent: 1200, received: 64_000, refused: 3,
        keptOut: 1,
        refusals: ["avahi-daemon.service (uid 107)"])

    static func status() throws -> Status {
        Status(
            version: "0.1.0", backend: "NetworkManager 1.42.4", unavailable: nil,
            scanning: .direct,
            adapters: [
                AdapterStatus(Adapter(interface: "wlan0", activity: .connected(name: "Home", ssid: nil))),
                AdapterStatus(Adapter(interface: "wlan1", activity: .unusable(.hardBlocked))),
            ],
            bluetooth: BluetoothStatus(
                BluetoothState(
                    backend: "BlueZ",
                    adapters: [
                        BluetoothAdapter(name: "hci0", address: try bssid(0x10)),
                        BluetoothAdapter(name: "hci1", address: try bssid(0x11), unavailable: .blocked),
                    ])),
            leases: [LeaseStatus(app: "org.example.camera", lease: try joined(), fence: fence)], apps: 2,
            accessRecords: 1,
            pickers: 0,
            faults: ["apps.d/x.conf: [App] Nmae: unknown key"])
    }

    static func joined() throws -> LeaseUpdate {
        LeaseUpdate(
            state: .joined, ssid: try ssid("MyCam-1"),
            link: Link(
                interface: "wlan0", bssid: try bssid(1), address: "192.168.4.2", prefixLength: 24,
                gateway: "192.168.4.1"))
    }

    static func lease(_ state: LeaseUpdate.State, uplink: String? = nil, error: AccessoryError? = nil) throws
        -> LeaseUpdate
    {
        LeaseUpdate(state: state, ssid: try ssid("MyCam-1"), uplink: uplink, error: error)
    }

    static func item(
        _ id: String, _ ssid: String, signal: Int, last: UInt8 = 1, bluetooth: String? = nil, cuts: String? = "Home",
        needsPassphrase: Bool = false, isShared: Bool = false, isGone: Bool = false, isOwn: Bool? = nil
    ) throws -> PickerItem {
        PickerItem(
            id: id, name: isShared ? "Kitchen camera" : "Camera", image: nil, ssid: try Fixture.ssid(ssid),
            bssid: try bssid(last), signal: signal,
            frequency: 2437, security: needsPassphrase ? .wpa2 : .open, interface: "wlan0", bluetoothName: bluetooth,
            bluetoothAddress: try bluetooth.map { _ in try self.bluetooth(last) }, cuts: cuts,
            needsPassphrase: needsPassphrase, isShared: isShared, isGone: isGone, isOwn: isOwn)
    }

    /// One that was heard over Bluetooth alone.
    static func device(
        _ id: String, _ name: String?, signal: Int, last: UInt8, isGone: Bool = false
    ) throws -> PickerItem {
        PickerItem(
            id: id, name: "Camera", image: nil, ssid: nil, bssid: nil, signal: signal, frequency: nil, security: nil,
            interface: nil, bluetoothName: name, bluetoothAddress: try bluetooth(last), cuts: nil,
            needsPassphrase: false, isShared: false, isGone: isGone)
    }

    static func bluetooth(_ last: UInt8) throws -> MACAddress {
        guard let address = MACAddress([2, 0, 0, 0, 2, last]) else { throw Broken() }
        return address
    }

    static func items(
        _ items: [PickerItem], removed: [String]? = nil, isComplete: Bool = false, app: String = "org.example.camera",
        notShown: Int? = nil
    ) -> PickerUpdate {
        PickerUpdate(
            kind: .items, presentation: "1", app: app, appName: "Camera app", items: items, removed: removed,
            isComplete: isComplete, notShown: notShown)
    }

    static func question(
        _ kind: PickerQuestion.Kind, _ id: String = "7", text: String? = nil, error: String? = nil,
        items: [MigrationItem]? = nil, networks: [WiFiNetwork]? = nil, change: SecurityChange? = nil
    ) -> PickerUpdate {
        PickerUpdate(
            kind: .question, presentation: "1", app: "org.example.camera", appName: "Camera app",
            question: PickerQuestion(
                id: id, kind: kind, name: "Kitchen camera", text: text, error: error, items: items,
                networks: networks, change: change))
    }
}
