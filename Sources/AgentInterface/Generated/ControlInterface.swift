// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from Interfaces/*.varlink. Change those.

package import AccessoryModel

/// The methods of org.accessoryd.Control.
package enum ControlMethod: String, CaseIterable, Sendable {
    /// How the agent is.
    case getStatus = "GetStatus"
    /// The apps that are known, by identifier, and the files that cannot be used, each with place and reason.
    case listApps = "ListApps"
    /// What a manifest would make, without installing it.
    case checkManifest = "CheckManifest"
    /// Reads the configuration again; the reply is as of ListApps. A file that cannot be used is named in faults
    /// and hides no other.
    case reloadConfiguration = "ReloadConfiguration"
    /// What is heard. Streams: call it with 'more'. it goes on until the connection closes, and the agent looks
    /// around no longer than that. Each reply has all that is heard at the moment, up to 256 networks and 256
    /// devices, the strongest ones, and fewer devices where these would not fit in a message.
    case scan = "Scan"
    /// The whole way for an app: the picker is shown, the choice is joined, granted to the app for every user, and
    /// held as long as this connection is open. Streams: call it with 'more'. each reply has one of the two: an
    /// event, in the order that Event gives, or a state of the lease, in the order that LeaseUpdate gives. Joining
    /// comes before accessoryAdded. The call ends after restored. A failure ends it with its error, after
    /// pickerDidDismiss and, where the earlier network had been cut, after restored; then nothing was granted,
    /// unless accessoryAdded had come.
    case setUp = "SetUp"
    /// Every accessory that some app has, with what each app has of it, in the order they were first granted. Call
    /// it with 'more': then a list that is longer than a message comes in parts.
    case listAccessories = "ListAccessories"
    /// Gives an accessory another name, for all apps that have it: one line of 1 to 255 bytes, not blank, without
    /// control characters and those that turn the direction of text. They hear accessoryChanged.
    case renameAccessory = "RenameAccessory"
    /// Takes an accessory from all apps, with its passphrase, and returns what it was. The apps hear
    /// accessoryRemoved, and hotspots that rested on it are left.
    case removeAccessory = "RemoveAccessory"
    /// The access records of one app, or all, in the order they were granted. With 'more' a list that is longer
    /// than a message comes in parts.
    case listAccess = "ListAccess"
    /// The record by which an app may use an accessory, named by its identifier or its SSID: one of the two. It
    /// says whether the app may, under whatever user it runs.
    case checkAccess = "CheckAccess"
    /// Grants an app access without a picker, for one user or every user; the app hears accessoryAdded, or
    /// accessoryChanged where it had access already. Nothing is joined. Nothing is proven by an app that is not
    case grantAccess = "GrantAccess"
    /// Switches an app's access to an accessory off, or on again, for every user of it, named as in CheckAccess;
    /// returns the records as they are then. The app hears accessoryChanged, and a hotspot that rested on it is
    /// left when it is switched off.
    case setAccess = "SetAccess"
    /// Takes an app's access to an accessory away, for every user of it, named as in CheckAccess, and returns what
    /// it was. The app hears accessoryRemoved, and a hotspot that rested on it is left. With an accessory's last
    /// record its passphrase goes.
    case revokeAccess = "RevokeAccess"
    /// What was changed, by whom and why: the latest entries, the oldest of them first, also of apps and
    /// accessories that are gone. Of each app and action the last 1000 are kept, and 10000 of all; where there are
    /// more, the oldest of renamed, hotspotApplied, hotspotRemoved and hotspotExpired go first.
    case listHistory = "ListHistory"
    /// Joins the hotspot of an accessory that was granted to an app, and holds it as long as this connection is
    /// open: closing it, LeaveHotspot, and the end of the grant bring the earlier network back. Streams: call it
    /// with 'more'. the replies are the states in the order that LeaseUpdate gives, and the call ends after
    /// restored. One that other connections hold already is shared with them, and ends with the last. A failure
    /// ends the call with its error, after left and restored where the earlier network had been cut.
    case joinHotspot = "JoinHotspot"
    /// Leaves an app's hotspots, under every user, and returns when the earlier networks are back; only one of them
    /// when it is named by identifier or SSID. The calls that held them end as well. A hotspot that the calling
    /// process holds together with others stays theirs: only this process's calls end.
    case leaveHotspot = "LeaveHotspot"
    /// The hotspot configurations of one app, or all, in the order they were applied.
    case listHotspots = "ListHotspots"
    /// Removes an app's hotspot configuration, under every user, and leaves the network where it was joined by it:
    /// then it returns when the earlier network is back.
    case removeHotspot = "RemoveHotspot"
    /// The plans that are known, in the order in which they are carried out. A file that cannot be used is named in
    /// the faults of GetStatus.
    case listPlans = "ListPlans"
    /// Carries one plan out, also when it is done, or all that are due, in the order of their files' names: without
    /// a picker, the accessories are looked for, chosen by each plan's rule, joined, and granted to the plan's app
    /// for every user. Streams: call it with 'more'. Each reply is a step; the stream ends without an error when
    /// every plan has come to its end, well or not, as the last reply of each says. Closing the connection ends it:
    /// what is joined is left, except what is kept, and what was not done is due again.
    case runPlan = "RunPlan"
    /// Tells the end of a plan's program.
    case finishPlan = "FinishPlan"
    /// What the agent would make of a plan, before it is installed.
    case checkPlan = "CheckPlan"
    /// Listens and looks for a while, and says of each Bluetooth device in sight which network in sight is its, by
    /// which evidence, and what comes next. It shows that two things agree, not that they are genuine: both
    /// advertisements and SSIDs can be forged.
    case explainBridge = "ExplainBridge"
    /// What happens in the agent. Streams: call it with 'more'. it goes on until the connection closes. The first
    /// reply has no event: it only says that events will follow.
    case monitor = "Monitor"

    /// The method answers with a stream, for which a caller sets `more`.
    package var isStream: Bool {
        switch self {
        case .scan, .setUp, .joinHotspot, .runPlan, .monitor: true
        case _: false
        }
    }
}

/// The reply to `Control.GetStatus`.
package struct Status: Codable, Hashable, Sendable {
    /// The agent's.
    package var version: String
    /// What drives the radios: 'NetworkManager 1.42.4'.
    package var backend: String
    /// Why no radio can be used, when none can.
    package var unavailable: String?
    package var adapters: [AdapterStatus]
    /// The machine's Bluetooth, which is not needed for accessories with Wi-Fi alone.
    package var bluetooth: BluetoothStatus
    /// The hotspots that are held, each with its latest state.
    package var leases: [LeaseStatus]
    /// How many are known, and are running.
    package var apps: Int
    /// How many are known, and are running.
    package var accessRecords: Int
    /// How many are known, and are running.
    package var pickers: Int
    /// The configuration files that cannot be used, each with place and reason.
    package var faults: [String]

    package init(
        version: String, backend: String, unavailable: String? = nil, adapters: [AdapterStatus],
        bluetooth: BluetoothStatus, leases: [LeaseStatus], apps: Int, accessRecords: Int, pickers: Int, faults: [String]
    ) {
        self.version = version
        self.backend = backend
        self.unavailable = unavailable
        self.adapters = adapters
        self.bluetooth = bluetooth
        self.leases = leases
        self.apps = apps
        self.accessRecords = accessRecords
        self.pickers = pickers
        self.faults = faults
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
}

/// The parameters of `Control.CheckManifest`, `Control.CheckPlan`.
package struct CheckFileRequest: Codable, Hashable, Sendable {
    /// Where it is, or is to be: the file's name without .conf is the app's identifier. Owner and mode of a full
    /// path are looked at.
    package var path: String
    /// All of the file, at most 256 KiB.
    package var contents: String

    package init(path: String, contents: String) {
        self.path = path
        self.contents = contents
    }
}

/// The reply to `Control.CheckManifest`.
package struct CheckManifestReply: Codable, Hashable, Sendable {
    /// Absent when there are faults.
    package var app: AppStatus?
    /// All that is wrong, in the file's order, as 'PATH:LINE: [Group] Key: reason'.
    package var faults: [String]
    /// In the same form, what is not wrong in itself, but will not work on this machine.
    package var warnings: [String]

    package init(app: AppStatus? = nil, faults: [String], warnings: [String]) {
        self.app = app
        self.faults = faults
        self.warnings = warnings
    }
}

/// The parameters of `Control.Scan`.
package struct ScanRequest: Codable, Hashable, Sendable {
    /// Look for what this app's manifest names.
    package var app: String?
    /// Look for these, whatever the app; at most 64. Everything is reported when both are absent.
    package var descriptors: [DescriptorFields]?
    /// The radio to look with; the agent chooses when absent.
    package var interface: String?

    package init(app: String? = nil, descriptors: [DescriptorFields]? = nil, interface: String? = nil) {
        self.app = app
        self.descriptors = descriptors
        self.interface = interface
    }
}

/// The reply to `Control.Scan`.
package struct ScanReply: Codable, Hashable, Sendable {
    package var networks: [WiFiNetwork]
    package var devices: [BluetoothDevice]
    /// Every channel was visited at least once.
    package var isComplete: Bool
    /// How many more are heard; absent when none are.
    package var networksLeftOut: Int?
    /// How many more are heard; absent when none are.
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
}

/// The parameters of `Control.SetUp`.
package struct SetUpRequest: Codable, Hashable, Sendable {
    package var app: String
    /// What to look for; all that the app's manifest names when absent. At most 64, allowed by the manifest.
    package var descriptors: [DescriptorFields]?
    /// The network's; else the picker asks for it. 8 to 63 printable ASCII characters, or 64 hexadecimal digits.
    package var passphrase: String?
    /// Seconds until the search is given up when nothing is on the screen, 1 to 3600; 30 when absent.
    package var discoveryTimeout: Int?
    /// The search goes on until the caller ends it; not with discoveryTimeout.
    package var isUnbounded: Bool?
    /// When a join counts as done: ipv4 (an address by DHCP; when absent) or link-local (such an address is
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
}

/// The reply to `Control.SetUp`.
package struct SetUpReply: Codable, Hashable, Sendable {
    package var event: Event?
    package var lease: LeaseUpdate?

    package init(event: Event? = nil, lease: LeaseUpdate? = nil) {
        self.event = event
        self.lease = lease
    }
}

/// The reply to `Control.ListAccessories`.
package struct AccessoryStatusList: Codable, Hashable, Sendable {
    package var accessories: [AccessoryStatus]

    package init(accessories: [AccessoryStatus]) {
        self.accessories = accessories
    }
}

/// The parameters of `Control.ListAccess`.
package struct AppQuery: Codable, Hashable, Sendable {
    package var app: String?

    package init(app: String? = nil) {
        self.app = app
    }
}

/// The reply to `Control.ListAccess`, `Control.SetAccess`, `Control.RevokeAccess`.
package struct RecordList: Codable, Hashable, Sendable {
    package var records: [AccessRecord]

    package init(records: [AccessRecord]) {
        self.records = records
    }
}

/// The parameters of `Control.CheckAccess`, `Control.RevokeAccess`.
package struct AppAccessQuery: Codable, Hashable, Sendable {
    package var app: String
    package var accessory: String?
    package var ssid: String?

    package init(app: String, accessory: String? = nil, ssid: String? = nil) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
    }
}

/// The reply to `Control.CheckAccess`, `Control.GrantAccess`.
package struct RecordReply: Codable, Hashable, Sendable {
    package var record: AccessRecord

    package init(record: AccessRecord) {
        self.record = record
    }
}

/// The parameters of `Control.GrantAccess`.
package struct GrantRequest: Codable, Hashable, Sendable {
    package var app: String
    /// The user whose app it is; every user's when absent.
    package var uid: Int?
    /// Which the app's manifest must allow.
    package var ssid: String
    /// Pins the grant to one access point. When absent it is that of the one accessory which is known by this SSID;
    /// where none or several are, any access point with this SSID will do.
    package var bssid: String?
    /// For people; the SSID and none when absent. An accessory that an app has already keeps its own. A name is as
    /// in RenameAccessory.
    package var name: String?
    /// For people; the SSID and none when absent. An accessory that an app has already keeps its own. A name is as
    /// in RenameAccessory.
    package var image: String?
    /// Kept for joining. It implies that the network asks for one: an open one is not joined instead.
    package var passphrase: String?
    /// The least that the network must be secured with: open, owe, wpa2 or wpa3. It replaces what an earlier record
    /// expects, and so does a passphrase; with open or owe an earlier passphrase is removed.
    package var security: String?
    /// The access point does not broadcast its name.
    package var hidden: Bool?
    /// Of the accessory's Bluetooth side, as 02:00:00:00:01:00.
    package var bluetoothAddress: String?
    /// Plan or migration where that is how it came about; administrator when absent.
    package var origin: AccessRecord.Origin?
    /// When it ends by itself, seconds since 1970, UTC.
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
}

/// The parameters of `Control.SetAccess`.
package struct SetAccessRequest: Codable, Hashable, Sendable {
    package var app: String
    package var accessory: String?
    package var ssid: String?
    package var allowed: Bool

    package init(app: String, accessory: String? = nil, ssid: String? = nil, allowed: Bool) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
        self.allowed = allowed
    }
}

/// The parameters of `Control.ListHistory`.
package struct HistoryQuery: Codable, Hashable, Sendable {
    /// Only what is about these.
    package var app: String?
    /// Only what is about these.
    package var accessory: String?
    /// Only entries with a smaller id, to read further back.
    package var before: Int?
    /// 1 to 1000; 100 when absent. A reply has fewer where they would not fit in a message, and none where nothing
    /// earlier is left.
    package var limit: Int?

    package init(app: String? = nil, accessory: String? = nil, before: Int? = nil, limit: Int? = nil) {
        self.app = app
        self.accessory = accessory
        self.before = before
        self.limit = limit
    }
}

/// The reply to `Control.ListHistory`.
package struct HistoryList: Codable, Hashable, Sendable {
    package var entries: [HistoryEntry]

    package init(entries: [HistoryEntry]) {
        self.entries = entries
    }
}

/// The parameters of `Control.RemoveHotspot`.
package struct RemoveHotspotRequest: Codable, Hashable, Sendable {
    package var app: String
    /// As it was applied; one of the two.
    package var ssid: String?
    /// As it was applied; one of the two.
    package var ssidPrefix: String?

    package init(app: String, ssid: String? = nil, ssidPrefix: String? = nil) {
        self.app = app
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }
}

/// The reply to `Control.ListPlans`.
package struct PlanList: Codable, Hashable, Sendable {
    package var plans: [PlanStatus]

    package init(plans: [PlanStatus]) {
        self.plans = plans
    }
}

/// The parameters of `Control.RunPlan`.
package struct RunPlanRequest: Codable, Hashable, Sendable {
    package var plan: String?

    package init(plan: String? = nil) {
        self.plan = plan
    }
}

/// The reply to `Control.RunPlan`.
package struct PlanUpdate: Codable, Hashable, Sendable {
    package var plan: String
    package var state: PlanUpdate.State
    package var isRequired: Bool
    /// Counts from 1.
    package var attempt: Int?
    package var accessory: Accessory?
    /// With trying and restoring: how far it is.
    package var lease: LeaseUpdate?
    /// With running: the caller runs the program of the plan's file, and reports its end with FinishPlan.
    package var program: PlanProgram?
    /// With running: the machine's own network, where the plan wants it, the administrator lets its app have it,
    /// and the caller is root or the agent's own user.
    package var uplink: UplinkCredentials?
    /// With waiting: seconds until the next attempt, after one failed.
    package var retryAfter: Int?
    /// With failed, and with waiting after an attempt that failed: why.
    package var error: AccessoryError?

    package init(
        plan: String, state: PlanUpdate.State, isRequired: Bool, attempt: Int? = nil, accessory: Accessory? = nil,
        lease: LeaseUpdate? = nil, program: PlanProgram? = nil, uplink: UplinkCredentials? = nil,
        retryAfter: Int? = nil, error: AccessoryError? = nil
    ) {
        self.plan = plan
        self.state = state
        self.isRequired = isRequired
        self.attempt = attempt
        self.accessory = accessory
        self.lease = lease
        self.program = program
        self.uplink = uplink
        self.retryAfter = retryAfter
        self.error = error
    }
}

/// The parameters of `Control.FinishPlan`.
package struct FinishPlanRequest: Codable, Hashable, Sendable {
    package var plan: String
    /// Its exit status; 128 and the signal's number when a signal ended it.
    package var status: Int
    /// Why it could not be started, or was ended; the status counts no more then.
    package var failure: String?

    package init(plan: String, status: Int, failure: String? = nil) {
        self.plan = plan
        self.status = status
        self.failure = failure
    }
}

/// The reply to `Control.CheckPlan`.
package struct CheckPlanReply: Codable, Hashable, Sendable {
    /// What it makes; absent when it has faults.
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
}

/// The parameters of `Control.ExplainBridge`.
package struct ExplainBridgeRequest: Codable, Hashable, Sendable {
    /// Only what concerns these.
    package var bluetoothAddress: String?
    /// Only what concerns these.
    package var ssid: String?
    /// With the rules of this app's manifest beside the agent's own.
    package var app: String?
    /// 1 to 120; 10 when absent.
    package var seconds: Int?

    package init(bluetoothAddress: String? = nil, ssid: String? = nil, app: String? = nil, seconds: Int? = nil) {
        self.bluetoothAddress = bluetoothAddress
        self.ssid = ssid
        self.app = app
        self.seconds = seconds
    }
}

/// The reply to `Control.ExplainBridge`.
package struct ExplainBridgeReply: Codable, Hashable, Sendable {
    package var bridges: [BridgeReport]
    /// How many more devices there are, the weakest ones, that would not fit in a message; absent when there are
    /// none.
    package var leftOut: Int?

    package init(bridges: [BridgeReport], leftOut: Int? = nil) {
        self.bridges = bridges
        self.leftOut = leftOut
    }
}

/// The reply to `Control.Monitor`.
package struct MonitorReply: Codable, Hashable, Sendable {
    package var event: MonitorEvent?

    package init(event: MonitorEvent? = nil) {
        self.event = event
    }
}
