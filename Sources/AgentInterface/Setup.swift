// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The methods of org.accessoryd.Setup.
package enum SetupMethod: String, CaseIterable, Sendable {
    case activate = "Activate"
    case listAccessories = "ListAccessories"
    case getAccess = "GetAccess"
    case showPicker = "ShowPicker"
    case joinHotspot = "JoinHotspot"
    case leaveHotspot = "LeaveHotspot"
}

/// One event of an app's session. `accessories` comes with `activated` only.
package struct SessionEvent: Codable, Hashable, Sendable {
    package var event: Event
    package var accessories: [Accessory]?

    package init(_ event: Event, accessories: [Accessory]? = nil) {
        self.event = event
        self.accessories = accessories
    }
}

package struct AccessoryList: Codable, Hashable, Sendable {
    package var accessories: [Accessory]

    package init(accessories: [Accessory]) { self.accessories = accessories }
}

/// Names one of an app's accessories: by identifier or by SSID.
package struct AccessQuery: Codable, Hashable, Sendable {
    package var accessory: String?
    package var ssid: String?

    package init(accessory: String? = nil, ssid: String? = nil) {
        self.accessory = accessory
        self.ssid = ssid
    }
}

package struct RecordReply: Codable, Hashable, Sendable {
    package var record: AccessRecord

    package init(record: AccessRecord) { self.record = record }
}

/// One thing that an app looks for, as the picker is to show it.
package struct DisplayItem: Codable, Hashable, Sendable {
    package var name: String
    /// Path or icon name.
    package var image: String?
    package var descriptor: DescriptorFields
    /// The network's passphrase, where the app knows it (from a label or its maker); else the picker asks for it.
    package var passphrase: String?

    package init(name: String, image: String? = nil, descriptor: DescriptorFields, passphrase: String? = nil) {
        self.name = name
        self.image = image
        self.descriptor = descriptor
        self.passphrase = passphrase
    }
}

package struct ShowPickerRequest: Codable, Hashable, Sendable {
    package var items: [DisplayItem]
    /// Seconds until the search is given up; 30 when absent.
    package var discoveryTimeout: Int?
    package var addressing: JoinRequest.Addressing?

    package init(items: [DisplayItem], discoveryTimeout: Int? = nil, addressing: JoinRequest.Addressing? = nil) {
        self.items = items
        self.discoveryTimeout = discoveryTimeout
        self.addressing = addressing
    }
}

package struct ShowPickerReply: Codable, Hashable, Sendable {
    package var accessory: Accessory
    package var link: Link

    package init(accessory: Accessory, link: Link) {
        self.accessory = accessory
        self.link = link
    }
}

package struct JoinHotspotRequest: Codable, Hashable, Sendable {
    /// Whose grant is used: only on the control socket, where it is required.
    package var app: String?
    package var accessory: String?
    package var ssid: String?
    /// Needed when none was kept from the set-up.
    package var passphrase: String?
    package var addressing: JoinRequest.Addressing?

    package init(
        app: String? = nil, accessory: String? = nil, ssid: String? = nil, passphrase: String? = nil,
        addressing: JoinRequest.Addressing? = nil
    ) {
        self.app = app
        self.accessory = accessory
        self.ssid = ssid
        self.passphrase = passphrase
        self.addressing = addressing
    }
}

package struct LeaseReply: Codable, Hashable, Sendable {
    package var lease: LeaseUpdate

    package init(lease: LeaseUpdate) { self.lease = lease }
}
