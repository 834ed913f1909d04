// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Names one of an app's accessories: by its identifier, its SSID, or the app's identifier of its Bluetooth side.
package struct AccessQuery: Codable, Hashable, Sendable {
    package var accessory: String?
    package var ssid: String?
    package var bluetooth: String?

    package init(accessory: String? = nil, ssid: String? = nil, bluetooth: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
        self.bluetooth = bluetooth
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
    /// The user whose app it is; every user's when absent.
    package var uid: Int?
    package var ssid: String
    /// Pins the grant to one access point.
    package var bssid: String?
    package var name: String?
    package var image: String?
    package var passphrase: String?
    /// The least that the network must be secured with: open, owe, wpa2 or wpa3. It replaces what the record expects.
    package var security: String?
    package var hidden: Bool?
    /// The address of the accessory's Bluetooth side.
    package var bluetoothAddress: String?
    /// How the grant came about, when whoever asks acts for a plan or a migration; administrator when absent.
    package var origin: AccessRecord.Origin?
    /// Seconds since 1970, UTC.
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

/// Switches an app's access to an accessory off, or on again.
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

package struct RecordReply: Codable, Hashable, Sendable {
    package var record: AccessRecord

    package init(record: AccessRecord) { self.record = record }
}

/// One access record of an app, and where it reaches the accessory's Bluetooth side, where that has one.
package struct AccessReply: Codable, Hashable, Sendable {
    package var record: AccessRecord
    package var bluetooth: BluetoothReach?

    package init(record: AccessRecord, bluetooth: BluetoothReach? = nil) {
        self.record = record
        self.bluetooth = bluetooth
    }
}

package struct RecordList: Codable, Hashable, Sendable {
    package var records: [AccessRecord]

    package init(records: [AccessRecord]) { self.records = records }
}
