// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What a method takes and gives, as it goes over the wire: once with every field, once with only those that must be.
struct Sample {
    var input: (full: JSON, minimal: JSON)
    var output: (full: JSON, minimal: JSON)

    static func of(_ method: SetupMethod) throws -> Sample {
        switch method {
        case .activate:
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: SessionEvent(event, accessories: [try accessory()])),
                    try JSON(encoding: SessionEvent(Event(.pickerDidPresent)))
                ))
        case .listAccessories:
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: AccessoryList(accessories: [try accessory()])),
                    try JSON(encoding: AccessoryList(accessories: []))
                ))
        case .getAccess:
            return Sample(
                input: (
                    try JSON(encoding: AccessQuery(accessory: "a", ssid: "s", bluetooth: "b")),
                    try JSON(encoding: AccessQuery())
                ),
                output: try record())
        case .showPicker:
            let item = DisplayItem(name: "Camera", image: "camera", descriptor: descriptor, passphrase: "passphrase")
            let full = ShowPickerRequest(
                items: [item], discoveryTimeout: 30, addressing: .linkLocal, filterDiscoveryResults: true)
            let minimal = ShowPickerRequest(items: [DisplayItem(name: "Camera", descriptor: DescriptorFields())])
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: minimal)),
                output: (
                    try JSON(encoding: ShowPickerReply(accessory: try accessory(), link: try link())),
                    try JSON(encoding: ShowPickerReply(accessory: bareAccessory, link: try bareLink()))
                ))
        case .joinHotspot:
            return Sample(
                input: (
                    try JSON(
                        encoding: JoinHotspotRequest(
                            accessory: "a", ssid: "s", passphrase: "passphrase", addressing: .ipv4)),
                    try JSON(encoding: JoinHotspotRequest())
                ),
                output: try lease())
        case .leaveHotspot:
            return Sample(
                input: (
                    try JSON(encoding: LeaveHotspotRequest(accessory: "a", ssid: "s")),
                    try JSON(encoding: LeaveHotspotRequest())
                ),
                output: nothing)
        case .renameAccessory:
            let request = try JSON(encoding: RenameRequest(accessory: "a", name: "n"))
            return Sample(input: (request, request), output: try accessoryReply())
        case .removeAccessory:
            let request = try JSON(encoding: AccessoryQuery(accessory: "a"))
            return Sample(input: (request, request), output: nothing)
        case .applyHotspot:
            let full = ApplyHotspotRequest(
                ssid: "s", ssidPrefix: "p", passphrase: "passphrase", hidden: true, joinOnce: true, lifeTimeInDays: 1,
                addressing: .ipv4)
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: ApplyHotspotRequest())),
                output: (
                    try JSON(
                        encoding: ApplyHotspotReply(
                            hotspot: try hotspot(), joined: true, link: try link(), error: error)),
                    try JSON(encoding: ApplyHotspotReply(hotspot: bareHotspot, joined: false))
                ))
        case .updatePicker:
            let full = UpdatePickerRequest(items: [DiscoveredItem(accessory: "a", name: "n", image: "i")])
            let minimal = UpdatePickerRequest(items: [DiscoveredItem(accessory: "a", name: "n")])
            return Sample(input: (try JSON(encoding: full), try JSON(encoding: minimal)), output: nothing)
        case .finishPickerDiscovery:
            return Sample(input: nothing, output: nothing)
        case .removeHotspot:
            return Sample(
                input: (
                    try JSON(encoding: HotspotQuery(ssid: "s", ssidPrefix: "p")), try JSON(encoding: HotspotQuery())
                ),
                output: nothing)
        case .listHotspots:
            return Sample(input: nothing, output: try hotspots())
        }
    }

    static func of(_ method: PickerMethod) throws -> Sample {
        switch method {
        case .register:
            let item = PickerItem(
                id: "1", name: "Camera", image: "camera", ssid: try SSID(text: "CAM-1"), bssid: try bssid(), signal: 70,
                frequency: 2412, security: .wpa2wpa3, interface: "wlan0", cuts: "Home", needsPassphrase: true,
                isShared: true)
            let full = PickerUpdate(
                .progress, presentation: "1", appName: "Camera", items: [item], lease: try leaseUpdate(), error: error,
                isComplete: true, app: "org.example.camera")
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: RegisterReply(update: full)),
                    try JSON(encoding: RegisterReply(update: PickerUpdate(.registered)))
                ))
        case .select:
            return Sample(
                input: (
                    try JSON(encoding: SelectRequest(presentation: "1", item: "2", passphrase: "passphrase")),
                    try JSON(encoding: SelectRequest(presentation: "1", item: "2"))
                ),
                output: nothing)
        case .cancel:
            let request = try JSON(encoding: CancelRequest(presentation: "1"))
            return Sample(input: (request, request), output: nothing)
        }
    }

    static func of(_ method: ControlMethod) throws -> Sample {
        switch method {
        case .getStatus:
            let adapter = Adapter(interface: "wlan0", activity: .connected(name: "Home", ssid: nil))
            let full = Status(
                version: "1", backend: "air", unavailable: "why", adapters: [AdapterStatus(adapter)],
                leases: [LeaseStatus(app: "a", lease: try leaseUpdate())], apps: 1, accessRecords: 2, pickers: 3,
                faults: ["a.conf: wrong"])
            let minimal = Status(
                version: "1", backend: "air", unavailable: nil,
                adapters: [AdapterStatus(Adapter(interface: "wlan0", activity: .idle))], leases: [], apps: 0,
                accessRecords: 0, pickers: 0, faults: [])
            return Sample(input: nothing, output: (try JSON(encoding: full), try JSON(encoding: minimal)))
        case .checkManifest:
            let request = try JSON(encoding: CheckManifestRequest(path: "a.conf", contents: "[App]"))
            let full = CheckManifestReply(app: app, faults: ["a.conf: wrong"], warnings: ["a.conf: doubtful"])
            return Sample(
                input: (request, request),
                output: (
                    try JSON(encoding: full), try JSON(encoding: CheckManifestReply(app: nil, faults: [], warnings: []))
                ))
        case .listApps, .reloadConfiguration:
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: AppList(apps: [app], faults: ["b.conf: wrong"])),
                    try JSON(encoding: AppList(apps: [], faults: []))
                ))
        case .scan:
            var network = try network()
            let full = try JSON(encoding: ScanReply(networks: [network], isComplete: true))
            network.ssid = nil
            return Sample(
                input: (
                    try JSON(encoding: ScanRequest(app: "a", descriptors: [descriptor], interface: "wlan0")),
                    try JSON(encoding: ScanRequest())
                ),
                output: (full, try JSON(encoding: ScanReply(networks: [network], isComplete: false))))
        case .setUp:
            let full = SetUpRequest(
                app: "a", descriptors: [descriptor], passphrase: "passphrase", discoveryTimeout: 5,
                isUnbounded: false, addressing: .ipv4)
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: SetUpRequest(app: "a"))),
                output: (
                    try JSON(encoding: SetUpReply(event: event, lease: try leaseUpdate())),
                    try JSON(encoding: SetUpReply())
                ))
        case .listAccess:
            return Sample(
                input: (try JSON(encoding: AppQuery(app: "a")), try JSON(encoding: AppQuery())),
                output: (
                    try JSON(encoding: RecordList(records: [try accessRecord()])),
                    try JSON(encoding: RecordList(records: [bareAccessRecord]))
                ))
        case .checkAccess:
            return Sample(input: try appAccess(), output: try record())
        case .revokeAccess:
            return Sample(input: try appAccess(), output: try records())
        case .setAccess:
            return Sample(
                input: (
                    try JSON(encoding: SetAccessRequest(app: "a", accessory: "b", ssid: "s", allowed: true)),
                    try JSON(encoding: SetAccessRequest(app: "a", allowed: false))
                ),
                output: try records())
        case .listAccessories:
            let full = AccessoryStatus(accessory: try accessory(), records: [try accessRecord()])
            let minimal = AccessoryStatus(accessory: bareAccessory, records: [])
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: AccessoryStatusList(accessories: [full])),
                    try JSON(encoding: AccessoryStatusList(accessories: [minimal]))
                ))
        case .renameAccessory:
            let request = try JSON(encoding: RenameRequest(accessory: "a", name: "n"))
            return Sample(input: (request, request), output: try accessoryReply())
        case .removeAccessory:
            let request = try JSON(encoding: AccessoryQuery(accessory: "a"))
            return Sample(input: (request, request), output: try accessoryReply())
        case .listHistory:
            let full = HistoryEntry(
                id: 1, time: Timestamp(seconds: 1), action: .granted, app: "a", uid: 1000, accessory: "b", name: "n",
                who: "w", proof: Proof(.unit, "u.service"), why: "y")
            let minimal = HistoryEntry(
                time: Timestamp(seconds: 1), action: .hotspotApplied, app: "a", uid: nil, accessory: nil, name: "n",
                who: "w", proof: nil, why: "y")
            return Sample(
                input: (
                    try JSON(encoding: HistoryQuery(app: "a", accessory: "b", before: 5, limit: 5)),
                    try JSON(encoding: HistoryQuery())
                ),
                output: (
                    try JSON(encoding: HistoryList(entries: [full])),
                    try JSON(encoding: HistoryList(entries: [minimal]))
                ))
        case .listHotspots:
            return Sample(
                input: (
                    try JSON(encoding: ListHotspotsRequest(app: "a", secrets: true)),
                    try JSON(encoding: ListHotspotsRequest())
                ),
                output: try hotspots())
        case .removeHotspot:
            return Sample(
                input: (
                    try JSON(encoding: RemoveHotspotRequest(app: "a", ssid: "s", ssidPrefix: "p")),
                    try JSON(encoding: RemoveHotspotRequest(app: "a"))
                ),
                output: nothing)
        case .grantAccess:
            let full = GrantRequest(
                app: "a", uid: 1000, ssid: "s", bssid: "02:00:00:00:01:00", name: "n", image: "i",
                passphrase: "passphrase",
                hidden: true, bluetoothAddress: "02:00:00:00:01:00", origin: .plan, expires: Timestamp(seconds: 9))
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: GrantRequest(app: "a", ssid: "s"))),
                output: try record())
        case .joinHotspot:
            // Here, unlike on the app socket, the app has to be named.
            let full = JoinHotspotRequest(
                app: "a", accessory: "a", ssid: "s", passphrase: "passphrase", addressing: .ipv4)
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: JoinHotspotRequest(app: "a"))),
                output: try lease())
        case .leaveHotspot:
            return Sample(
                input: (
                    try JSON(encoding: LeaveHotspotRequest(app: "a", accessory: "a", ssid: "s")),
                    try JSON(encoding: LeaveHotspotRequest(app: "a"))
                ),
                output: nothing)
        case .listPlans:
            let full = PlanStatus(
                id: "p", app: "a", name: "n", descriptor: descriptor, choose: "only", file: "/p.conf")
            let minimal = PlanStatus(
                id: "p", app: "a", name: nil, descriptor: DescriptorFields(), choose: "only", file: "/p.conf")
            return Sample(
                input: nothing,
                output: (try JSON(encoding: PlanList(plans: [full])), try JSON(encoding: PlanList(plans: [minimal]))))
        case .runPlan:
            let full = RunPlanRequest(plan: "p", discoveryTimeout: 5, addressing: .ipv4)
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: RunPlanRequest(plan: "p"))),
                output: (
                    try JSON(encoding: SetUpReply(event: event, lease: try leaseUpdate())),
                    try JSON(encoding: SetUpReply())
                ))
        case .monitor:
            let event = MonitorEvent(time: Timestamp(seconds: 1), kind: .lease, app: "a", text: "joined")
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: MonitorReply(event: event)), try JSON(encoding: MonitorReply(event: nil))
                ))
        }
    }
}

extension Sample {
    private static let app = AppStatus(
        id: "a", name: "A", icon: "a", file: "/a.conf", supports: ["WiFi", "Bluetooth"], identities: ["user kiosk"],
        descriptors: [descriptor], bluetoothNames: ["Cam"])
    private static let nothing = (full: JSON.object([:]), minimal: JSON.object([:]))
    private static let error = AccessoryError(.invalidRequest, "wrong", field: "ssid")
    private static let bareAccessory = Accessory(id: "a", displayName: "A", ssid: nil, bssid: nil, state: .unauthorized)
    private static let event = Event(.accessoryAdded, accessory: try? accessory(), error: error, signal: 50)

    private static let bareAccessRecord = AccessRecord(
        app: "a", uid: nil, accessory: bareAccessory, security: nil, frequency: nil, isHidden: false,
        origin: .administrator, grantedBy: "root", granted: Timestamp(seconds: 1))

    private static var descriptor: DescriptorFields {
        var fields = DescriptorFields(ssid: "s", ssidPrefix: "p")
        fields.bluetoothServiceUUID = "180D"
        fields.bluetoothCompanyIdentifier = 76
        fields.bluetoothNameSubstring = "n"
        return fields
    }

    struct NoAddress: Error {}

    private static func bssid() throws -> MACAddress {
        guard let address = MACAddress("02:00:00:00:01:00") else { throw NoAddress() }
        return address
    }

    private static func accessory() throws -> Accessory {
        Accessory(
            id: "a", displayName: "A", image: "i", ssid: try SSID([0xFF, 0x41]), bssid: try bssid(),
            bluetoothIdentifier: "b", state: .authorized)
    }

    private static func accessRecord() throws -> AccessRecord {
        AccessRecord(
            app: "a", uid: 1000, proof: Proof(.unit, "u.service"), accessory: try accessory(),
            bluetoothAddress: try bssid(), security: .wpa2wpa3, frequency: 2412, isHidden: true,
            origin: .picker, grantedBy: "uid 1000", granted: Timestamp(seconds: 1), expires: Timestamp(seconds: 2))
    }

    private static func network() throws -> WiFiNetwork {
        WiFiNetwork(
            ssid: try SSID(text: "s"), bssid: try bssid(), frequency: 2412, signal: 50, security: .wpa3,
            interface: "wlan0")
    }

    private static func link() throws -> Link {
        Link(
            interface: "wlan0", bssid: try bssid(), address: "192.168.4.2", prefixLength: 24, gateway: "192.168.4.1")
    }

    private static func bareLink() throws -> Link {
        Link(interface: "wlan0", bssid: try bssid(), address: "169.254.1.1", prefixLength: 16, gateway: nil)
    }

    private static func leaseUpdate() throws -> LeaseUpdate {
        LeaseUpdate(.joined, ssid: try SSID(text: "s"), link: try link(), cuts: "Home", error: error)
    }

    private static func lease() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: LeaseReply(lease: try leaseUpdate())),
            try JSON(encoding: LeaseReply(lease: LeaseUpdate(.left, ssid: try SSID(text: "s"))))
        )
    }

    private static func record() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: RecordReply(record: try accessRecord())),
            try JSON(encoding: RecordReply(record: bareAccessRecord))
        )
    }

    private static func records() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: RecordList(records: [try accessRecord()])),
            try JSON(encoding: RecordList(records: [bareAccessRecord]))
        )
    }

    private static func accessoryReply() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: AccessoryReply(accessory: try accessory())),
            try JSON(encoding: AccessoryReply(accessory: bareAccessory))
        )
    }

    private static func appAccess() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(encoding: AppAccessQuery(app: "a", accessory: "b", ssid: "s")),
            try JSON(encoding: AppAccessQuery(app: "a"))
        )
    }

    private static func hotspot() throws -> HotspotConfiguration {
        HotspotConfiguration(
            app: "a", uid: 1, ssid: try SSID(text: "s"), ssidPrefix: try SSID(text: "p"), isProtected: true,
            isHidden: true, joinOnce: true, applied: Timestamp(seconds: 1), expires: Timestamp(seconds: 2))
    }

    private static let bareHotspot = HotspotConfiguration(
        app: "a", uid: 1, ssid: nil, ssidPrefix: nil, isProtected: false, isHidden: false, joinOnce: false,
        applied: Timestamp(seconds: 1), expires: nil)

    private static func hotspots() throws -> (full: JSON, minimal: JSON) {
        (
            try JSON(
                encoding: HotspotList(hotspots: [HotspotStatus(hotspot: try hotspot(), passphrase: "passphrase")])),
            try JSON(encoding: HotspotList(hotspots: [HotspotStatus(hotspot: bareHotspot)]))
        )
    }
}
