// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The methods of org.accessoryd.Control.
package enum ControlMethod: String, CaseIterable, Sendable {
    case getStatus = "GetStatus"
    case listApps = "ListApps"
    case reloadConfiguration = "ReloadConfiguration"
    case scan = "Scan"
    case setUp = "SetUp"
    case listAccess = "ListAccess"
    case checkAccess = "CheckAccess"
    case grantAccess = "GrantAccess"
    case revokeAccess = "RevokeAccess"
    case joinHotspot = "JoinHotspot"
    case leaveHotspot = "LeaveHotspot"
    case monitor = "Monitor"
}

package struct AdapterStatus: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case idle
        case connected
        case accessory
        case unusable
    }

    package var interface: String
    package var state: State
    /// The profile's name, the accessory's SSID, or why it cannot be used.
    package var detail: String?

    package init(_ adapter: Adapter) {
        interface = adapter.interface
        switch adapter.activity {
        case .idle: (state, detail) = (.idle, nil)
        case .connected(let name, _): (state, detail) = (.connected, name)
        case .accessory(let ssid): (state, detail) = (.accessory, ssid.description)
        case .unusable(let why): (state, detail) = (.unusable, why.rawValue)
        }
    }
}

package struct LeaseStatus: Codable, Hashable, Sendable {
    package var app: String
    package var lease: LeaseUpdate

    package init(app: String, lease: LeaseUpdate) {
        self.app = app
        self.lease = lease
    }
}

package struct Status: Codable, Hashable, Sendable {
    package var version: String
    /// What drives the radios: `NetworkManager 1.42.4`, `simulated air conf/demo-air.conf`.
    package var backend: String
    /// Why no radio can be used, when none can.
    package var unavailable: String?
    package var adapters: [AdapterStatus]
    package var leases: [LeaseStatus]
    package var apps: Int
    package var accessRecords: Int
    package var pickers: Int
    /// Files that could not be read, each with the reason.
    package var faults: [String]

    package init(
        version: String, backend: String, unavailable: String?, adapters: [AdapterStatus], leases: [LeaseStatus],
        apps: Int, accessRecords: Int, pickers: Int, faults: [String]
    ) {
        self.version = version
        self.backend = backend
        self.unavailable = unavailable
        self.adapters = adapters
        self.leases = leases
        self.apps = apps
        self.accessRecords = accessRecords
        self.pickers = pickers
        self.faults = faults
    }
}

/// An app's manifest, as people see it.
package struct AppStatus: Codable, Hashable, Sendable {
    package var id: String
    package var name: String
    /// The manifest's path.
    package var file: String
    /// Who may be this app: `unit camera.service`, `executable /usr/bin/camera`, `user kiosk`.
    package var identities: [String]
    /// What it may look for.
    package var descriptors: [DescriptorFields]

    package init(id: String, name: String, file: String, identities: [String], descriptors: [DescriptorFields]) {
        self.id = id
        self.name = name
        self.file = file
        self.identities = identities
        self.descriptors = descriptors
    }
}

package struct AppList: Codable, Hashable, Sendable {
    package var apps: [AppStatus]
    package var faults: [String]

    package init(apps: [AppStatus], faults: [String]) {
        self.apps = apps
        self.faults = faults
    }
}

package struct ScanRequest: Codable, Hashable, Sendable {
    /// Look for what this app's manifest names.
    package var app: String?
    package var descriptors: [DescriptorFields]?
    /// The radio to look with; the agent chooses when absent.
    package var interface: String?

    package init(app: String? = nil, descriptors: [DescriptorFields]? = nil, interface: String? = nil) {
        self.app = app
        self.descriptors = descriptors
        self.interface = interface
    }
}

/// What was heard so far; the stream goes on until its connection closes.
package struct ScanReply: Codable, Hashable, Sendable {
    package var networks: [WiFiNetwork]
    /// Every channel was visited at least once.
    package var isComplete: Bool

    package init(networks: [WiFiNetwork], isComplete: Bool) {
        self.networks = networks
        self.isComplete = isComplete
    }
}

package struct SetUpRequest: Codable, Hashable, Sendable {
    package var app: String
    /// What to look for; all that the app's manifest names when absent.
    package var descriptors: [DescriptorFields]?
    package var passphrase: String?
    /// Seconds until the search is given up; 30 when absent.
    package var discoveryTimeout: Int?
    package var addressing: JoinRequest.Addressing?

    package init(
        app: String, descriptors: [DescriptorFields]? = nil, passphrase: String? = nil, discoveryTimeout: Int? = nil,
        addressing: JoinRequest.Addressing? = nil
    ) {
        self.app = app
        self.descriptors = descriptors
        self.passphrase = passphrase
        self.discoveryTimeout = discoveryTimeout
        self.addressing = addressing
    }
}

/// One step of a set-up: an event of the session, or a state of the lease that follows the choice.
package struct SetUpReply: Codable, Hashable, Sendable {
    package var event: Event?
    package var lease: LeaseUpdate?

    package init(event: Event? = nil, lease: LeaseUpdate? = nil) {
        self.event = event
        self.lease = lease
    }
}

package struct AppQuery: Codable, Hashable, Sendable {
    package var app: String?

    package init(app: String? = nil) { self.app = app }
}

package struct RecordList: Codable, Hashable, Sendable {
    package var records: [AccessRecord]

    package init(records: [AccessRecord]) { self.records = records }
}

/// Names one app's access to one accessory.
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

package struct GrantRequest: Codable, Hashable, Sendable {
    package var app: String
    package var ssid: String
    /// Pins the grant to one access point.
    package var bssid: String?
    package var name: String?
    package var passphrase: String?
    package var hidden: Bool?

    package init(
        app: String, ssid: String, bssid: String? = nil, name: String? = nil, passphrase: String? = nil,
        hidden: Bool? = nil
    ) {
        self.app = app
        self.ssid = ssid
        self.bssid = bssid
        self.name = name
        self.passphrase = passphrase
        self.hidden = hidden
    }
}

/// One line of what happens in the agent.
package struct MonitorEvent: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case session
        case lease
        case access
        case radio
        case configuration
    }

    package var time: Timestamp
    package var kind: Kind
    package var app: String?
    /// For people, and stable enough for logs.
    package var text: String

    package init(time: Timestamp, kind: Kind, app: String?, text: String) {
        self.time = time
        self.kind = kind
        self.app = app
        self.text = text
    }
}

package struct MonitorReply: Codable, Hashable, Sendable {
    /// Absent in the first reply, which only says that events will follow.
    package var event: MonitorEvent?

    package init(event: MonitorEvent?) { self.event = event }
}
