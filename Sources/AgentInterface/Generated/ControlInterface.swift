// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

package import AccessoryModel
package import Varlink

/// The methods of org.accessoryd.Control.
package enum ControlInterface {
    package static let name = "org.accessoryd.Control"
    /// All of them, in the order of the description.
    package typealias Methods = (
        GetStatus, ListApps, CheckManifest, ReloadConfiguration, Scan, SetUp, ListAccessories, RenameAccessory,
        SetAccessoryImage, RemoveAccessory, ListAccess, CheckAccess, GrantAccess, SetAccess, RevokeAccess, ListHistory,
        JoinHotspot, LeaveHotspot, ListHotspots, RemoveHotspot, FindNewAccessories, IdentifyAccessory, Onboard,
        ListNetworks, MoveAccessories, KeepAccessories, ListPlans, RunPlan, FinishPlan, CheckPlan, ExplainBridge,
        Monitor
    )

    /// Returns the state of the agent, its radios and its configuration.
    package struct GetStatus: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = Nothing
        package typealias Reply = Status
        package static var name: String { "org.accessoryd.Control.GetStatus" }
    }

    /// Lists the known apps, by identifier, and the files that cannot be used, each with place and reason. With 'more',
    /// a list that is longer than a message comes in parts. A user's own picker gets the apps that have accessories of
    /// that user, and no files.
    package struct ListApps: ListMethod {
        package typealias Interface = ControlInterface
        package typealias Request = Nothing
        package typealias Reply = AppList
        package static var name: String { "org.accessoryd.Control.ListApps" }
    }

    /// Reports what the agent would make of a manifest, without installing it.
    package struct CheckManifest: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = CheckFileRequest
        package typealias Reply = CheckManifestReply
        package static var name: String { "org.accessoryd.Control.CheckManifest" }
    }

    /// Reads the configuration again, and replies as ListApps does. With 'more', a list that is longer than a message
    /// comes in parts. The faults name a file that cannot be used; such a file hides no other.
    package struct ReloadConfiguration: ListMethod {
        package typealias Interface = ControlInterface
        package typealias Request = Nothing
        package typealias Reply = AppList
        package static var name: String { "org.accessoryd.Control.ReloadConfiguration" }
    }

    /// Reports the networks and devices in range. Streams: call it with 'more'. The stream goes on until the connection
    /// closes, and the agent looks no longer than that. Each reply has everything that is in range at the moment: up to
    /// 256 networks and 256 devices, the strongest ones. If the devices do not fit in a message, there are fewer of
    /// them.
    package struct Scan: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = ScanRequest
        package typealias Reply = ScanReply
        package static var name: String { "org.accessoryd.Control.Scan" }
    }

    /// Sets an accessory up for an app. The agent shows the picker, joins the choice, grants it to the app for every
    /// user, and holds it as long as this connection is open. Streams: call it with 'more'. Each reply has one of the
    /// two: an event, in the order that Event gives, or a state of the lease, in the order that LeaseState gives. After
    /// a grant for Bluetooth alone, the last reply has neither. Joining comes before accessoryAdded. The call ends
    /// after restored.
    ///
    /// A failure ends the call with its error, after pickerDidDismiss. If the uplink had been cut, the error comes
    /// after restored. After a failure nothing is granted, unless accessoryAdded had come.
    package struct SetUp: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = SetUpRequest
        package typealias Reply = SetUpReply
        package static var name: String { "org.accessoryd.Control.SetUp" }
    }

    /// Lists every accessory that some app has, with what each app has of it, in the order they were first granted.
    /// With 'more', a list that is longer than a message comes in parts. A user's own picker gets that user's records.
    package struct ListAccessories: ListMethod {
        package typealias Interface = ControlInterface
        package typealias Request = Nothing
        package typealias Reply = AccessoryStatusList
        package static var name: String { "org.accessoryd.Control.ListAccessories" }
    }

    /// Gives an accessory another name, for all apps that have it. The apps are notified with accessoryChanged.
    package struct RenameAccessory: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = RenameRequest
        package typealias Reply = AccessoryReply
        package static var name: String { "org.accessoryd.Control.RenameAccessory" }
    }

    /// Gives an accessory a person's picture, for all apps that have it, or removes that picture. An app that gets the
    /// accessory later has it, too, and with the accessory's last record it is removed. The apps are notified with
    /// accessoryChanged.
    package struct SetAccessoryImage: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = SetAccessoryImageRequest
        package typealias Reply = AccessoryReply
        package static var name: String { "org.accessoryd.Control.SetAccessoryImage" }
    }

    /// Removes an accessory from all apps, with its passphrase, and returns what it was. The apps are notified with
    /// accessoryRemoved, and the agent leaves hotspots that rest on it. For a user's own picker, only the apps of that
    /// user lose it, and the passphrase stays as long as another app has the accessory.
    package struct RemoveAccessory: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = AccessoryQuery
        package typealias Reply = AccessoryReply
        package static var name: String { "org.accessoryd.Control.RemoveAccessory" }
    }

    /// Lists the access records of one app, or of all, in the order they were granted. With 'more', a list that is
    /// longer than a message comes in parts.
    package struct ListAccess: ListMethod {
        package typealias Interface = ControlInterface
        package typealias Request = AppQuery
        package typealias Reply = RecordList
        package static var name: String { "org.accessoryd.Control.ListAccess" }
    }

    /// Returns the record by which an app may use an accessory. It shows whether the app may, under whatever user the
    /// app runs.
    package struct CheckAccess: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = AppAccessQuery
        package typealias Reply = RecordReply
        package static var name: String { "org.accessoryd.Control.CheckAccess" }
    }

    /// Grants an app access without a picker, for one user or every user. Nothing is joined. The app is notified with
    /// accessoryAdded or, if it already had access, with accessoryChanged.
    ///
    /// An app that is not there proves nothing. Every caller that is the app by any entry of its manifest has the
    /// grant; if uid is set, only as that user.
    package struct GrantAccess: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = GrantRequest
        package typealias Reply = RecordReply
        package static var name: String { "org.accessoryd.Control.GrantAccess" }
    }

    /// Switches an app's access to an accessory off, or on again, for every user of the app. It returns the records as
    /// they are then. The app is notified with accessoryChanged. If access is switched off, the agent leaves a hotspot
    /// that rests on it. A user's own picker switches the access of that user alone.
    package struct SetAccess: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = SetAccessRequest
        package typealias Reply = RecordList
        package static var name: String { "org.accessoryd.Control.SetAccess" }
    }

    /// Revokes an app's access to an accessory, for every user of the app, and returns what it was. The app is notified
    /// with accessoryRemoved, and the agent leaves a hotspot that rests on it. With an accessory's last record, its
    /// passphrase is removed.
    package struct RevokeAccess: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = AppAccessQuery
        package typealias Reply = RecordList
        package static var name: String { "org.accessoryd.Control.RevokeAccess" }
    }

    /// Lists what was changed, by whom and why. It returns the latest entries, the oldest of them first, also those of
    /// apps and accessories that are gone. The agent keeps the last 1000 entries of each app and action, and 10000 of
    /// all. If there are more, the oldest of renamed, hotspotApplied, hotspotRemoved and hotspotExpired go first.
    package struct ListHistory: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = HistoryQuery
        package typealias Reply = HistoryList
        package static var name: String { "org.accessoryd.Control.ListHistory" }
    }

    /// Joins the hotspot of an accessory that was granted to an app, and holds it as long as this connection is open.
    /// Streams: call it with 'more'. The replies are the states of the lease, in the order that LeaseState gives, and
    /// the call ends after restored. If the connection closes, LeaveHotspot is called, or the grant ends, the agent
    /// restores the uplink. If other connections already hold the hotspot, the call shares the lease, which ends with
    /// the last holder. A failure ends the call with its error. If the uplink had been cut, left and restored come
    /// before the error.
    package struct JoinHotspot: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = JoinHotspotRequest
        package typealias Reply = LeaseReply
        package static var name: String { "org.accessoryd.Control.JoinHotspot" }
    }

    /// Leaves an app's hotspots, under every user, and returns when the uplinks are restored. The calls that held the
    /// hotspots end as well. If the calling process holds a hotspot together with others, only the calls of this
    /// process end, and the others keep it.
    package struct LeaveHotspot: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = LeaveHotspotRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Control.LeaveHotspot" }
    }

    /// Lists the hotspot configurations of one app, or of all, in the order they were applied.
    package struct ListHotspots: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = ListHotspotsRequest
        package typealias Reply = HotspotList
        package static var name: String { "org.accessoryd.Control.ListHotspots" }
    }

    /// Removes an app's hotspot configuration, under every user. If the network was joined by it, the agent leaves the
    /// network, and the call returns when the uplink is restored.
    package struct RemoveHotspot: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = RemoveHotspotRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Control.RemoveHotspot" }
    }

    /// Reports the accessories in range that take a home network. A device that reports over Bluetooth that it takes
    /// none now is none of them. A caller that looks for one accessory names it, by its SSIDs, its Bluetooth name or an
    /// address. Streams: call it with 'more'. The stream goes on until the connection closes, and the agent looks no
    /// longer than that. Each reply has all that are in range at the moment, up to 64, the strongest ones.
    package struct FindNewAccessories: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = NewAccessoryQuery
        package typealias Reply = NewAccessoryList
        package static var name: String { "org.accessoryd.Control.FindNewAccessories" }
    }

    /// Has an accessory show which one it is, by its lamp or a sound: a new one before anybody chooses it, or one that
    /// an app has, on the home network. Nothing is handed over, and no bond is made. On the home network, the lamp goes
    /// the other way and back, twice; before that, the network has to confirm that it is the accessory. The call
    /// returns when a new accessory has the order, or when the lamp is as it was before.
    package struct IdentifyAccessory: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = IdentifyAccessoryRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Control.IdentifyAccessory" }
    }

    /// Puts a new accessory on the home network: joins its hotspot, hands the network over, leaves, and restores the
    /// uplink. The agent itself owns the accessory's record, as org.accessoryd.onboard; if the accessory does not get
    /// the network, there is no new record. Over Bluetooth the agent joins nothing: it pairs with a GoPro, hands the
    /// network over on the link, and ends the link. A device whose address changes gets no record. By Wi-Fi Easy
    /// Connect (DPP) a radio calls the accessory of the label while it stays on its network; there is no record,
    /// because the accessory has neither a hotspot nor Bluetooth. Streams: call it with 'more'. The last reply has the
    /// step ended. If the connection closes, the agent leaves the hotspot, or ends the link.
    ///
    /// Root may call it, and so may accessory-picker.service, the hub, for the phones that root lets add accessories.
    /// Others may if the administrator's accessoryd.conf has CredentialsFor=org.accessoryd.onboard under [Uplink]: a
    /// hotspot or a device that merely looks like an accessory gets the passphrase, too.
    package struct Onboard: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = OnboardRequest
        package typealias Reply = OnboardProgress
        package static var name: String { "org.accessoryd.Control.Onboard" }
    }

    /// Lists the home networks that the agent knows, each with the accessories that have it.
    package struct ListNetworks: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = Nothing
        package typealias Reply = ResidentNetworkList
        package static var name: String { "org.accessoryd.Control.ListNetworks" }
    }

    /// Moves accessories from one home network to another, one by one: the agent looks for each one, hands the other
    /// network over to what is confirmed to be the accessory, and looks for it there. The accessory keeps the network
    /// that it has as its way back, if this machine knows its passphrase. One that is not there, or takes no other
    /// network there, gets it over its own hotspot or over Bluetooth, once that is there, as Onboard gives it: three
    /// times at most. What was ordered is kept on the disk: the agent goes on when this connection closes, and after a
    /// restart. Streams: call it with 'more'. Who may call Onboard may call it.
    package struct MoveAccessories: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = MoveAccessoriesRequest
        package typealias Reply = MoveProgress
        package static var name: String { "org.accessoryd.Control.MoveAccessories" }
    }

    /// Takes back the order to move accessories, but for one that is getting the other network at the moment. The
    /// network of an accessory that has got it already is unknown from then on: it has both.
    package struct KeepAccessories: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = KeepAccessoriesRequest
        package typealias Reply = KeepAccessoriesReply
        package static var name: String { "org.accessoryd.Control.KeepAccessories" }
    }

    /// Lists the known plans in the order in which they are carried out. The faults of GetStatus name a file that
    /// cannot be used.
    package struct ListPlans: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = Nothing
        package typealias Reply = PlanList
        package static var name: String { "org.accessoryd.Control.ListPlans" }
    }

    /// Carries out one plan, also if it is done; or all plans that are due, in the order of their files' names. No
    /// picker is shown. The agent looks for the accessories, chooses by each plan's rule, joins, and grants to the
    /// plan's app for every user. Streams: call it with 'more'. Each reply is a step. When every plan has come to its
    /// end, the stream ends without an error; the last reply of each plan shows whether it succeeded. If the connection
    /// closes, the run ends. The agent then leaves what is joined, except what is kept, and what was not done is due
    /// again.
    package struct RunPlan: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = RunPlanRequest
        package typealias Reply = PlanUpdate
        package static var name: String { "org.accessoryd.Control.RunPlan" }
    }

    /// Reports the end of the program of a plan.
    package struct FinishPlan: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = FinishPlanRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Control.FinishPlan" }
    }

    /// Reports what the agent would make of a plan, before it is installed.
    package struct CheckPlan: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = CheckFileRequest
        package typealias Reply = CheckPlanReply
        package static var name: String { "org.accessoryd.Control.CheckPlan" }
    }

    /// Listens and looks for a while. For each Bluetooth device in range, the agent reports the network in range that
    /// it correlates with the device, the evidence, and the runner-up. A correlation shows that the two agree, not that
    /// they are genuine: advertisements and SSIDs can be forged.
    package struct ExplainBridge: SingleMethod {
        package typealias Interface = ControlInterface
        package typealias Request = ExplainBridgeRequest
        package typealias Reply = ExplainBridgeReply
        package static var name: String { "org.accessoryd.Control.ExplainBridge" }
    }

    /// Reports what happens in the agent. Streams: call it with 'more'. The stream goes on until the connection closes.
    /// The first reply has no event; it only announces that events will follow. A user's own picker gets changes of
    /// that user's records and of the configuration.
    package struct Monitor: StreamMethod {
        package typealias Interface = ControlInterface
        package typealias Request = Nothing
        package typealias Reply = MonitorReply
        package static var name: String { "org.accessoryd.Control.Monitor" }
    }
}

extension Method where Self == ControlInterface.GetStatus {
    package static var getStatus: Self { Self() }
}

extension Method where Self == ControlInterface.ListApps {
    package static var listApps: Self { Self() }
}

extension Method where Self == ControlInterface.CheckManifest {
    package static var checkManifest: Self { Self() }
}

extension Method where Self == ControlInterface.ReloadConfiguration {
    package static var reloadConfiguration: Self { Self() }
}

extension Method where Self == ControlInterface.Scan {
    package static var scan: Self { Self() }
}

extension Method where Self == ControlInterface.SetUp {
    package static var setUp: Self { Self() }
}

extension Method where Self == ControlInterface.ListAccessories {
    package static var listAccessories: Self { Self() }
}

extension Method where Self == ControlInterface.RenameAccessory {
    package static var renameAccessory: Self { Self() }
}

extension Method where Self == ControlInterface.SetAccessoryImage {
    package static var setAccessoryImage: Self { Self() }
}

extension Method where Self == ControlInterface.RemoveAccessory {
    package static var removeAccessory: Self { Self() }
}

extension Method where Self == ControlInterface.ListAccess {
    package static var listAccess: Self { Self() }
}

extension Method where Self == ControlInterface.CheckAccess {
    package static var checkAccess: Self { Self() }
}

extension Method where Self == ControlInterface.GrantAccess {
    package static var grantAccess: Self { Self() }
}

extension Method where Self == ControlInterface.SetAccess {
    package static var setAccess: Self { Self() }
}

extension Method where Self == ControlInterface.RevokeAccess {
    package static var revokeAccess: Self { Self() }
}

extension Method where Self == ControlInterface.ListHistory {
    package static var listHistory: Self { Self() }
}

extension Method where Self == ControlInterface.JoinHotspot {
    package static var joinHotspot: Self { Self() }
}

extension Method where Self == ControlInterface.LeaveHotspot {
    package static var leaveHotspot: Self { Self() }
}

extension Method where Self == ControlInterface.ListHotspots {
    package static var listHotspots: Self { Self() }
}

extension Method where Self == ControlInterface.RemoveHotspot {
    package static var removeHotspot: Self { Self() }
}

extension Method where Self == ControlInterface.FindNewAccessories {
    package static var findNewAccessories: Self { Self() }
}

extension Method where Self == ControlInterface.IdentifyAccessory {
    package static var identifyAccessory: Self { Self() }
}

extension Method where Self == ControlInterface.Onboard {
    package static var onboard: Self { Self() }
}

extension Method where Self == ControlInterface.ListNetworks {
    package static var listNetworks: Self { Self() }
}

extension Method where Self == ControlInterface.MoveAccessories {
    package static var moveAccessories: Self { Self() }
}

extension Method where Self == ControlInterface.KeepAccessories {
    package static var keepAccessories: Self { Self() }
}

extension Method where Self == ControlInterface.ListPlans {
    package static var listPlans: Self { Self() }
}

extension Method where Self == ControlInterface.RunPlan {
    package static var runPlan: Self { Self() }
}

extension Method where Self == ControlInterface.FinishPlan {
    package static var finishPlan: Self { Self() }
}

extension Method where Self == ControlInterface.CheckPlan {
    package static var checkPlan: Self { Self() }
}

extension Method where Self == ControlInterface.ExplainBridge {
    package static var explainBridge: Self { Self() }
}

extension Method where Self == ControlInterface.Monitor {
    package static var monitor: Self { Self() }
}

/// The reply to `Control.GetStatus`.
package struct Status: Codable, Hashable, Sendable {
    /// The agent's version.
    package var version: String
    /// What drives the radios: 'NetworkManager 1.42.4'.
    package var backend: String
    /// Why no radio can be used, if none can.
    package var unavailable: String?
    /// Absent while wpa_supplicant does not run.
    package var scanning: Scanning?
    package var adapters: [AdapterStatus]
    /// The machine's Bluetooth, which accessories with Wi-Fi alone do not need.
    package var bluetooth: BluetoothStatus
    /// Why accessories get no network unless the order names one, and the cure. Absent if they get one, and without
    /// a radio.
    package var noHomeNetwork: String?
    /// The hotspots that are held, each with its latest state.
    package var leases: [LeaseStatus]
    /// How many apps and records are known, and how many pickers are running.
    package var apps: Int
    /// How many apps and records are known, and how many pickers are running.
    package var accessRecords: Int
    /// How many apps and records are known, and how many pickers are running.
    package var pickers: Int
    /// The configuration files that cannot be used, and what is not on the disk, each with place and reason.
    package var faults: [String]

    package init(
        version: String, backend: String, unavailable: String? = nil, scanning: Scanning? = nil,
        adapters: [AdapterStatus], bluetooth: BluetoothStatus, noHomeNetwork: String? = nil, leases: [LeaseStatus],
        apps: Int, accessRecords: Int, pickers: Int, faults: [String]
    ) {
        self.version = version
        self.backend = backend
        self.unavailable = unavailable
        self.scanning = scanning
        self.adapters = adapters
        self.bluetooth = bluetooth
        self.noHomeNetwork = noHomeNetwork
        self.leases = leases
        self.apps = apps
        self.accessRecords = accessRecords
        self.pickers = pickers
        self.faults = faults
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        version = try fields.value("version")
        backend = try fields.value("backend")
        unavailable = try fields.optional("unavailable")
        scanning = try fields.optional("scanning")
        adapters = try fields.value("adapters")
        bluetooth = try fields.value("bluetooth")
        noHomeNetwork = try fields.optional("noHomeNetwork")
        leases = try fields.value("leases")
        apps = try fields.value("apps")
        accessRecords = try fields.value("accessRecords")
        pickers = try fields.value("pickers")
        faults = try fields.value("faults")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(version, forKey: "version")
        try fields.encode(backend, forKey: "backend")
        try fields.encodeIfPresent(unavailable, forKey: "unavailable")
        try fields.encodeIfPresent(scanning, forKey: "scanning")
        try fields.encode(adapters, forKey: "adapters")
        try fields.encode(bluetooth, forKey: "bluetooth")
        try fields.encodeIfPresent(noHomeNetwork, forKey: "noHomeNetwork")
        try fields.encode(leases, forKey: "leases")
        try fields.encode(apps, forKey: "apps")
        try fields.encode(accessRecords, forKey: "accessRecords")
        try fields.encode(pickers, forKey: "pickers")
        try fields.encode(faults, forKey: "faults")
    }
}

/// The reply to `Control.ListApps`, `Control.ReloadConfiguration`.
package struct AppList: Codable, Hashable, Sendable {
    package var apps: [AppStatus]
    package var faults: [String]

    package init(apps: [AppStatus], faults: [String]) {
        self.apps = apps
        self.faults = faults
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        apps = try fields.value("apps")
        faults = try fields.value("faults")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(apps, forKey: "apps")
        try fields.encode(faults, forKey: "faults")
    }
}

/// The parameters of `Control.CheckManifest`, `Control.CheckPlan`.
package struct CheckFileRequest: Codable, Hashable, Sendable {
    /// Where the manifest is or will be. The file's name without .conf is the app's identifier. If the path is
    /// full, the agent checks the owner and mode of the file.
    package var path: String
    /// All of the file, at most 256 KiB.
    package var contents: String

    package init(path: String, contents: String) {
        self.path = path
        self.contents = contents
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        path = try fields.value("path")
        contents = try fields.value("contents")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(path, forKey: "path")
        try fields.encode(contents, forKey: "contents")
    }
}

/// The reply to `Control.CheckManifest`.
package struct CheckManifestReply: Codable, Hashable, Sendable {
    /// Absent if there are faults.
    package var app: AppStatus?
    /// Everything that is wrong, in the file's order, as 'PATH:LINE: [Group] Key: reason'.
    package var faults: [String]
    /// In the same form, what is not wrong in itself, but will not work on this machine.
    package var warnings: [String]

    package init(app: AppStatus? = nil, faults: [String], warnings: [String]) {
        self.app = app
        self.faults = faults
        self.warnings = warnings
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.optional("app")
        faults = try fields.value("faults")
        warnings = try fields.value("warnings")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encode(faults, forKey: "faults")
        try fields.encode(warnings, forKey: "warnings")
    }
}

/// The parameters of `Control.Scan`.
package struct ScanRequest: Codable, Hashable, Sendable {
    /// Look for what this app's manifest names.
    package var app: String?
    /// Look for these, whatever the app; at most 64. If app and descriptors are absent, the agent reports
    /// everything.
    package var descriptors: [DescriptorFields]?
    /// The radio that looks. If absent, the agent chooses one.
    package var interface: String?

    package init(app: String? = nil, descriptors: [DescriptorFields]? = nil, interface: String? = nil) {
        self.app = app
        self.descriptors = descriptors
        self.interface = interface
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.optional("app")
        descriptors = try fields.optional("descriptors")
        interface = try fields.optional("interface")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encodeIfPresent(descriptors, forKey: "descriptors")
        try fields.encodeIfPresent(interface, forKey: "interface")
    }
}

/// The reply to `Control.Scan`.
package struct ScanReply: Codable, Hashable, Sendable {
    package var networks: [WiFiNetwork]
    package var devices: [BluetoothDevice]
    /// Every channel was visited at least once.
    package var isComplete: Bool
    /// How many more are in range. Absent if none are.
    package var networksLeftOut: Int?
    /// How many more are in range. Absent if none are.
    package var devicesLeftOut: Int?

    package init(
        networks: [WiFiNetwork], devices: [BluetoothDevice], isComplete: Bool, networksLeftOut: Int? = nil,
        devicesLeftOut: Int? = nil
    ) {
        self.networks = networks
        self.devices = devices
        self.isComplete = isComplete
        self.networksLeftOut = networksLeftOut
        self.devicesLeftOut = devicesLeftOut
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        networks = try fields.value("networks")
        devices = try fields.value("devices")
        isComplete = try fields.value("isComplete")
        networksLeftOut = try fields.optional("networksLeftOut")
        devicesLeftOut = try fields.optional("devicesLeftOut")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(networks, forKey: "networks")
        try fields.encode(devices, forKey: "devices")
        try fields.encode(isComplete, forKey: "isComplete")
        try fields.encodeIfPresent(networksLeftOut, forKey: "networksLeftOut")
        try fields.encodeIfPresent(devicesLeftOut, forKey: "devicesLeftOut")
    }
}

/// The parameters of `Control.SetUp`.
package struct SetUpRequest: Codable, Hashable, Sendable {
    package var app: String
    /// What to look for, at most 64, allowed by the app's manifest. If absent, everything that the manifest names.
    package var descriptors: [DescriptorFields]?
    /// The network's passphrase. If absent, the picker asks for it. It is 8 to 63 printable ASCII characters, or 64
    /// hexadecimal digits.
    package var passphrase: String?
    /// Seconds after which the search ends if nothing can be chosen, 1 to 3600; 30 if absent.
    package var discoveryTimeout: Int?
    /// The search goes on until the caller ends it. It excludes discoveryTimeout.
    package var isUnbounded: Bool?
    /// When a join counts as done: ipv4 (an address by DHCP; the default) or link-local (such an address is
    /// enough).
    package var addressing: JoinRequest.Addressing?

    package init(
        app: String, descriptors: [DescriptorFields]? = nil, passphrase: String? = nil, discoveryTimeout: Int? = nil,
        isUnbounded: Bool? = nil, addressing: JoinRequest.Addressing? = nil
    ) {
        self.app = app
        self.descriptors = descriptors
        self.passphrase = passphrase
        self.discoveryTimeout = discoveryTimeout
        self.isUnbounded = isUnbounded
        self.addressing = addressing
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.value("app")
        descriptors = try fields.optional("descriptors")
        passphrase = try fields.optional("passphrase")
        discoveryTimeout = try fields.optional("discoveryTimeout")
        isUnbounded = try fields.optional("isUnbounded")
        addressing = try fields.optional("addressing")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(app, forKey: "app")
        try fields.encodeIfPresent(descriptors, forKey: "descriptors")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
        try fields.encodeIfPresent(discoveryTimeout, forKey: "discoveryTimeout")
        try fields.encodeIfPresent(isUnbounded, forKey: "isUnbounded")
        try fields.encodeIfPresent(addressing, forKey: "addressing")
    }
}

/// The reply to `Control.SetUp`.
package struct SetUpReply: Codable, Hashable, Sendable {
    package var event: Event?
    package var lease: LeaseUpdate?
    /// With pickerDidPresent, the user whose picker shows what was found.
    package var uid: Int?
    /// With pickerDidPresent, the seat of that picker, if it has one.
    package var seat: String?

    package init(event: Event? = nil, lease: LeaseUpdate? = nil, uid: Int? = nil, seat: String? = nil) {
        self.event = event
        self.lease = lease
        self.uid = uid
        self.seat = seat
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        event = try fields.optional("event")
        lease = try fields.optional("lease")
        uid = try fields.optional("uid")
        seat = try fields.optional("seat")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(event, forKey: "event")
        try fields.encodeIfPresent(lease, forKey: "lease")
        try fields.encodeIfPresent(uid, forKey: "uid")
        try fields.encodeIfPresent(seat, forKey: "seat")
    }
}

/// The reply to `Control.ListAccessories`.
package struct AccessoryStatusList: Codable, Hashable, Sendable {
    package var accessories: [AccessoryStatus]

    package init(accessories: [AccessoryStatus]) {
        self.accessories = accessories
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessories = try fields.value("accessories")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessories, forKey: "accessories")
    }
}

/// The parameters of `Control.SetAccessoryImage`.
package struct SetAccessoryImageRequest: Codable, Hashable, Sendable {
    package var accessory: String
    /// The picture as data:image/png;base64,... It is PNG, JPEG, GIF or WebP, of at most 256 KiB and 4096 by 4096
    /// pixels. If absent, the accessory has the first app's picture again, if there is one.
    package var image: String?

    package init(accessory: String, image: String? = nil) {
        self.accessory = accessory
        self.image = image
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        image = try fields.optional("image")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encodeIfPresent(image, forKey: "image")
    }
}

/// The parameters of `Control.ListAccess`.
package struct AppQuery: Codable, Hashable, Sendable {
    package var app: String?

    package init(app: String? = nil) {
        self.app = app
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.optional("app")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(app, forKey: "app")
    }
}

/// The reply to `Control.ListAccess`, `Control.SetAccess`, `Control.RevokeAccess`.
package struct RecordList: Codable, Hashable, Sendable {
    package var records: [AccessRecord]

    package init(records: [AccessRecord]) {
        self.records = records
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        records = try fields.value("records")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(records, forKey: "records")
    }
}

/// The parameters of `Control.CheckAccess`, `Control.RevokeAccess`.
package struct AppAccessQuery: Codable, Hashable, Sendable {
    package var app: String
    /// The accessory, named by its identifier or its SSID: one of the two.
    package var accessory: String?
    /// The accessory, named by its identifier or its SSID: one of the two.
    package var ssid: String?

    package init(app: String, accessory: String? = nil, ssid: String? = nil) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.value("app")
        accessory = try fields.optional("accessory")
        ssid = try fields.optional("ssid")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(app, forKey: "app")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
    }
}

/// The reply to `Control.CheckAccess`, `Control.GrantAccess`.
package struct RecordReply: Codable, Hashable, Sendable {
    package var record: AccessRecord

    package init(record: AccessRecord) {
        self.record = record
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        record = try fields.value("record")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(record, forKey: "record")
    }
}

/// The parameters of `Control.GrantAccess`.
package struct GrantRequest: Codable, Hashable, Sendable {
    package var app: String
    /// The user whose app it is. If absent, every user's.
    package var uid: Int?
    /// The app's manifest must allow it.
    package var ssid: String
    /// Pins the grant to one access point. If absent, the access point is that of the one accessory that is known
    /// by this SSID. If none or several are known, any access point with this SSID will do.
    package var bssid: String?
    /// For people. If absent, the name is the SSID, and there is no image. An accessory that an app already has
    /// keeps its own. A name is as in RenameAccessory.
    package var name: String?
    /// For people. If absent, the name is the SSID, and there is no image. An accessory that an app already has
    /// keeps its own. A name is as in RenameAccessory.
    package var image: String?
    /// The agent keeps it for joining. It implies that the network asks for a passphrase, so the agent does not
    /// join an open one instead.
    package var passphrase: String?
    /// The least that the network must be secured with: open, owe, wpa2 or wpa3. It replaces what an earlier record
    /// expects, and so does a passphrase. With open or owe, an earlier passphrase is removed.
    package var security: String?
    /// The access point does not broadcast its SSID.
    package var hidden: Bool?
    /// The address of the Bluetooth side, as 02:00:00:00:01:00.
    package var bluetoothAddress: String?
    /// Set plan or migration if the grant came about that way. If absent, administrator.
    package var origin: AccessRecord.Origin?
    /// When the grant ends by itself, in seconds since 1970, UTC.
    package var expires: Timestamp?

    package init(
        app: String, uid: Int? = nil, ssid: String, bssid: String? = nil, name: String? = nil, image: String? = nil,
        passphrase: String? = nil, security: String? = nil, hidden: Bool? = nil, bluetoothAddress: String? = nil,
        origin: AccessRecord.Origin? = nil, expires: Timestamp? = nil
    ) {
        self.app = app
        self.uid = uid
        self.ssid = ssid
        self.bssid = bssid
        self.name = name
        self.image = image
        self.passphrase = passphrase
        self.security = security
        self.hidden = hidden
        self.bluetoothAddress = bluetoothAddress
        self.origin = origin
        self.expires = expires
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.value("app")
        uid = try fields.optional("uid")
        ssid = try fields.value("ssid")
        bssid = try fields.optional("bssid")
        name = try fields.optional("name")
        image = try fields.optional("image")
        passphrase = try fields.optional("passphrase")
        security = try fields.optional("security")
        hidden = try fields.optional("hidden")
        bluetoothAddress = try fields.optional("bluetoothAddress")
        origin = try fields.optional("origin")
        expires = try fields.optional("expires")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(app, forKey: "app")
        try fields.encodeIfPresent(uid, forKey: "uid")
        try fields.encode(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bssid, forKey: "bssid")
        try fields.encodeIfPresent(name, forKey: "name")
        try fields.encodeIfPresent(image, forKey: "image")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
        try fields.encodeIfPresent(security, forKey: "security")
        try fields.encodeIfPresent(hidden, forKey: "hidden")
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(origin, forKey: "origin")
        try fields.encodeIfPresent(expires, forKey: "expires")
    }
}

/// The parameters of `Control.SetAccess`.
package struct SetAccessRequest: Codable, Hashable, Sendable {
    package var app: String
    /// As in CheckAccess.
    package var accessory: String?
    /// As in CheckAccess.
    package var ssid: String?
    package var allowed: Bool

    package init(app: String, accessory: String? = nil, ssid: String? = nil, allowed: Bool) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
        self.allowed = allowed
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.value("app")
        accessory = try fields.optional("accessory")
        ssid = try fields.optional("ssid")
        allowed = try fields.value("allowed")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(app, forKey: "app")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encode(allowed, forKey: "allowed")
    }
}

/// The parameters of `Control.ListHistory`.
package struct HistoryQuery: Codable, Hashable, Sendable {
    /// Only entries about these.
    package var app: String?
    /// Only entries about these.
    package var accessory: String?
    /// Only entries with a smaller id, to read further back.
    package var before: Int?
    /// 1 to 1000; 100 if absent. A reply has fewer entries if they would not fit in a message, and none if nothing
    /// earlier is left.
    package var limit: Int?

    package init(app: String? = nil, accessory: String? = nil, before: Int? = nil, limit: Int? = nil) {
        self.app = app
        self.accessory = accessory
        self.before = before
        self.limit = limit
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.optional("app")
        accessory = try fields.optional("accessory")
        before = try fields.optional("before")
        limit = try fields.optional("limit")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(before, forKey: "before")
        try fields.encodeIfPresent(limit, forKey: "limit")
    }
}

/// The reply to `Control.ListHistory`.
package struct HistoryList: Codable, Hashable, Sendable {
    package var entries: [HistoryEntry]

    package init(entries: [HistoryEntry]) {
        self.entries = entries
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        entries = try fields.value("entries")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(entries, forKey: "entries")
    }
}

/// The parameters of `Control.RemoveHotspot`.
package struct RemoveHotspotRequest: Codable, Hashable, Sendable {
    package var app: String
    /// One of the two, as it was applied.
    package var ssid: String?
    /// One of the two, as it was applied.
    package var ssidPrefix: String?

    package init(app: String, ssid: String? = nil, ssidPrefix: String? = nil) {
        self.app = app
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        app = try fields.value("app")
        ssid = try fields.optional("ssid")
        ssidPrefix = try fields.optional("ssidPrefix")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(app, forKey: "app")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(ssidPrefix, forKey: "ssidPrefix")
    }
}

/// The parameters of `Control.FindNewAccessories`.
package struct NewAccessoryQuery: Codable, Hashable, Sendable {
    /// The radio that looks. If absent, the agent chooses one.
    package var interface: String?
    /// SSIDs of the accessory, up to 8. The radio asks for them by name, so that a hidden network answers.
    package var ssids: [String]?
    /// The accessory's Bluetooth name.
    package var bluetoothName: String?
    /// The address of the accessory's hotspot, or of its Bluetooth side.
    package var address: String?
    /// The accessory's family, as Family in accessoryd-plan(5). What has the name or the address is then listed as
    /// one of this family, also if it shows none.
    package var family: String?

    package init(
        interface: String? = nil, ssids: [String]? = nil, bluetoothName: String? = nil, address: String? = nil,
        family: String? = nil
    ) {
        self.interface = interface
        self.ssids = ssids
        self.bluetoothName = bluetoothName
        self.address = address
        self.family = family
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        interface = try fields.optional("interface")
        ssids = try fields.optional("ssids")
        bluetoothName = try fields.optional("bluetoothName")
        address = try fields.optional("address")
        family = try fields.optional("family")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(interface, forKey: "interface")
        try fields.encodeIfPresent(ssids, forKey: "ssids")
        try fields.encodeIfPresent(bluetoothName, forKey: "bluetoothName")
        try fields.encodeIfPresent(address, forKey: "address")
        try fields.encodeIfPresent(family, forKey: "family")
    }
}

/// The reply to `Control.FindNewAccessories`.
package struct NewAccessoryList: Codable, Hashable, Sendable {
    package var accessories: [NewAccessory]
    /// Accessories that take a network from another program, up to 64, the strongest ones.
    package var others: [OtherAccessory]
    /// With ssids, bluetoothName or address: the rest of what has the name or the address, up to 8.
    package var namesakes: [Namesake]?
    /// Every channel was visited at least once, and Bluetooth, if there is any, has listened for ten seconds.
    package var isComplete: Bool
    /// Why Onboard would refuse this caller, with the cure, for people. Absent if it would not.
    package var refusal: String?

    package init(
        accessories: [NewAccessory], others: [OtherAccessory], namesakes: [Namesake]? = nil, isComplete: Bool,
        refusal: String? = nil
    ) {
        self.accessories = accessories
        self.others = others
        self.namesakes = namesakes
        self.isComplete = isComplete
        self.refusal = refusal
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessories = try fields.value("accessories")
        others = try fields.value("others")
        namesakes = try fields.optional("namesakes")
        isComplete = try fields.value("isComplete")
        refusal = try fields.optional("refusal")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessories, forKey: "accessories")
        try fields.encode(others, forKey: "others")
        try fields.encodeIfPresent(namesakes, forKey: "namesakes")
        try fields.encode(isComplete, forKey: "isComplete")
        try fields.encodeIfPresent(refusal, forKey: "refusal")
    }
}

/// The parameters of `Control.IdentifyAccessory`.
package struct IdentifyAccessoryRequest: Codable, Hashable, Sendable {
    /// Of an accessory with identifies in FindNewAccessories. Absent with an accessory.
    package var bluetoothAddress: String?
    /// Of an accessory with identifies in ListAccessories.
    package var accessory: String?

    package init(bluetoothAddress: String? = nil, accessory: String? = nil) {
        self.bluetoothAddress = bluetoothAddress
        self.accessory = accessory
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        bluetoothAddress = try fields.optional("bluetoothAddress")
        accessory = try fields.optional("accessory")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
    }
}

/// The parameters of `Control.Onboard`.
package struct OnboardRequest: Codable, Hashable, Sendable {
    /// The accessory's hotspot. Absent over Bluetooth, and with label.
    package var ssid: String?
    /// Only this access point of the hotspot.
    package var bssid: String?
    /// The accessory's Bluetooth address.
    package var bluetoothAddress: String?
    /// Of the accessory's hotspot.
    package var passphrase: String?
    /// As Family in accessoryd-plan(5). If absent, what the accessory shows.
    package var family: String?
    /// The text of a label for Wi-Fi Easy Connect (DPP:...), in place of ssid, bluetoothAddress and proof.
    package var label: String?
    /// The secret of the accessory's label, and the user that belongs to it, if the label has one.
    package var user: String?
    /// The secret of the accessory's label, and the user that belongs to it, if the label has one.
    package var proof: String?
    /// The home network: one that accessoryd.conf names as [Uplink NAME], or for root a NetworkManager profile, by
    /// name or UUID. If absent, what [Uplink] names, or else the network of this machine.
    package var network: String?
    /// Wpa2: of a network with WPA2 and WPA3, the accessory gets WPA2 alone. Only a label's accessory gets a
    /// security with the network; the others choose it themselves. If absent, what Security= of the network says.
    package var security: String?
    /// A person agrees that whoever listens can read the passphrase. If absent, no.
    package var allowsClearText: Bool?
    /// The radio that joins or calls, or over Bluetooth the one that looks for the home network. If absent, the
    /// agent chooses one.
    package var interface: String?
    /// With ended, what the home network shows of the accessory; with lookingForIt, what it shows so far.
    package var arrival: String?

    package init(
        ssid: String? = nil, bssid: String? = nil, bluetoothAddress: String? = nil, passphrase: String? = nil,
        family: String? = nil, label: String? = nil, user: String? = nil, proof: String? = nil, network: String? = nil,
        security: String? = nil, allowsClearText: Bool? = nil, interface: String? = nil, arrival: String? = nil
    ) {
        self.ssid = ssid
        self.bssid = bssid
        self.bluetoothAddress = bluetoothAddress
        self.passphrase = passphrase
        self.family = family
        self.label = label
        self.user = user
        self.proof = proof
        self.network = network
        self.security = security
        self.allowsClearText = allowsClearText
        self.interface = interface
        self.arrival = arrival
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        ssid = try fields.optional("ssid")
        bssid = try fields.optional("bssid")
        bluetoothAddress = try fields.optional("bluetoothAddress")
        passphrase = try fields.optional("passphrase")
        family = try fields.optional("family")
        label = try fields.optional("label")
        user = try fields.optional("user")
        proof = try fields.optional("proof")
        network = try fields.optional("network")
        security = try fields.optional("security")
        allowsClearText = try fields.optional("allowsClearText")
        interface = try fields.optional("interface")
        arrival = try fields.optional("arrival")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(bssid, forKey: "bssid")
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(passphrase, forKey: "passphrase")
        try fields.encodeIfPresent(family, forKey: "family")
        try fields.encodeIfPresent(label, forKey: "label")
        try fields.encodeIfPresent(user, forKey: "user")
        try fields.encodeIfPresent(proof, forKey: "proof")
        try fields.encodeIfPresent(network, forKey: "network")
        try fields.encodeIfPresent(security, forKey: "security")
        try fields.encodeIfPresent(allowsClearText, forKey: "allowsClearText")
        try fields.encodeIfPresent(interface, forKey: "interface")
        try fields.encodeIfPresent(arrival, forKey: "arrival")
    }
}

/// The reply to `Control.Onboard`.
package struct OnboardProgress: Codable, Hashable, Sendable {
    package var step: OnboardProgress.Step
    /// With joining and restoring, the state of the lease. Absent over Bluetooth, and with label.
    package var lease: LeaseUpdate?
    /// With identified.
    package var device: ReportedDevice?
    /// With handingOver, how the passphrase is protected: clear-text, link, session or proven.
    package var protection: String?
    /// With ended; the explanation is a sentence for people.
    package var outcome: OnboardOutcome?
    /// With ended; the explanation is a sentence for people.
    package var explanation: String?
    /// With the outcome refused, the same as a code.
    package var reason: FailureReason?
    /// With ended, the accessory's address on the home network, if it said so or the network shows it.
    package var address: String?
    /// With ended, the page that the accessory named, if it is an http URL on the address that the network shows,
    /// by more evidence than address.
    package var page: String?
    /// With ended, the accessory, if it has a record.
    package var accessory: Accessory?
    /// With ended, what the home network shows of the accessory; with lookingForIt, what it shows so far.
    package var arrival: ReportedArrival?

    package init(
        step: OnboardProgress.Step, lease: LeaseUpdate? = nil, device: ReportedDevice? = nil, protection: String? = nil,
        outcome: OnboardOutcome? = nil, explanation: String? = nil, reason: FailureReason? = nil,
        address: String? = nil, page: String? = nil, accessory: Accessory? = nil, arrival: ReportedArrival? = nil
    ) {
        self.step = step
        self.lease = lease
        self.device = device
        self.protection = protection
        self.outcome = outcome
        self.explanation = explanation
        self.reason = reason
        self.address = address
        self.page = page
        self.accessory = accessory
        self.arrival = arrival
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        step = try fields.value("step")
        lease = try fields.optional("lease")
        device = try fields.optional("device")
        protection = try fields.optional("protection")
        outcome = try fields.optional("outcome")
        explanation = try fields.optional("explanation")
        reason = try fields.optional("reason")
        address = try fields.optional("address")
        page = try fields.optional("page")
        accessory = try fields.optional("accessory")
        arrival = try fields.optional("arrival")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(step, forKey: "step")
        try fields.encodeIfPresent(lease, forKey: "lease")
        try fields.encodeIfPresent(device, forKey: "device")
        try fields.encodeIfPresent(protection, forKey: "protection")
        try fields.encodeIfPresent(outcome, forKey: "outcome")
        try fields.encodeIfPresent(explanation, forKey: "explanation")
        try fields.encodeIfPresent(reason, forKey: "reason")
        try fields.encodeIfPresent(address, forKey: "address")
        try fields.encodeIfPresent(page, forKey: "page")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(arrival, forKey: "arrival")
    }
}

/// The reply to `Control.ListNetworks`.
package struct ResidentNetworkList: Codable, Hashable, Sendable {
    package var networks: [ResidentNetwork]

    package init(networks: [ResidentNetwork]) {
        self.networks = networks
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        networks = try fields.value("networks")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(networks, forKey: "networks")
    }
}

/// The parameters of `Control.MoveAccessories`.
package struct MoveAccessoriesRequest: Codable, Hashable, Sendable {
    /// The SSID of the network that they have, as in an Accessory.
    package var from: String
    /// As network in Onboard. If absent, the one that new accessories get: accessoryd.conf's, or the one that this
    /// machine is on. The same network as from takes a move back: those that have got another one, and are still on
    /// this, get this one alone.
    package var to: String?
    /// Their identifiers. If absent, all that have the network, and those of which the network is unknown.
    package var accessories: [String]?
    /// As in Onboard.
    package var allowsClearText: Bool?
    /// Nothing is handed over; each accessory's outcome is what the agent would do.
    package var dryRun: Bool?

    package init(
        from: String, to: String? = nil, accessories: [String]? = nil, allowsClearText: Bool? = nil, dryRun: Bool? = nil
    ) {
        self.from = from
        self.to = to
        self.accessories = accessories
        self.allowsClearText = allowsClearText
        self.dryRun = dryRun
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        from = try fields.value("from")
        to = try fields.optional("to")
        accessories = try fields.optional("accessories")
        allowsClearText = try fields.optional("allowsClearText")
        dryRun = try fields.optional("dryRun")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(from, forKey: "from")
        try fields.encodeIfPresent(to, forKey: "to")
        try fields.encodeIfPresent(accessories, forKey: "accessories")
        try fields.encodeIfPresent(allowsClearText, forKey: "allowsClearText")
        try fields.encodeIfPresent(dryRun, forKey: "dryRun")
    }
}

/// The reply to `Control.MoveAccessories`.
package struct MoveProgress: Codable, Hashable, Sendable {
    /// The accessory that the reply is about.
    package var accessory: String
    /// The accessory that the reply is about.
    package var name: String
    package var step: MoveProgress.Step
    /// As in Onboard.
    package var protection: String?
    package var outcome: MoveOutcome?
    /// With ended, a sentence for people.
    package var explanation: String?
    /// As in Onboard.
    package var address: String?

    package init(
        accessory: String, name: String, step: MoveProgress.Step, protection: String? = nil,
        outcome: MoveOutcome? = nil, explanation: String? = nil, address: String? = nil
    ) {
        self.accessory = accessory
        self.name = name
        self.step = step
        self.protection = protection
        self.outcome = outcome
        self.explanation = explanation
        self.address = address
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessory = try fields.value("accessory")
        name = try fields.value("name")
        step = try fields.value("step")
        protection = try fields.optional("protection")
        outcome = try fields.optional("outcome")
        explanation = try fields.optional("explanation")
        address = try fields.optional("address")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(accessory, forKey: "accessory")
        try fields.encode(name, forKey: "name")
        try fields.encode(step, forKey: "step")
        try fields.encodeIfPresent(protection, forKey: "protection")
        try fields.encodeIfPresent(outcome, forKey: "outcome")
        try fields.encodeIfPresent(explanation, forKey: "explanation")
        try fields.encodeIfPresent(address, forKey: "address")
    }
}

/// The parameters of `Control.KeepAccessories`.
package struct KeepAccessoriesRequest: Codable, Hashable, Sendable {
    /// Their identifiers. If absent, all.
    package var accessories: [String]?

    package init(accessories: [String]? = nil) {
        self.accessories = accessories
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        accessories = try fields.optional("accessories")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(accessories, forKey: "accessories")
    }
}

/// The reply to `Control.KeepAccessories`.
package struct KeepAccessoriesReply: Codable, Hashable, Sendable {
    /// The identifiers of those whose order was taken back.
    package var kept: [String]

    package init(kept: [String]) {
        self.kept = kept
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        kept = try fields.value("kept")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(kept, forKey: "kept")
    }
}

/// The reply to `Control.ListPlans`.
package struct PlanList: Codable, Hashable, Sendable {
    package var plans: [PlanStatus]

    package init(plans: [PlanStatus]) {
        self.plans = plans
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        plans = try fields.value("plans")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(plans, forKey: "plans")
    }
}

/// The parameters of `Control.RunPlan`.
package struct RunPlanRequest: Codable, Hashable, Sendable {
    package var plan: String?
    /// The plans whose programs the caller cannot run. Those with a program fail before anything is joined.
    package var obstacles: [PlanObstacle]?

    package init(plan: String? = nil, obstacles: [PlanObstacle]? = nil) {
        self.plan = plan
        self.obstacles = obstacles
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        plan = try fields.optional("plan")
        obstacles = try fields.optional("obstacles")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(plan, forKey: "plan")
        try fields.encodeIfPresent(obstacles, forKey: "obstacles")
    }
}

/// The reply to `Control.RunPlan`.
package struct PlanUpdate: Codable, Hashable, Sendable {
    package var plan: String
    package var state: PlanUpdate.State
    package var isRequired: Bool
    /// The number of the attempt, from 1.
    package var attempt: Int?
    /// As in ListPlans, if a label names the accessory: the agent calls it with trying, and no network is joined.
    package var label: String?
    package var accessory: Accessory?
    /// With trying and restoring, the state of the lease.
    package var lease: LeaseUpdate?
    /// With running, if the plan has a program. The caller runs the program of the plan's file, and reports its end
    /// with FinishPlan.
    package var program: PlanProgram?
    /// As in Onboard, while the accessory gets the home network: with running, or with trying if a label names it.
    package var step: OnboardProgress.Step?
    /// As in Onboard, while the accessory gets the home network: with running, or with trying if a label names it.
    package var device: ReportedDevice?
    /// As in Onboard, while the accessory gets the home network: with running, or with trying if a label names it.
    package var protection: String?
    /// As in Onboard, while the accessory gets the home network: with running, or with trying if a label names it.
    package var outcome: OnboardOutcome?
    /// As in Onboard, while the accessory gets the home network: with running, or with trying if a label names it.
    package var explanation: String?
    /// With running, the credentials of the uplink. They are present if the plan wants them, the administrator lets
    /// its app have them, and the caller is root or the agent's own user.
    package var uplink: UplinkCredentials?
    /// With running, the order for the program of a plan with Afterwards=provision, if the caller is root or the
    /// agent's own user.
    package var provision: ProvisionOrder?
    /// With waiting after a failed attempt, the seconds until the next one.
    package var retryAfter: Int?
    /// The reason, with failed, and with waiting after a failed attempt.
    package var error: AccessoryError?

    package init(
        plan: String, state: PlanUpdate.State, isRequired: Bool, attempt: Int? = nil, label: String? = nil,
        accessory: Accessory? = nil, lease: LeaseUpdate? = nil, program: PlanProgram? = nil,
        step: OnboardProgress.Step? = nil, device: ReportedDevice? = nil, protection: String? = nil,
        outcome: OnboardOutcome? = nil, explanation: String? = nil, uplink: UplinkCredentials? = nil,
        provision: ProvisionOrder? = nil, retryAfter: Int? = nil, error: AccessoryError? = nil
    ) {
        self.plan = plan
        self.state = state
        self.isRequired = isRequired
        self.attempt = attempt
        self.label = label
        self.accessory = accessory
        self.lease = lease
        self.program = program
        self.step = step
        self.device = device
        self.protection = protection
        self.outcome = outcome
        self.explanation = explanation
        self.uplink = uplink
        self.provision = provision
        self.retryAfter = retryAfter
        self.error = error
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        plan = try fields.value("plan")
        state = try fields.value("state")
        isRequired = try fields.value("isRequired")
        attempt = try fields.optional("attempt")
        label = try fields.optional("label")
        accessory = try fields.optional("accessory")
        lease = try fields.optional("lease")
        program = try fields.optional("program")
        step = try fields.optional("step")
        device = try fields.optional("device")
        protection = try fields.optional("protection")
        outcome = try fields.optional("outcome")
        explanation = try fields.optional("explanation")
        uplink = try fields.optional("uplink")
        provision = try fields.optional("provision")
        retryAfter = try fields.optional("retryAfter")
        error = try fields.optional("error")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(plan, forKey: "plan")
        try fields.encode(state, forKey: "state")
        try fields.encode(isRequired, forKey: "isRequired")
        try fields.encodeIfPresent(attempt, forKey: "attempt")
        try fields.encodeIfPresent(label, forKey: "label")
        try fields.encodeIfPresent(accessory, forKey: "accessory")
        try fields.encodeIfPresent(lease, forKey: "lease")
        try fields.encodeIfPresent(program, forKey: "program")
        try fields.encodeIfPresent(step, forKey: "step")
        try fields.encodeIfPresent(device, forKey: "device")
        try fields.encodeIfPresent(protection, forKey: "protection")
        try fields.encodeIfPresent(outcome, forKey: "outcome")
        try fields.encodeIfPresent(explanation, forKey: "explanation")
        try fields.encodeIfPresent(uplink, forKey: "uplink")
        try fields.encodeIfPresent(provision, forKey: "provision")
        try fields.encodeIfPresent(retryAfter, forKey: "retryAfter")
        try fields.encodeIfPresent(error, forKey: "error")
    }
}

/// The parameters of `Control.FinishPlan`.
package struct FinishPlanRequest: Codable, Hashable, Sendable {
    package var plan: String
    /// The exit status. If a signal ended the program, it is 128 plus the signal's number.
    package var status: Int
    /// Why the program could not be started, or was ended. The status does not count then.
    package var failure: String?

    package init(plan: String, status: Int, failure: String? = nil) {
        self.plan = plan
        self.status = status
        self.failure = failure
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        plan = try fields.value("plan")
        status = try fields.value("status")
        failure = try fields.optional("failure")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(plan, forKey: "plan")
        try fields.encode(status, forKey: "status")
        try fields.encodeIfPresent(failure, forKey: "failure")
    }
}

/// The reply to `Control.CheckPlan`.
package struct CheckPlanReply: Codable, Hashable, Sendable {
    /// Absent if the plan has faults.
    package var plan: PlanStatus?
    /// Each with path, line and reason.
    package var faults: [String]
    /// What is not wrong in itself, but will not work here.
    package var warnings: [String]

    package init(plan: PlanStatus? = nil, faults: [String], warnings: [String]) {
        self.plan = plan
        self.faults = faults
        self.warnings = warnings
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        plan = try fields.optional("plan")
        faults = try fields.value("faults")
        warnings = try fields.value("warnings")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(plan, forKey: "plan")
        try fields.encode(faults, forKey: "faults")
        try fields.encode(warnings, forKey: "warnings")
    }
}

/// The parameters of `Control.ExplainBridge`.
package struct ExplainBridgeRequest: Codable, Hashable, Sendable {
    /// Only what concerns these.
    package var bluetoothAddress: String?
    /// Only what concerns these.
    package var ssid: String?
    /// Use the rules of this app's manifest, too, beside the agent's own.
    package var app: String?
    /// 1 to 120; 10 if absent.
    package var seconds: Int?

    package init(bluetoothAddress: String? = nil, ssid: String? = nil, app: String? = nil, seconds: Int? = nil) {
        self.bluetoothAddress = bluetoothAddress
        self.ssid = ssid
        self.app = app
        self.seconds = seconds
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        bluetoothAddress = try fields.optional("bluetoothAddress")
        ssid = try fields.optional("ssid")
        app = try fields.optional("app")
        seconds = try fields.optional("seconds")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(bluetoothAddress, forKey: "bluetoothAddress")
        try fields.encodeIfPresent(ssid, forKey: "ssid")
        try fields.encodeIfPresent(app, forKey: "app")
        try fields.encodeIfPresent(seconds, forKey: "seconds")
    }
}

/// The reply to `Control.ExplainBridge`.
package struct ExplainBridgeReply: Codable, Hashable, Sendable {
    package var bridges: [BridgeReport]
    /// How many more devices there are: the weakest ones, which would not fit in a message. Absent if there are
    /// none.
    package var leftOut: Int?

    package init(bridges: [BridgeReport], leftOut: Int? = nil) {
        self.bridges = bridges
        self.leftOut = leftOut
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        bridges = try fields.value("bridges")
        leftOut = try fields.optional("leftOut")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(bridges, forKey: "bridges")
        try fields.encodeIfPresent(leftOut, forKey: "leftOut")
    }
}

/// The reply to `Control.Monitor`.
package struct MonitorReply: Codable, Hashable, Sendable {
    package var event: MonitorEvent?

    package init(event: MonitorEvent? = nil) {
        self.event = event
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        event = try fields.optional("event")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(event, forKey: "event")
    }
}
