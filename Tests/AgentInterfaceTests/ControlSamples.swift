// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What people send and get.
extension Sample {
    static func of(_ method: ControlMethod) throws -> Sample {
        switch method {
        case .getStatus:
            let adapter = Adapter(interface: "wlan0", activity: .connected(name: "Home", ssid: nil))
            let full = Status(
                version: "1", backend: "air", unavailable: "why", adapters: [AdapterStatus(adapter)],
                bluetooth: BluetoothStatus(try bluetoothState()),
                leases: [LeaseStatus(app: "a", lease: try leaseUpdate())], apps: 1, accessRecords: 2, pickers: 3,
                faults: ["a.conf: wrong"])
            let minimal = Status(
                version: "1", backend: "air", unavailable: nil,
                adapters: [AdapterStatus(Adapter(interface: "wlan0", activity: .idle))],
                bluetooth: BluetoothStatus(
                    BluetoothState(
                        backend: "BlueZ", adapters: [BluetoothAdapter(name: "hci0", address: try bssid())])),
                leases: [], apps: 0, accessRecords: 0, pickers: 0, faults: [])
            return Sample(input: nothing, output: (try JSON(encoding: full), try JSON(encoding: minimal)))
        case .checkManifest:
            let request = try JSON(encoding: CheckFileRequest(path: "a.conf", contents: "[App]"))
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
            let device = BluetoothDevice(try advertisement(), bssid: try bssid())
            let full = try JSON(
                encoding: ScanReply(
                    networks: [network], devices: [device], isComplete: true, networksLeftOut: 1, devicesLeftOut: 2))
            network.ssid = nil
            let bare = BluetoothDevice(Advertisement(address: try bluetoothAddress()))
            return Sample(
                input: (
                    try JSON(encoding: ScanRequest(app: "a", descriptors: [descriptor], interface: "wlan0")),
                    try JSON(encoding: ScanRequest())
                ),
                output: (full, try JSON(encoding: ScanReply(networks: [network], devices: [bare], isComplete: false))))
        case .setUp:
            let full = SetUpRequest(
                app: "a", descriptors: [descriptor], passphrase: "passphrase", discoveryTimeout: 5,
                isUnbounded: true, addressing: .ipv4)
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
            return Sample(
                input: (try rename(), try JSON(encoding: RenameRequest(accessory: "a", name: "n"))),
                output: try accessoryReply())
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
                passphrase: "passphrase", security: "wpa2",
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
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: PlanList(plans: [plan])), try JSON(encoding: PlanList(plans: [barePlan]))
                ))
        case .runPlan:
            return Sample(
                input: (try JSON(encoding: RunPlanRequest(plan: "p")), try JSON(encoding: RunPlanRequest())),
                output: (
                    try JSON(encoding: try planUpdate()),
                    try JSON(encoding: PlanUpdate(plan: "p", .waiting, isRequired: true))
                ))
        case .finishPlan:
            let full = FinishPlanRequest(plan: "p", status: 1, failure: "killed")
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: FinishPlanRequest(plan: "p", status: 0))),
                output: nothing)
        case .checkPlan:
            let request = try JSON(encoding: CheckFileRequest(path: "p.conf", contents: "[Plan]"))
            let full = CheckPlanReply(plan: plan, faults: ["p.conf: wrong"], warnings: ["p.conf: doubtful"])
            return Sample(
                input: (request, request),
                output: (
                    try JSON(encoding: full),
                    try JSON(encoding: CheckPlanReply(plan: nil, faults: [], warnings: []))
                ))
        case .explainBridge:
            let evidence = BridgeEvidence(family: "GoPro", text: "t", weight: 0.5)
            let match = BridgeMatch(
                ssid: try SSID(text: "s"), bssid: try bssid(), strength: 0.75, evidence: [evidence])
            func reply(_ match: BridgeMatch?, name: String?, rssi: Int?, _ explanation: [String]) throws -> JSON {
                try JSON(
                    encoding: ExplainBridgeReply(
                        bridges: [
                            BridgeReport(
                                bluetoothAddress: try bssid(), addressKind: .staticRandom, bluetoothName: name,
                                rssi: rssi,
                                verdict: .tooClose, network: match, runnerUp: match,
                                explanation: explanation)
                        ], leftOut: rssi))
            }
            return Sample(
                input: (
                    try JSON(
                        encoding: ExplainBridgeRequest(
                            bluetoothAddress: "02:00:00:00:01:00", ssid: "s", app: "a", seconds: 5)),
                    try JSON(encoding: ExplainBridgeRequest())
                ),
                output: (
                    try reply(match, name: "n", rssi: -50, ["They agree."]), try reply(nil, name: nil, rssi: nil, [])
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
