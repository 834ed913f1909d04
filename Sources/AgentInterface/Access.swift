// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Names one of an app's accessories: by identifier or by SSID.
package struct AccessQuery: Codable, Hashable, Sendable {
    package var accessory: String?
    package var ssid: String?

    package init(accessory: String? = nil, ssid: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
    }
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

package struct RecordReply: Codable, Hashable, Sendable {
    package var record: AccessRecord

    package init(record: AccessRecord) { self.record = record }
}

package struct RecordList: Codable, Hashable, Sendable {
    package var records: [AccessRecord]

    package init(records: [AccessRecord]) { self.records = records }
}
